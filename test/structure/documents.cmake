# Fails when a document links to a file that is not there or names a ./dev command that does not exist, or
# when a ./dev command is in no document. Run by CTest as structure.documents with
#   cmake -DROOT=<source tree> -P documents.cmake

cmake_minimum_required(VERSION 3.25)

set(bad "")
file(STRINGS ${ROOT}/dev lines REGEX "^cmd_[a-z]+\\(\\)")
string(REGEX MATCHALL "cmd_[a-z]+" commands "${lines}")
list(TRANSFORM commands REPLACE "cmd_" "")

file(GLOB_RECURSE documents ${ROOT}/docs/*.md ${ROOT}/manifests/*.md ${ROOT}/test/*.md)
foreach(name README ARCHITECTURE DECISIONS CONTRIBUTING CHANGELOG)
    if(EXISTS ${ROOT}/${name}.md)
        list(APPEND documents ${ROOT}/${name}.md)
    else()
        string(APPEND bad "\n  ${name}.md is missing")
    endif()
endforeach()

set(named "")
foreach(document ${documents} ${ROOT}/.ci/run)
    file(RELATIVE_PATH shown ${ROOT} ${document})
    get_filename_component(folder ${document} DIRECTORY)
    file(READ ${document} text)
    string(REPLACE ";" "," text "${text}")  # a semicolon would split the lists below
    string(REPLACE "[" "{" text "${text}")  # and so would brackets that are not balanced
    string(REPLACE "]" "}" text "${text}")

    string(REGEX MATCHALL "}\\([^)# \n]+" links "${text}")
    foreach(link ${links})
        string(SUBSTRING "${link}" 2 -1 target)
        if(NOT target MATCHES "^[a-z]+:" AND NOT EXISTS ${folder}/${target})
            string(APPEND bad "\n  ${shown}: links to ${target}, which is not there")
        endif()
    endforeach()

    string(REGEX MATCHALL "\\./dev [a-z]+" uses "${text}")
    foreach(use ${uses})
        string(SUBSTRING "${use}" 6 -1 command)
        list(APPEND named ${command})
        if(NOT command IN_LIST commands)
            string(APPEND bad "\n  ${shown}: names ${use}, which is no command of it")
        endif()
    endforeach()
endforeach()

foreach(command ${commands})
    if(NOT command IN_LIST named)
        string(APPEND bad "\n  ./dev ${command} is in no document")
    endif()
endforeach()
if(bad)
    message(FATAL_ERROR "documents and project disagree:${bad}")
endif()

# Fails when a file of the project holds a word that marks unfinished work or a path of one machine.
# Run by CTest as structure.words with  cmake -DROOT=<source tree> -P words.cmake
# Data from elsewhere (traces, cases, fuzz inputs) is not ours to edit and is not looked at.

cmake_minimum_required(VERSION 3.25)

# Written so that this file does not find itself.
set(unfinished "(^|[^A-Za-z_])(T[O]DO|F[I]XME|X[X]X|H[A]CK)([^A-Za-z_]|$)")
set(unfinished_phrase "[Nn]ot (yet )?[i]mplemented|[Pp]lace[h]older|[Ll]orem [i]psum")
set(machine_path "(^|[^A-Za-z0-9_.])/(w[o]rk|h[o]me|r[o]ot|U[s]ers|t[m]p)/")

file(GLOB files ${ROOT}/*.md ${ROOT}/*.txt ${ROOT}/*.json ${ROOT}/.clang-* ${ROOT}/.editorconfig ${ROOT}/dev
    ${ROOT}/.ci/*)
foreach(folder devicemodel scoring config extender test docs manifests)
    file(GLOB_RECURSE some ${ROOT}/${folder}/*)
    list(APPEND files ${some})
endforeach()
list(FILTER files EXCLUDE REGEX "^${ROOT}/test/(data|cases|golden|fuzz/corpus)/.*\\.(csv|json|bin|txt)$|/fuzz/corpus/|/data/openb/LICENSE$")

set(bad "")
foreach(file ${files})
    file(STRINGS ${file} hits REGEX "${unfinished}|${unfinished_phrase}|${machine_path}")
    foreach(hit ${hits})
        file(RELATIVE_PATH shown ${ROOT} ${file})
        string(STRIP "${hit}" hit)
        string(APPEND bad "\n  ${shown}: ${hit}")
    endforeach()
endforeach()
list(LENGTH files count)
if(count LESS 20)
    message(FATAL_ERROR "only ${count} files found below ${ROOT}: the check looks in the wrong place")
endif()
if(bad)
    message(FATAL_ERROR "words that do not belong into the project:${bad}")
endif()

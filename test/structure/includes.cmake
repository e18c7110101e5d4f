# Fails when a folder includes what its layer must not know. Run by CTest as structure.includes with
#   cmake -DROOT=<source tree> -P includes.cmake
#
# Per layer, regular expressions over what stands between the quotes or brackets:
#   ours_     which of our own headers it may include
#   never_    which of those it may not include all the same
#   libs_     which library headers (a bracket include with a slash in it) it may include
#   no_std_   which standard headers it may not include
# A layer folder without a line here is itself an error, so a new one has to state its place.

cmake_minimum_required(VERSION 3.25)

set(result "boost/system/result|boost/throw_exception|boost/assert")
# No socket, thread, log, clock, file or environment.
set(outer_world "iostream|fstream|print|thread|mutex|shared_mutex|condition_variable|future|semaphore|latch|ctime|chrono|filesystem|random|cstdlib|csignal|unistd\\.h")
set(no_std_of_verbs "iostream|fstream|print|thread|mutex|shared_mutex|condition_variable|future|filesystem|cstdlib|csignal|unistd\\.h")

set(ours_devicemodel "devicemodel/")
set(libs_devicemodel "^$")
set(no_std_devicemodel "${outer_world}")

set(ours_scoring "devicemodel/|scoring/")
set(libs_scoring "fmt/")
set(no_std_scoring "${outer_world}")

set(ours_config "devicemodel/|config/")
set(libs_config "fmt/|yaml-cpp/")
set(no_std_config "thread|mutex|iostream")

set(ours_extender/api "devicemodel/|extender/api/")
set(libs_extender/api "${result}")
set(no_std_extender/api "${no_std_of_verbs}")

set(ours_extender/wire "devicemodel/|extender/(api|wire)/")
set(libs_extender/wire "rapidjson/|fmt/|boost/multiprecision/cpp_int|${result}")
set(no_std_extender/wire "${no_std_of_verbs}")

set(ours_extender/verbs "devicemodel/|scoring/|extender/(api|verbs)/")
set(libs_extender/verbs "fmt/|${result}")
set(no_std_extender/verbs "${no_std_of_verbs}")

set(ours_extender/routes "devicemodel/|scoring/|extender/(api|wire|verbs|routes)/|extender/http/exchange\\.hpp$")
set(libs_extender/routes "fmt/|spdlog/|${result}")
set(no_std_extender/routes "${no_std_of_verbs}")

set(ours_extender/http "extender/http/")
set(libs_extender/http "boost/|fmt/")
set(no_std_extender/http "iostream|fstream")

set(ours_extender/standalone "devicemodel/|extender/(api|wire|verbs|routes|standalone)/")
set(libs_extender/standalone "yaml-cpp/|fmt/|${result}")
set(no_std_extender/standalone "thread|mutex|iostream")

# Acts on the service from outside, as kube-scheduler does: it must not share what decides.
set(ours_extender/replay "devicemodel/|extender/(api|wire|http|replay)/")
set(never_extender/replay "devicemodel/(ledger|snapshot|effective_demand)|extender/http/(server|session)")
set(libs_extender/replay "fmt/|${result}")
set(no_std_extender/replay "mutex")

# Where everything meets. RapidJSON and Beast stay behind wire and http even here.
foreach(layer extender/app extender/cli)
    set(ours_${layer} "devicemodel/|scoring/|config/|extender/")
    set(libs_${layer} "boost/asio/|CLI/|fmt/|spdlog/|${result}")
    set(no_std_${layer} "^$")
endforeach()

set(bad "")

function(judge file layer line)
    file(RELATIVE_PATH shown ${ROOT} ${file})
    if(line MATCHES "\"([^\"]+)\"")
        set(target "${CMAKE_MATCH_1}")
        if(NOT target MATCHES "^(${ours_${layer}})" OR (never_${layer} AND target MATCHES "^(${never_${layer}})"))
            set(bad "${bad}\n  ${shown}: ${line}" PARENT_SCOPE)
        endif()
    elseif(line MATCHES "<([^>]+)>")
        set(target "${CMAKE_MATCH_1}")
        if(target MATCHES "^(sys|arpa|netinet|linux)/")
            return()
        endif()
        if((target MATCHES "/" AND NOT target MATCHES "^(${libs_${layer}})") OR target MATCHES "^(${no_std_${layer}})$")
            set(bad "${bad}\n  ${shown}: ${line}" PARENT_SCOPE)
        endif()
    endif()
endfunction()

file(GLOB folders RELATIVE ${ROOT} ${ROOT}/extender/*)
set(layers devicemodel scoring config)
foreach(folder ${folders})
    if(IS_DIRECTORY ${ROOT}/${folder})
        list(APPEND layers ${folder})
    endif()
endforeach()

foreach(layer ${layers})
    if(NOT DEFINED ours_${layer})
        string(APPEND bad "\n  ${layer}: has no line in test/structure/includes.cmake")
        continue()
    endif()
    file(GLOB_RECURSE files ${ROOT}/${layer}/*.hpp ${ROOT}/${layer}/*.cpp)
    foreach(file ${files})
        file(STRINGS ${file} lines REGEX "^[ \t]*#[ \t]*include")
        foreach(line ${lines})
            judge(${file} ${layer} "${line}")
        endforeach()
    endforeach()
endforeach()

if(bad)
    message(FATAL_ERROR "includes against the dependency direction (see ARCHITECTURE.md):${bad}")
endif()

# The layer check has to see what is planted: cmake -DSCRATCH=<folder of our own> -P includes_self_test.cmake

cmake_minimum_required(VERSION 3.25)

set(check ${CMAKE_CURRENT_LIST_DIR}/includes.cmake)

function(run_check out_result out_text)
    execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${SCRATCH} -P ${check}
        RESULT_VARIABLE result OUTPUT_VARIABLE text ERROR_VARIABLE text)
    set(${out_result} ${result} PARENT_SCOPE)
    set(${out_text} "${text}" PARENT_SCOPE)
endfunction()

# folder | line that is allowed there | line that is not
set(plants
    "devicemodel|#include <vector>|#include <chrono>"
    "devicemodel|#include \"devicemodel/b.hpp\"|#include \"scoring/b.hpp\""
    "devicemodel|#include <cstdint>|#include <rapidjson/document.h>"
    "scoring|#include \"devicemodel/b.hpp\"|#include \"extender/api/b.hpp\""
    "scoring|#include <fmt/format.h>|#include <spdlog/spdlog.h>"
    "config|#include <yaml-cpp/yaml.h>|#include \"scoring/b.hpp\""
    "config|#include \"devicemodel/b.hpp\"|#include \"extender/api/b.hpp\""
    "extender/api|#include <boost/system/result.hpp>|#include <boost/asio.hpp>"
    "extender/api|#include \"devicemodel/b.hpp\"|#include \"scoring/b.hpp\""
    "extender/wire|#include <rapidjson/reader.h>|#include \"scoring/b.hpp\""
    "extender/wire|#include \"extender/api/b.hpp\"|#include \"extender/verbs/b.hpp\""
    "extender/wire|#include <chrono>|#include <boost/beast.hpp>"
    "extender/verbs|#include \"scoring/b.hpp\"|#include \"extender/wire/b.hpp\""
    "extender/verbs|#include <chrono>|#include <rapidjson/reader.h>"
    "extender/verbs|#include <fmt/format.h>|#include <boost/asio/post.hpp>"
    "extender/verbs|#include \"extender/api/b.hpp\"|#include \"config/settings.hpp\""
    "extender/routes|#include \"extender/http/exchange.hpp\"|#include \"extender/http/server.hpp\""
    "extender/routes|#include \"extender/verbs/b.hpp\"|#include \"config/settings.hpp\""
    "extender/routes|#include \"extender/wire/b.hpp\"|#include <rapidjson/reader.h>"
    "extender/http|#include <boost/beast/core.hpp>|#include \"devicemodel/b.hpp\""
    "extender/http|#include \"extender/http/b.hpp\"|#include \"extender/api/b.hpp\""
    "extender/standalone|#include <yaml-cpp/yaml.h>|#include <boost/asio/post.hpp>"
    "extender/standalone|#include \"extender/verbs/b.hpp\"|#include \"extender/http/server.hpp\""
    "extender/replay|#include \"extender/http/client.hpp\"|#include \"extender/verbs/b.hpp\""
    "extender/replay|#include \"devicemodel/card.hpp\"|#include \"devicemodel/ledger.hpp\""
    "extender/replay|#include \"extender/wire/b.hpp\"|#  include  \"scoring/b.hpp\" // why not"
    "extender/cli|#include \"config/settings.hpp\"|#include \"test/support/b.hpp\""
    "extender/app|#include <boost/asio/post.hpp>|#include <boost/beast.hpp>"
    "extender/cli|#include <CLI/CLI.hpp>|#include <rapidjson/reader.h>")

foreach(plant ${plants})
    string(REGEX MATCH "^([^|]*)[|]([^|]*)[|]([^|]*)$" matched "${plant}")
    set(folder ${CMAKE_MATCH_1})
    set(good "${CMAKE_MATCH_2}")
    set(wrong "${CMAKE_MATCH_3}")

    file(REMOVE_RECURSE ${SCRATCH})
    file(WRITE ${SCRATCH}/${folder}/a.hpp "#pragma once\n${good}\n")
    run_check(result text)
    if(NOT result EQUAL 0)
        message(SEND_ERROR "${folder}: ${good} is allowed, yet: ${text}")
    endif()

    file(APPEND ${SCRATCH}/${folder}/a.hpp "${wrong}\n")
    run_check(result text)
    string(FIND "${text}" "${folder}/a.hpp: ${wrong}" at)
    if(result EQUAL 0 OR at EQUAL -1)
        message(SEND_ERROR "${folder}: ${wrong} was not reported: ${text}")
    endif()
endforeach()

file(REMOVE_RECURSE ${SCRATCH})
file(WRITE ${SCRATCH}/extender/novel/a.cpp "\n")
run_check(result text)
if(result EQUAL 0 OR NOT text MATCHES "extender/novel: has no line")
    message(SEND_ERROR "a folder without a layer was not reported: ${text}")
endif()
file(REMOVE_RECURSE ${SCRATCH})

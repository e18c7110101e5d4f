# What case_runner prints and how it exits. Run by CTest as cases.command with
#   cmake -DRUNNER=<case_runner> -DCASES=<test/cases> -DSCRATCH=<empty folder> -P command_test.cmake

# expect(<exit code> <regular expression the output matches> <arguments of case_runner>...)
function(expect code pattern)
    execute_process(COMMAND ${RUNNER} ${ARGN} OUTPUT_VARIABLE out ERROR_VARIABLE err RESULT_VARIABLE result)
    if(NOT result EQUAL code OR NOT "${out}${err}" MATCHES "${pattern}")
        message(FATAL_ERROR "case_runner ${ARGN}\nexit code ${result}, expected ${code}\nexpected: ${pattern}\n${out}${err}")
    endif()
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH})
file(COPY ${CASES}/own/pods-come-and-go.json ${CASES}/must-fail/wrong-fits.json DESTINATION ${SCRATCH})
file(WRITE ${SCRATCH}/other.json "{\"schema\":\"other/1\"}")
set(list ${SCRATCH}/list)

expect(1 "note: other.json has not the schema gpu-extender-case/1\nPASS pods-come-and-go\nFAIL wrong-fits: .*\n1 passed, 1 failed\n$"
    ${SCRATCH})
file(WRITE ${list} "wrong-fits  is wrong\n")
expect(0 "FAIL wrong-fits: .* \\(not yet: is wrong\\)\n1 passed, 1 failed\n$" ${SCRATCH} --not-yet ${list})
file(APPEND ${list} "pods-come-and-go  is not here yet\n")
expect(1 "PASS pods-come-and-go\n.*pods-come-and-go passes: take it off the not-yet list\n1 passed, 1 failed\n$"
    ${SCRATCH} --not-yet ${list})
file(WRITE ${list} "wrong-fits  is wrong\nnobody  is gone\n")
expect(1 "nobody is on the not-yet list but there is no such case\n" ${SCRATCH} --not-yet ${list})

file(WRITE ${SCRATCH}/not-yet "wrong-fits  is wrong\n")
expect(0 "1 passed, 1 failed\n$" ${SCRATCH})
file(WRITE ${SCRATCH}/broken.json "{")
expect(1 "FAIL broken.json: the file is not JSON: .*\n1 passed, 2 failed\n$" ${SCRATCH})
file(WRITE ${SCRATCH}/not-yet "wrong-fits\n")
expect(2 "wrong-fits has no reason" ${SCRATCH})
expect(105 "DIR" ${SCRATCH}/nowhere)

# Does the UPC compiler make a program? Asked once a build tree.
if(CMAKE_UPC_COMPILER_FORCED OR CMAKE_UPC_COMPILER_WORKS)
  set(CMAKE_UPC_COMPILER_WORKS TRUE)
  return()
endif()
message(STATUS "Check for working UPC compiler: ${CMAKE_UPC_COMPILER}")
file(WRITE "${CMAKE_BINARY_DIR}${CMAKE_FILES_DIRECTORY}/CMakeTmp/testUPCCompiler.upc"
  "#include <upc.h>\nshared int all[THREADS];\nint main(void)\n{\n    all[MYTHREAD] = 1;\n    upc_barrier;\n    return 0;\n}\n")
try_compile(CMAKE_UPC_COMPILER_WORKS "${CMAKE_BINARY_DIR}"
  "${CMAKE_BINARY_DIR}${CMAKE_FILES_DIRECTORY}/CMakeTmp/testUPCCompiler.upc" OUTPUT_VARIABLE POLDER_OUTPUT)
unset(CMAKE_UPC_COMPILER_WORKS_RESULT)
if(NOT CMAKE_UPC_COMPILER_WORKS)
  unset(CMAKE_UPC_COMPILER_WORKS CACHE)
  string(REPLACE "\n" "\n  " POLDER_OUTPUT "${POLDER_OUTPUT}")
  message(FATAL_ERROR "The UPC compiler\n  ${CMAKE_UPC_COMPILER}\ncannot make a simple program:\n  ${POLDER_OUTPUT}")
endif()
message(STATUS "Check for working UPC compiler: ${CMAKE_UPC_COMPILER} - works")

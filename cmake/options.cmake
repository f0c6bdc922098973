# What a build can be told, and what every target of ours is compiled with.
option(POLDER_BUILD_TESTS "Build the unit tests (needs GoogleTest)" ON)
option(POLDER_BUILD_BENCH "Build the benchmarks' helpers" ON)
option(POLDER_WERROR "Warnings are errors" OFF)
set(POLDER_SANITIZE "" CACHE STRING "what -fsanitize= takes, or empty: instruments compiler, runtime and the programs upcc builds")

option(POLDER_FUZZ "Build the coverage-guided fuzzer of the front end (needs clang)" OFF)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS ON)
set(CMAKE_C_STANDARD 11)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(POLDER_CCACHE ccache)
if(POLDER_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${POLDER_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${POLDER_CCACHE})
endif()

set(POLDER_WARNINGS -Wall -Wextra)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  list(APPEND POLDER_WARNINGS $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>) # false alarms on std::string (gcc bug 105329)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND POLDER_WARNINGS -Wno-psabi) # vectors are passed between functions of one file only
endif()
if(POLDER_WERROR)
  list(APPEND POLDER_WARNINGS -Werror)
endif()
if(POLDER_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
# What programs built by this upcc need beside the user's own options.
set(POLDER_PROGRAM_FLAGS "")
if(POLDER_SANITIZE)
  set(POLDER_PROGRAM_FLAGS -fsanitize=${POLDER_SANITIZE})
  add_compile_options(-fsanitize=${POLDER_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${POLDER_SANITIZE})
  if(POLDER_SANITIZE MATCHES undefined) # copies of private data lie at a distance from the object the compiler knows
    add_compile_options(-fno-sanitize=object-size)
  endif()
  if(POLDER_SANITIZE STREQUAL "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-tsan) # gcc says that it does not model fences; the orders they give hold by the operations around them
  endif()
endif()

# The language UPC for CMake, first of four files: which upcc, and what it says of itself. CMake includes it once a build tree, by
# enable_language(UPC) or project(... LANGUAGES UPC); find_package(Polder) makes its folder known and enables the language.
#
# The compiler is, in this order: CMAKE_UPC_COMPILER, the environment variable UPCC, the C compiler if that is upcc, the upcc of the
# prefix that holds this file, and upcc in PATH.
if(NOT CMAKE_UPC_COMPILER)
  set(CMAKE_UPC_COMPILER_INIT NOTFOUND)
  if(NOT "$ENV{UPCC}" STREQUAL "")
    get_filename_component(CMAKE_UPC_COMPILER_INIT "$ENV{UPCC}" PROGRAM PROGRAM_ARGS CMAKE_UPC_FLAGS_ENV_INIT)
    if(NOT CMAKE_UPC_COMPILER_INIT)
      message(FATAL_ERROR "The compiler that the environment variable UPCC names was not found:\n  $ENV{UPCC}")
    endif()
  elseif(CMAKE_C_COMPILER MATCHES "(^|/)upcc$")
    set(CMAKE_UPC_COMPILER_INIT "${CMAKE_C_COMPILER}")
  endif()
  if(CMAKE_UPC_COMPILER_INIT)
    set(CMAKE_UPC_COMPILER "${CMAKE_UPC_COMPILER_INIT}" CACHE FILEPATH "UPC compiler")
  else()
    # lib/cmake/Polder/language or lib/ARCHITECTURE/cmake/Polder/language
    find_program(CMAKE_UPC_COMPILER NAMES upcc DOC "UPC compiler"
      HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../../bin" "${CMAKE_CURRENT_LIST_DIR}/../../../../../bin")
  endif()
endif()
if(CMAKE_UPC_COMPILER AND NOT IS_ABSOLUTE "${CMAKE_UPC_COMPILER}")
  find_program(CMAKE_UPC_COMPILER_WITH_PATH NAMES "${CMAKE_UPC_COMPILER}")
  if(CMAKE_UPC_COMPILER_WITH_PATH)
    set(CMAKE_UPC_COMPILER "${CMAKE_UPC_COMPILER_WITH_PATH}" CACHE FILEPATH "UPC compiler" FORCE)
  endif()
  unset(CMAKE_UPC_COMPILER_WITH_PATH CACHE)
endif()
if(NOT CMAKE_UPC_COMPILER)
  message(FATAL_ERROR "No UPC compiler was found: put upcc into PATH, or name it with -DCMAKE_UPC_COMPILER=PATH")
endif()
mark_as_advanced(CMAKE_UPC_COMPILER)

# Version, the family of the compiler below, and what another linker than upcc must link behind UPC objects.
execute_process(COMMAND "${CMAKE_UPC_COMPILER}" --version RESULT_VARIABLE POLDER_STATUS
  OUTPUT_VARIABLE POLDER_SAYS ERROR_VARIABLE POLDER_COMPLAINS)
if(NOT POLDER_STATUS EQUAL 0 OR NOT POLDER_SAYS MATCHES "^upcc \\(Polder\\) ([0-9.]+)")
  message(FATAL_ERROR "The UPC compiler is no upcc of Polder, or does not work:\n  ${CMAKE_UPC_COMPILER}\n"
    "${POLDER_SAYS}${POLDER_COMPLAINS}")
endif()
set(CMAKE_UPC_COMPILER_VERSION "${CMAKE_MATCH_1}")
set(CMAKE_UPC_COMPILER_ID "Polder")
if(POLDER_SAYS MATCHES "clang")
  set(POLDER_BACK_END "Clang")
else()
  set(POLDER_BACK_END "GNU")
endif()
message(STATUS "The UPC compiler identification is Polder ${CMAKE_UPC_COMPILER_VERSION} (on ${POLDER_BACK_END})")
execute_process(COMMAND "${CMAKE_UPC_COMPILER}" --link-flags OUTPUT_VARIABLE POLDER_SAYS OUTPUT_STRIP_TRAILING_WHITESPACE)
separate_arguments(POLDER_LINK_WORDS UNIX_COMMAND "${POLDER_SAYS}")
execute_process(COMMAND "${CMAKE_UPC_COMPILER}" -print-multiarch OUTPUT_VARIABLE POLDER_ARCHITECTURE
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)

# Archiver, linker and so on, for projects without another language.
get_filename_component(_CMAKE_TOOLCHAIN_LOCATION "${CMAKE_UPC_COMPILER}" PATH)
set(_CMAKE_PROCESSING_LANGUAGE "UPC")
include(CMakeFindBinUtils)
unset(_CMAKE_PROCESSING_LANGUAGE)
# One that understands objects of link-time optimisation.
if(POLDER_BACK_END STREQUAL "Clang")
  find_program(CMAKE_UPC_COMPILER_AR NAMES llvm-ar ar DOC "Archiver for UPC objects with link-time optimisation")
  find_program(CMAKE_UPC_COMPILER_RANLIB NAMES llvm-ranlib ranlib DOC "Indexer of such archives")
else()
  find_program(CMAKE_UPC_COMPILER_AR NAMES gcc-ar ar DOC "Archiver for UPC objects with link-time optimisation")
  find_program(CMAKE_UPC_COMPILER_RANLIB NAMES gcc-ranlib ranlib DOC "Indexer of such archives")
endif()
mark_as_advanced(CMAKE_UPC_COMPILER_AR CMAKE_UPC_COMPILER_RANLIB)

configure_file("${CMAKE_CURRENT_LIST_DIR}/CMakeUPCCompiler.cmake.in" "${CMAKE_PLATFORM_INFO_DIR}/CMakeUPCCompiler.cmake" @ONLY)
set(CMAKE_UPC_COMPILER_ENV_VAR "UPCC")

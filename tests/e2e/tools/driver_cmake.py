"""A CMake project takes upcc as its C compiler: identification, a library, a header that changes,
.c and .upc sources."""

# sanitize: no, processes do not go with sanitizers
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import shutil  # noqa: E402
import time  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

if not shutil.which("cmake"):
    skip("needs cmake")
generator = ["-G", "Ninja"] if shutil.which("ninja") else []
write(
    "p/CMakeLists.txt",
    """cmake_minimum_required(VERSION 3.20)
project(p C)
include(CheckIncludeFile)
include(CheckFunctionExists)
include(CheckCCompilerFlag)
check_include_file(stdio.h HAVE_STDIO)
check_include_file(no_such_header.h HAVE_NONSENSE)
check_function_exists(printf HAVE_PRINTF)
check_c_compiler_flag(-Wall HAVE_WALL)
check_c_compiler_flag(-fno-such-flag HAVE_NO_SUCH_FLAG)
string(APPEND headers "${HAVE_STDIO} [${HAVE_NONSENSE}] ${HAVE_PRINTF}")
message(STATUS "found: ${CMAKE_C_COMPILER_ID} ${headers} ${HAVE_WALL} [${HAVE_NO_SUCH_FLAG}]")
set(CMAKE_C_STANDARD 11)
find_package(Threads REQUIRED)
add_library(part STATIC part.c)
set_source_files_properties(hello.upc PROPERTIES LANGUAGE C)
add_executable(hello hello.upc)
target_link_libraries(hello part Threads::Threads m)
add_library(dynamic SHARED dynamic.c)
add_executable(user user.c)
target_link_libraries(user dynamic)
""",
)
write(
    "p/hello.upc",
    HELLO.replace("int main(void)\n{", '#include "part.h"\nint main(void)\n{\n    part();'),
)
write("p/part.h", "void part(void);\n#define PART 1\n")
write(
    "p/part.c",
    '#include <upc.h>\n#include "part.h"\nshared int part_data[THREADS];\n'
    'void part(void) { part_data[MYTHREAD] = PART; }\n',
)
write(
    "p/dynamic.c",
    "#include <upc.h>\nshared int there[THREADS];\n"
    "int sum(void) { there[MYTHREAD] = 1; upc_barrier; int s = 0;\n"
    "for (int i = 0; i < THREADS; i++) s += there[i]; return s; }\n",
)
write(
    "p/user.c",
    '#include <stdio.h>\n#include <upc.h>\nint sum(void);\n'
    'int main(void) { int s = sum(); if (!MYTHREAD) printf("%d\\n", s); return 0; }\n',
)
configured = run(
    "cmake",
    "-S",
    "p",
    "-B",
    "b",
    *generator,
    f"-DCMAKE_C_COMPILER={UPCC}",
    "-DCMAKE_BUILD_TYPE=Release",
)
found = next(line for line in configured.out.split("\n") if "found:" in line)
check(
    "found: GNU 1 [] 1 1 []" in found or "found: Clang 1 [] 1 1 []" in found, "configuration", found
)
run("cmake", "--build", "b")
check_hello("b/hello")
check(upcrun("-n", "3", "-p", "2", "b/user").out == "3\n", "a program with a shared UPC library")

# dependencies: a changed header rebuilds
time.sleep(0.02)
write("p/part.h", "void part(void);\n#define PART 2\n")
check("part.c" in run("cmake", "--build", "b").out, "a changed header rebuilds nothing")
print("pass")

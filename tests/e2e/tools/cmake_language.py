"""The language UPC of CMake: enabled by find_package(Polder) from an installed prefix, with the
oldest and the newest CMake that are there, Ninja and Makefiles.

Programs, libraries, C++ mains, dependencies, link-time optimisation, ctest,
compile_commands.json, unity builds, and nothing built twice.
"""

# sanitize: no, other linkers do not link a sanitizer
# cores: 2
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import glob  # noqa: E402
import json  # noqa: E402
import re  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

# `./dev test` puts further versions below build/cmakes.
CMAKES = sorted(glob.glob(f"{SOURCE}/build/cmakes/*/cmake/data/bin/cmake")) or [
    p for p in [shutil.which("cmake")] if p
]
if not CMAKES:
    skip("needs cmake")
VERSION = re.search(r"VERSION (\S+)", read(f"{SOURCE}/CMakeLists.txt").partition("project(")[2])[1]
os.environ.pop(
    "UPCC", None
)  # CMake asks it for the compiler's name; here the installed one is wanted
GENERATORS = [
    name
    for name, program in (("Ninja", "ninja"), ("Unix Makefiles", "make"))
    if shutil.which(program)
]
run("cmake", "--install", BUILD, "--prefix", os.path.abspath("prefix"))
PREFIX = os.path.abspath("prefix")

write(
    "p/CMakeLists.txt",
    """cmake_minimum_required(VERSION 3.16)
project(p C CXX)
find_package(Polder 0.1 REQUIRED)
enable_testing()
add_subdirectory(parts)

add_executable(hello hello.upc)
target_link_libraries(hello PRIVATE part)
target_compile_definitions(hello PRIVATE GREETING=1)
add_test(NAME hello COMMAND Polder::upcrun -n 3 $<TARGET_FILE:hello>)

add_executable(optimised hello.upc)
target_link_libraries(optimised PRIVATE part)
target_compile_definitions(optimised PRIVATE GREETING=1)
set_target_properties(optimised PROPERTIES INTERPROCEDURAL_OPTIMIZATION ON UNITY_BUILD ON)

add_executable(cxx_main cxx_main.cc)
target_link_libraries(cxx_main PRIVATE total)
add_executable(c_main c_main.c total.upc)
target_link_libraries(c_main PRIVATE Polder::polder)
add_executable(with_library c_main.c)
target_link_libraries(with_library PRIVATE total_shared)

polder_add_executable(fixed fixed.c THREADS 2 OPTIONS -O1)
polder_add_library(total total.upc)
polder_add_library(total_shared SHARED total_shared.upc)
install(TARGETS hello DESTINATION bin)
""",
)
write(
    "p/parts/CMakeLists.txt",
    "add_library(part STATIC part.upc)\nadd_library(dynamic SHARED dynamic.upc)\n"
    'target_include_directories(part PUBLIC "the headers")\n'
    "target_link_libraries(part PUBLIC dynamic)\n",
)
write("p/parts/the headers/part.h", "void part(void);\n#define PART 1\n")
write(
    "p/parts/part.upc",
    '#include <upc.h>\n#include "part.h"\nint there(void);\nshared int part_data[THREADS];\n'
    "void part(void) { part_data[MYTHREAD] = PART + there() - 1; }\n",
)
write(
    "p/parts/dynamic.upc",
    "#include <upc.h>\nshared int in_library[THREADS];\nint there(void) { in_library[MYTHREAD] = 1;"
    " return in_library[MYTHREAD]; }\n",
)
write(
    "p/hello.upc",
    '#if !GREETING\n#error definitions are lost\n#endif\n#include "part.h"\n'
    + HELLO.replace("int main(void)\n{", "int main(void)\n{\n    part();"),
)
write("p/fixed.c", HELLO)
TOTAL = """#include <upc.h>
shared int values[THREADS];
int total(int mine) { values[MYTHREAD] = mine; upc_barrier; int sum = 0;
    for (int t = 0; t < THREADS; t++) sum += values[t]; upc_barrier; return sum; }
"""
write("p/total.upc", TOTAL)
write("p/total_shared.upc", TOTAL)
MAIN = """#include <polder/polder.h>
#include <stdio.h>
int total(int mine);
int main(int argc, char **argv) {
    polder_init(&argc, &argv);
    int sum = total(polder_mythread() + 1);
    if (polder_mythread() == 0) printf("sum %d of %d threads\\n", sum, polder_threads());
    polder_finalize();
    return 0;
}
"""
write("p/c_main.c", MAIN)
write("p/cxx_main.cc", MAIN.replace("int total", 'extern "C" int total'))


def built(cmake, folder, generator):
    """What a build compiles, by the names of sources; and its whole output."""
    result = run(
        cmake, "--build", folder, *(["--", "-v"] if generator == "Ninja" else ["--", "VERBOSE=1"])
    )
    return (
        sorted(set(re.findall(r"-c \S*?/([\w.]+\.(?:upc|c|cc))(?=$|[ &'\"])", result.out, re.M))),
        result,
    )


def project(cmake, generator, folder):
    configured = run(
        cmake,
        "-S",
        "p",
        "-B",
        folder,
        "-G",
        generator,
        f"-DCMAKE_PREFIX_PATH={PREFIX}",
        "-DCMAKE_BUILD_TYPE=Release",
        "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
    )
    check(
        f"The UPC compiler identification is Polder {VERSION}" in configured.out
        and "Warning" not in configured.err,
        "configuration",
        configured,
    )
    sources, result = built(cmake, folder, generator)
    check(
        sources
        == sorted(
            [
                "c_main.c",
                "cxx_main.cc",
                "dynamic.upc",
                "fixed.c",
                "hello.upc",
                "part.upc",
                "total.upc",
                "total_shared.upc",
            ]
        ),
        "what was compiled",
        sources,
        result,
    )
    check("-flto" in result.out, "link-time optimisation", result)
    for program in ("hello", "optimised"):
        check_hello(f"{folder}/{program}")
    for program in ("cxx_main", "c_main", "with_library"):
        check(
            upcrun("-n", "3", f"{folder}/{program}").out == "sum 6 of 3 threads\n",
            f"a main in another language: {program}",
        )
    check(
        upcrun("-n", "2", f"{folder}/fixed").out == "sum 3 of 2 threads\n",
        "a program with static THREADS",
    )
    check(
        upcrun("-n", "3", f"{folder}/fixed", status=None).status != 0,
        "the wrong number of threads was accepted",
    )
    tests = run(os.path.join(os.path.dirname(cmake), "ctest"), cwd=folder)
    check("100% tests passed" in tests.out and "Passed" in tests.out, "ctest", tests)
    if generator != "Ninja":
        return  # the others have a closed list of languages
    commands = {
        os.path.basename(c["file"]): c["command"]
        for c in json.loads(read(f"{folder}/compile_commands.json"))
    }
    check(
        "hello.upc" in commands
        and "upcc" in commands["hello.upc"]
        and "-DGREETING=1" in commands["hello.upc"],
        "compile_commands.json",
        commands,
    )


def rebuilds(cmake, generator, folder):
    """Nothing a second time; what includes a header when it changes; everything after `touch`."""
    sources, result = built(cmake, folder, generator)
    check(
        sources == [] and (generator != "Ninja" or "no work to do" in result.out),
        "built once more without a change",
        sources,
        result,
    )
    later = os.stat("p/parts/the headers/part.h").st_mtime + 100
    write("p/parts/the headers/part.h", read("p/parts/the headers/part.h"))
    os.utime("p/parts/the headers/part.h", (later, later))
    run(cmake, "-E", "touch", "p/parts/the headers/part.h")
    sources, result = built(cmake, folder, generator)
    check(sources == ["hello.upc", "part.upc"], "after a change of a header", sources, result)


for i, cmake in enumerate(CMAKES):
    for j, generator in enumerate(GENERATORS):
        folder = f"b{i}{j}"
        project(cmake, generator, folder)
        rebuilds(cmake, generator, folder)
        print(run(cmake, "--version").out.split("\n")[0], generator)

# UPC alone; before project(); upcc as the C compiler too
write(
    "alone/CMakeLists.txt",
    "cmake_minimum_required(VERSION 3.16)\nfind_package(Polder REQUIRED)\nproject(alone LANGUAGES"
    " UPC)\nadd_executable(hello hello.upc)\n",
)
write("alone/hello.upc", HELLO)
cmake = CMAKES[-1]
package = glob.glob(f"{PREFIX}/lib*/**/PolderConfig.cmake", recursive=True)[0]
where = f"-DPolder_DIR={os.path.dirname(package)}"
run(cmake, "-S", "alone", "-B", "ba", "-G", GENERATORS[0], where)
run(cmake, "--build", "ba")
check_hello("ba/hello")
write(
    "both/CMakeLists.txt",
    "cmake_minimum_required(VERSION 3.16)\nproject(both C)\nfind_package(Polder"
    " REQUIRED)\nadd_executable(hello hello.upc twice.c)\n",
)
write(
    "both/hello.upc",
    "int twice(int);\n" + HELLO.replace("MYTHREAD + 1;", "twice(MYTHREAD + 1) / 2;"),
)
write("both/twice.c", "#include <upc.h>\nint twice(int x) { upc_fence; return 2 * x; }\n")
run(
    cmake,
    "-S",
    "both",
    "-B",
    "bb",
    "-G",
    GENERATORS[0],
    f"-DCMAKE_C_COMPILER={PREFIX}/bin/upcc",
    f"-DCMAKE_PREFIX_PATH={PREFIX}",
)
run(cmake, "--build", "bb")
check_hello("bb/hello")

# mistakes: a compiler that is none; .upc files in a project that does not know them
broken = run(
    cmake,
    "-S",
    "alone",
    "-B",
    "bc",
    "-G",
    GENERATORS[0],
    "-DCMAKE_UPC_COMPILER=/bin/true",
    f"-DCMAKE_PREFIX_PATH={PREFIX}",
    status=1,
)
check(
    "The UPC compiler is no upcc of Polder" in broken.err and "/bin/true" in broken.err,
    "a compiler that is none",
    broken,
)
write(
    "lost/CMakeLists.txt",
    "cmake_minimum_required(VERSION 3.16)\nproject(lost C)\nadd_executable(hello hello.upc"
    " twice.c)\n",
)
shutil.copy("both/hello.upc", "lost"), shutil.copy("both/twice.c", "lost")
run(cmake, "-S", "lost", "-B", "bl", "-G", GENERATORS[0], f"-DCMAKE_C_COMPILER={PREFIX}/bin/upcc")
lost = run(cmake, "--build", "bl", status=None)
check(
    lost.status != 0 and "find_package(Polder REQUIRED)" in lost.out + lost.err,
    "a project that leaves .upc files out",
    lost,
)
print("pass")

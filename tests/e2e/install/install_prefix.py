"""cmake --install gives a prefix that works, also after it was moved: programs, headers, manual,
pkg-config, CMake package."""

# sanitize: no, plain cc does not link a sanitizer
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import re  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

write("first/share/man/man1/of_others.1", "stays\n")
run("cmake", "--install", BUILD, "--prefix", os.path.abspath("first"))
shutil.move("first", "prefix")
prefix = os.path.abspath("prefix")
write("hello.upc", HELLO)
check_files(
    [
        f"prefix/{p}"
        for p in (
            "bin/upcc",
            "bin/upcrun",
            "include/upc.h",
            "include/polder/abi.h",
            "share/man/man1/upcc.1",
            "share/man/man1/upcrun.1",
            "share/polder/gdb/polder_gdb/types.py",
            "share/gdb/auto-load/polder-gdb.py",
            "share/vim/vimfiles/syntax/upc.vim",
            "share/polder/vscode/package.json",
            "share/polder/polder-upc.vsix",
            "share/bash-completion/completions/upcrun",
            "share/zsh/site-functions/_upcc",
            "share/fish/vendor_completions.d/upcc.fish",
        )
    ]
)
# What there is to read: links between pages lead somewhere, nothing speaks of folders that only the
# sources have.
docs = "prefix/share/doc/polder"
check_files(
    [
        f"{docs}/{page}"
        for page in (
            "guide/getting-started.md",
            "guide/installing.md",
            "guide/errors.md",
            "guide/tutorial/solutions.md",
            "performance.md",
            "examples/heat.upc",
            "examples/interop/waves.upc",
            "design/optimiser.md",
            "spec/upc-1.3.md",
        )
    ]
)
for page in (
    os.path.join(folder, f)
    for folder, _, files in os.walk(docs)
    for f in files
    if f.endswith(".md")
):
    prose = re.sub(r"^```.*?^```|`[^`\n]*`", "", read(page), flags=re.M | re.S)
    for target in re.findall(r"\]\((?!\w+:)([^()#\s]+)", prose):
        check(
            os.path.exists(os.path.join(os.path.dirname(page), target)), f"{page} links to {target}"
        )
for page in ("upcc.1", "upcrun.1", "polder.1"):
    for name in re.findall(r"share/doc/polder/(\S+\.md)", read(f"prefix/share/man/man1/{page}")):
        check_files([f"{docs}/{name}"])
    check(
        "docs/" not in read(f"prefix/share/man/man1/{page}"),
        f"{page} names a folder of the sources",
    )
# The site: chapters in order, pages of every kind, an index to search in, links that lead
# somewhere.
if shutil.which("mkdocs"):
    front = read(f"{docs}/html/index.html")
    titles = ["Getting started", "1. Installing", "2. Threads", "17. A whole", "Solutions"]
    titles += ["upcc(1)"] if shutil.which("mandoc") else []  # which makes HTML of manual pages
    order = [front.find(title) for title in titles]
    check(-1 not in order and order == sorted(order), "chapters of the site", order)
    index = read(f"{docs}/html/search/search_index.json")
    check("upc_all_reduce" in index and "heat.upc" in index, "the index to search in")
    for page in (
        os.path.join(folder, f)
        for folder, _, files in os.walk(f"{docs}/html")
        for f in files
        if f.endswith(".html") and f != "404.html"
    ):
        for target in re.findall(r'href="(?!\w+:|#)([^"#?]+)', read(page)):
            check(
                os.path.exists(os.path.join(os.path.dirname(page), target)),
                f"{page} links to {target}",
            )
else:
    print("mkdocs is missing: no site was made")
path = {"PATH": prefix + "/bin:" + os.environ["PATH"], "POLDER_CC": os.environ.get("POLDER_CC", "")}
run("upcc", "-O2", "hello.upc", "-o", "hello", env=path)
check(
    run("upcrun", "-n", "2", "./hello", env=path).out == "sum 3 of 2 threads\n",
    "an installed upcrun",
)
for page in os.listdir("prefix/share/man/man3"):  # links lead to pages that are there
    target = re.match(r"\.so (man3/\S+)\n", read("prefix/share/man/man3/" + page))
    check_files([f"prefix/share/man/{target[1]}"] if target else [])
check_files(
    [
        f"prefix/share/man/man3/{page}.3"
        for page in ("upc.h", "upc_collective.h", "upc_alloc", "upc_all_reduceLD", "upc_all_fopen")
    ]
)
if shutil.which("gdb"):
    run("upcc", "-g", "hello.upc", "-o", "debugged", env=path)
    result = run(
        "gdb",
        "-batch",
        "-iex",
        f"add-auto-load-safe-path {prefix}/share",
        "-ex",
        "whatis seen",
        "-ex",
        "upc-print 6*7",
        "./debugged",
    )
    check(
        "type = shared int [THREADS]" in result.out and "= 42" in result.out,
        "gdb with the installed scripts",
        result,
    )
with open("prefix/bin/upcc", "rb") as installed:
    known = f"{SOURCE}/include\0".encode() in installed.read()
check(not known, "the installed upcc knows the source folder")

library_dir = os.path.dirname(
    next(
        os.path.join(d, f) for d, _, files in os.walk("prefix") for f in files if f == "libpolder.a"
    )
)
if shutil.which("pkg-config"):
    env = {"PKG_CONFIG_PATH": os.path.join(library_dir, "pkgconfig")}
    flags = run("pkg-config", "--cflags", "--libs", "polder", env=env).out.split()
    upcc_path = run("pkg-config", "--variable=upcc", "polder", env=env).out.strip()
    run(upcc_path, "-c", "hello.upc")
    run(CC, "hello.o", *flags, "-o", "by_pkg_config")
    check_hello("./by_pkg_config")

write(
    "project/CMakeLists.txt",
    """cmake_minimum_required(VERSION 3.20)
project(user C)
find_package(Polder 0.1 REQUIRED)
polder_add_executable(hello hello.upc)
target_compile_definitions(hello PRIVATE GREETING=1)
target_include_directories(hello PRIVATE inc)
polder_add_executable(fixed hello.upc THREADS 2 OPTIONS -O1)
target_include_directories(fixed PRIVATE inc)
target_compile_definitions(fixed PRIVATE GREETING=1)
""",
)
write("project/inc/extra.h", "#if !GREETING\n#error definitions are lost\n#endif\n")
write("project/hello.upc", '#include "extra.h"\n' + HELLO)
generator = ["-G", "Ninja"] if shutil.which("ninja") else []
run(
    "cmake",
    "-S",
    "project",
    "-B",
    "b",
    *generator,
    f"-DCMAKE_PREFIX_PATH={prefix}",
    "-DCMAKE_BUILD_TYPE=Release",
)
run("cmake", "--build", "b")
check_hello("b/hello")
check(upcrun("-n", "2", "b/fixed").out == "sum 3 of 2 threads\n", "a program with static THREADS")
check(
    upcrun("-n", "3", "b/fixed", status=None).status != 0,
    "the wrong number of threads was accepted",
)
# OpenSHMEM: its CMake package, pkg-config file and shared library.
RING = """#include <shmem.h>
#include <stdio.h>
static int word;
int main(void)
{
    shmem_init();
    const int me = shmem_my_pe(), pes = shmem_n_pes();
    shmem_int_p(&word, me + 1, (me + 1) % pes);
    shmem_barrier_all();
    if (word == (me + pes - 1) % pes + 1) puts("heard");
    shmem_finalize();
    return 0;
}
"""
LAUNCHER = prefix + "/bin/oshrun"


def check_ring(program, what):
    done = run(LAUNCHER, "-n", "2", program)
    check(done.out == "heard\nheard\n", what, done)


write("s/ring.c", RING)
write("s/ring.cc", RING)
write(
    "s/CMakeLists.txt",
    """cmake_minimum_required(VERSION 3.16)
project(s C CXX)
find_package(OpenSHMEM 1.5 REQUIRED COMPONENTS C CXX)
add_executable(ring ring.c)
target_link_libraries(ring PRIVATE OpenSHMEM::OpenSHMEM_C)
add_executable(ring_cxx ring.cc)
target_link_libraries(ring_cxx PRIVATE OpenSHMEM::OpenSHMEM_CXX)
add_executable(ring_shared ring.c)
target_link_libraries(ring_shared PRIVATE OpenSHMEM::OpenSHMEM_shared)
add_executable(ring_older ring.c)
target_include_directories(ring_older PRIVATE ${OpenSHMEM_C_INCLUDE_DIRS})
target_link_libraries(ring_older PRIVATE ${OpenSHMEM_C_LIBRARIES})
enable_testing()
set(LAUNCH ${OpenSHMEMEXEC_EXECUTABLE} ${OpenSHMEMEXEC_NUMPROC_FLAG} 2)
add_test(NAME ring COMMAND ${LAUNCH} $<TARGET_FILE:ring>)
""",
)
where = [f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Release"]
run("cmake", "-S", "s", "-B", "sb", *generator, *where)
run("cmake", "--build", "sb")
for name in ("ring", "ring_cxx", "ring_shared", "ring_older"):
    check_ring(f"sb/{name}", f"OpenSHMEM by CMake: {name}")
if shutil.which("pkg-config"):
    flags = run("pkg-config", "--cflags", "--libs", "polder-shmem", env=env).out.split()
    run(CC, "-O2", "s/ring.c", *flags, "-o", "ring")
    check_ring("./ring", "OpenSHMEM by pkg-config")
# A program that was linked without OpenSHMEM.
write(
    "loaded.py",
    """import ctypes
import sys
shmem = ctypes.CDLL(sys.argv[1])
shmem.shmem_malloc.restype = ctypes.c_void_p
shmem.shmem_init()
me, pes = shmem.shmem_my_pe(), shmem.shmem_n_pes()
word = ctypes.c_void_p(shmem.shmem_malloc(8))
shmem.shmem_long_p(word, ctypes.c_long(me + 10), (me + 1) % pes)
shmem.shmem_barrier_all()
shmem.shmem_long_g.restype = ctypes.c_long
# One call, so one write also where PYTHONUNBUFFERED is set: print makes two.
sys.stdout.write(f"{shmem.shmem_long_g(word, me) - 10}\\n")
sys.stdout.flush()
shmem.shmem_finalize()
""",
)
library = f"{library_dir}/polder/libpolder_shmem.so"
done = run(LAUNCHER, "-n", "2", sys.executable, "loaded.py", library)
check(sorted(done.out.split()) == ["0", "1"], "the shared library, loaded by Python", done)
# Taken away again, from where it was moved to: nothing stays but what belongs to others.
run(f"{SOURCE}/dev", "uninstall", "prefix")
left = [os.path.join(folder, f) for folder, _, files in os.walk("prefix") for f in files]
check(
    left == ["prefix/share/man/man1/of_others.1"] and sorted(os.listdir("prefix")) == ["share"],
    "uninstall leaves",
    left,
)
result = run("cmake", f"-DPREFIX={prefix}", "-P", f"{SOURCE}/cmake/uninstall.cmake", status=None)
check(result.status != 0 and "no Polder is installed" in result.err, "uninstall twice", result)
print("pass")

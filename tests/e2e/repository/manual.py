"""The manual: pages are well-formed, and functions have link pages. The example of each library
page compiles without a word, runs and is right. The check that compares pages with headers notices
what is wrong."""

# sanitize: no, the examples run on processes too
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import glob  # noqa: E402
import re  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

PAGES = sorted(glob.glob(f"{SOURCE}/docs/man/*.[13]"))
check(len(PAGES) >= 16, "pages", PAGES)
if shutil.which("groff"):
    for page in PAGES:
        result = run("groff", "-man", "-t", "-ww", "-Tutf8", "-P-cbou", page)
        check(result.err == "", f"groff on {page}", result.err)
        check(
            "EXAMPLES" in result.out and "SEE ALSO" in result.out, f"sections of {page}", result.out
        )
else:
    print("groff is missing: pages were not set")
if shutil.which("mandoc"):
    result = run("mandoc", "-Tlint", "-W", "warning", *PAGES, status=None)
    problems = [line for line in result.out.split("\n") if line and "missing date" not in line]
    check(not problems, "mandoc", "\n".join(problems))
else:
    print("mandoc is missing: pages were not linted")

for page in (p for p in PAGES if p.endswith(".3")):
    found = re.search(r"^\.EX\n(.*?)^\.EE$", read(page), re.M | re.S)
    check(found, f"{page} has no example")
    code = found[1].replace("\\-", "-").replace("\\e", "\\")
    name = os.path.basename(page)[:-4]
    if name.startswith("polder"):  # of the engine: plain C
        write(f"{name}.c", code)
        flags, libraries = (
            upcc(question).out.split() for question in ("--compile-flags", "--link-flags")
        )
        result = run(CC, "-O1", "-Wall", *flags, f"{name}.c", *libraries, "-o", name)
    elif name.startswith("shmem"):
        write(f"{name}.c", code)
        result = run(OSHCC, "-O1", "-Wall", f"{name}.c", "-o", name)
    else:
        write(f"{name}.upc", code)
        result = upcc("-O1", "-Wall", f"{name}.upc", "-o", name)
    check(result.err == "", f"the example of {name}", result.err)
    for processes in ("3",) if name.startswith("shmem") else ("1", "3"):
        out = upcrun("-n", "3", "-p", processes, f"./{name}").out
        check(
            set(out.split()) == {"right"},
            f"the example of {name} on 3 threads, {processes} processes",
            out,
        )

run(sys.executable, f"{SOURCE}/tools/manual/links.py", "--cc", CC.split()[0], "man3")
for link, page in {
    "upc_all_reduceLD": "upc_collective.h",
    "bupc_atomicU64_cswap_strict": "bupc_atomics.h",
    "upc_strict.h": "upc.h",
    "bupc_allv_gather": "bupc_collectivev.h",
}.items():
    check(read(f"man3/{link}.3") == f".so man3/{page}.3\n", f"the link of {link}")
check_files(
    [f"{SOURCE}/docs/man/" + read(path).strip()[len(".so man3/") :] for path in glob.glob("man3/*")]
)

# the check sees a page that lacks a function, declares another one, or lost a constant
os.makedirs("copy/docs")
for part in ("include", "tools", "base", "compiler"):
    os.symlink(f"{SOURCE}/{part}", f"copy/{part}")
shutil.copytree(f"{SOURCE}/docs/man", "copy/docs/man")
page = read("copy/docs/man/upc_tick.h.3")
for wrong, complaint in (
    (
        page.replace("upc_ticks_now(void)", "upc_ticks_now(int)"),
        "the synopsis lacks 'upc_tick_t upc_ticks_now(void);'",
    ),
    (page.replace("upc_ticks_to_ns(", "upc_ticks_to_us("), "is not in the header"),
    (page.replace("UPC_TICK_MAX", "UPC_TICK_MOST"), "UPC_TICK_MAX is missing"),
):
    write("copy/docs/man/upc_tick.h.3", wrong)
    program = (
        f"import sys; sys.path[:0] = ['{SOURCE}/tools/check', '{SOURCE}/tools/support']; import "
        f"manual; "
        "manual.tree.ROOT = 'copy'; sys.exit(manual.main())"
    )
    result = run(sys.executable, "-c", program, status=None)
    check(
        "upc_tick.h.3" in result.err and complaint in result.err,
        "the check of the manual",
        complaint,
        result,
    )
print("pass")

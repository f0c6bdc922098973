"""polder: info says what would be done and why. tune measures and stores a table that jobs then
use. Bad tables are refused with a message."""

# sanitize: no, measures
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import re  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

POLDER = os.path.join(BUILD, "bin", "polder")


def polder(*words, table=None, home=None, status=0):
    env = dict(os.environ)
    for name in ("POLDER_TUNING", "XDG_CONFIG_HOME"):
        env.pop(name, None)
    env["HOME"] = os.path.abspath(home or "nobody")
    if table:
        env["POLDER_TUNING"] = os.path.abspath(table)
    return run(POLDER, *words, env=env, status=status)


check("polder 0" in polder("--version").out, "polder --version")
for word in ("info", "tune", "UPCRUN-OPTIONS"):
    check(word in polder("--help").out, f"--help names {word}")
whole = polder("info")
for text in ("machine ", "POLDER_TUNING", "between nodes:", "built in:", "allreduce"):
    check(text in whole.out, f"polder info says '{text}'", whole)

# The installation first, and of the settings those for tests last.
places = [
    whole.out.find(text)
    for text in (
        "polder 0",
        "\ninstallation",
        "  prefix ",
        "  C compiler ",
        "  guides ",
        "  gdb ",
        "\nmachine ",
        "between nodes:",
        "\nsettings",
        "POLDER_THREADS",
        "POLDER_HOSTS",
        "POLDER_PROVIDER",
        "POLDER_TUNING",
        "tests and experiments:",
        "POLDER_HOOKS",
        "POLDER_FAR_TEST",
        "built in:",
    )
]
check(-1 not in places and places == sorted(places), "polder info in a useful order", places, whole)
facts = dict(re.findall(r"^  (\S[\w, ]*?) {2,}(\S.*)$", whole.out.split("\nmachine")[0], re.M))
if shutil.which("pkg-config"):
    hwloc = run("pkg-config", "--modversion", "hwloc", status=None).out.strip()
    check(facts["built with"].endswith(f"hwloc {hwloc}"), "the version of hwloc", hwloc, whole)
check(
    facts["prefix"] == os.path.realpath(BUILD) and facts["launcher"] == os.path.realpath(UPCRUN),
    "where it lies",
    facts,
)
check(
    os.path.exists(facts["gdb"])
    and os.path.exists(facts["examples"])
    and os.path.exists(facts["guides"].split(" (")[0]),
    "what is said to be there is",
    facts,
)
check(run(CC, "--version").out.split("\n")[0] in facts["C compiler"], "the compiler below", facts)

# What is used, and why.
small, large = polder("info", "allreduce", "8", "64"), polder("info", "allreduce", "1m", "64", "4")
check(
    "doubling" in small.out and "built in" in small.out and "sends 6 messages" in small.out,
    "a small sum",
    small,
)
check("ring between nodes" in large.out, "a large sum over nodes", large)
million = polder("info", "barrier", "0", "1000000", "16000")
check("dissemination" in million.out, "a team of a million", million)

# A table comes first; what it does not decide is built in.
write("table", "# a comment\n\nallreduce any * 1k tree 4\nbroadcast nodes 4 * chain 128k\n")
tree = polder("info", "allreduce", "8", "64", table="table")
check("tree (4)" in tree.out and "machine's table" in tree.out, "the table decides", tree)
check(
    "doubling" in polder("info", "allreduce", "2k", "64", table="table").out,
    "beyond the table the built-in one decides",
)
check(
    "chain (131072)" in polder("info", "broadcast", "8", "8", "4", table="table").out,
    "rules for several nodes",
)
check(
    "tree" in polder("info", "broadcast", "8", "8", table="table").out, "they do not count on one"
)

# Mistakes name file, line and word.
for text, said in (
    ("allreduce any * *", "line 1: a line is: operation where"),
    ("\nfrob any * * tree", 'line 2: "frob" is no operation'),
    ("barrier here * * tree", '"here" is not any, node or nodes'),
    ("barrier any many * tree", '"many" is no number of members'),
    ("barrier any * 3x tree", '"3x" is no number of bytes'),
    ("barrier any * * ring", '"ring" is no algorithm of that operation'),
    ("barrier any * * tree fan", '"fan" is no parameter'),
    ("barrier any * * tree 1 2 3 4 5", "more words"),
    ("x" * 40000, "too long"),
):
    write("bad", text + "\n")
    refused = polder("info", table="bad", status=2)
    check(said in refused.err and "bad" in refused.err, f"'{text[:30]}' is refused", refused)
check(
    "No such file" in polder("info", table="missing", status=2).err,
    "a table that is named must be there",
)
check("no operation 'frob'" in polder("info", "frob", "1", status=2).err, "no such operation")
check(
    "no more nodes than members" in polder("info", "barrier", "0", "2", "3", status=2).err,
    "more nodes than members",
)
check("needs to know the job" in polder("tune", status=2).err, "tune without a job")

# A job refuses it as well, once.
write("bad", "barrier any * * ring\n")
job = polder("info", "--job", "-n", "2", table="bad", status=1)
check(
    job.err.count("is no algorithm of that operation") == 1,
    "a job with a bad table ends with one message",
    job,
)

# Measured, stored for this machine, and used by the next job.
os.makedirs("home", exist_ok=True)
tuned = polder("tune", "--quick", "--only", "scatter,barrier", "-n", "2", home="home")
stored = [os.path.join(folder, f) for folder, _, files in os.walk("home") for f in files]
check(len(stored) == 1 and "/.config/polder/tuning-" in stored[0], "the table is stored", tuned)
text = open(stored[0], encoding="utf-8").read()
check(
    text == tuned.out and "scatter" in text and "barrier" in text and "allreduce" not in text,
    "what is stored is what is printed",
    tuned,
)
check(
    "machine's table" in polder("info", "scatter", "8", "2", home="home").out,
    "the stored table decides",
)
job = polder("info", "--job", "-n", "2", home="home")
check("2 threads on 1 node" in job.out and "allreduce " in job.out, "a job with it", job)
printed = polder("tune", "--quick", "--only", "barrier", "-o", "-", "-n", "2", home="other")
check("barrier" in printed.out and not os.path.exists("other"), "-o - stores nothing", printed)

# Over nodes too: measured to the end, stored, and what jobs on nodes then take.
for nodes, threads in ((2, 4), (3, 3)):
    over = ("-n", str(threads), "--nodes", str(nodes))
    tuned = polder("tune", "--quick", "--only", "gather,alltoall", *over, home=f"home{nodes}")
    rules = [line.split() for line in tuned.out.splitlines() if not line.startswith("#")]
    check(
        {r[0] for r in rules} == {"gather", "alltoall"} and {r[1] for r in rules} == {"nodes"},
        f"a table of {nodes} nodes",
        tuned,
    )
    check(tuned.err.count("stored in") == 1, "where it is stored is said", tuned)
    job = polder("info", "--job", *over, home=f"home{nodes}")
    wanted = next(r[4] for r in rules if r[0] == "gather" and (r[3] == "*" or int(r[3]) >= 8))
    check(
        f"{threads} threads on {nodes} nodes" in job.out
        and f"gather            8 bytes: {wanted}" in job.out,
        "a job on nodes takes it",
        job,
    )
write("table", "allreduce nodes * * tree 4\nscatter node * * binomial\n")
job = polder("info", "--job", "-n", "4", "--nodes", "2", table="table")
check(
    "allreduce         8 bytes: tree (4)" in job.out
    and "scatter     1048576 bytes: direct" in job.out,
    "rules of the table for nodes, and built-in ones",
    job,
)

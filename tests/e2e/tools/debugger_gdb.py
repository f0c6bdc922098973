"""gdb on UPC programs. Pointers-to-shared and shared arrays print, and upc-print follows them and
finds each thread's private data. The commands info upc-threads and upc-thread know the job, on
threads, processes, and with one gdb for all processes."""

# sanitize: no, gdb and a sanitizer's runtime get in each other's way
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import glob  # noqa: E402
import re  # noqa: E402
import resource  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

if not shutil.which("gdb"):
    skip("gdb is not installed")

write(
    "shapes.upc",
    r"""
#include <upc.h>
typedef struct node { int key; shared struct node *next; } node_t;
typedef struct { short x; float y[3]; } unnamed_t;
typedef shared [4] int *blocked_t;
shared int squares[THREADS];
shared [4] int a[8 * THREADS];
shared [] double local_to_0[5];
shared [2] short grid[3][2 * THREADS];
shared double scalar;
shared [3] unnamed_t records[6 * THREADS];
shared node_t nodes[2 * THREADS];
shared node_t *shared first;
shared [] int *shared parts[THREADS];
int counter = 7;
static int hidden;
int table[3] = {1, 2, 3};
int look(shared void *any, blocked_t b, shared node_t *list, shared [3] unnamed_t *record)
{
    static shared [2] int calls[2 * THREADS];
    struct inside { shared [] int *ip; int n; } in;
    shared int *null = 0;
    in.ip = (shared [] int *)b;
    in.n = MYTHREAD;
    calls[2 * MYTHREAD] = 60 + MYTHREAD;
    upc_barrier; // behind it all threads are in this function
    in.n += 0; // here
    return in.n + counter + (any == 0) + (null == 0) + list->key + record->x;
}
int main(void)
{
    int i;
    shared [4] int *p = &a[5];
    squares[MYTHREAD] = MYTHREAD * MYTHREAD;
    upc_forall (i = 0; i < 8 * THREADS; i++; &a[i]) a[i] = 10 * i;
    for (i = 0; i < 2 * THREADS; i++)
        if (upc_threadof(&nodes[i]) == MYTHREAD) {
            nodes[i].key = i;
            nodes[i].next = i + 1 < 2 * THREADS ? &nodes[i + 1] : 0;
        }
    if (MYTHREAD == 0) {
        for (i = 0; i < 5; i++) local_to_0[i] = i + 0.5;
        for (i = 0; i < 6 * THREADS; i++) grid[i / (2 * THREADS)][i % (2 * THREADS)] = i;
        scalar = 2.5;
        first = &nodes[1];
        records[4].x = 44;
        records[4].y[2] = 4.25;
    }
    counter += MYTHREAD;
    hidden = 100 + MYTHREAD;
    parts[MYTHREAD] = upc_alloc(sizeof(int));
    *parts[MYTHREAD] = 300 + MYTHREAD;
    table[1] = 20 + MYTHREAD;
    upc_barrier;
    return look(p, p, first, &records[4]) < 0;
}
""",
)
HERE = 1 + next(i for i, line in enumerate(open("shapes.upc")) if "// here" in line)
TRUST = [
    "-iex",
    f"add-auto-load-safe-path {BUILD}",
    "-iex",
    f"add-auto-load-safe-path {SOURCE}",
    "-iex",
    "set width 0",
]

NOTHING = r"^\[\["  # the next mark follows

# command of gdb -> what its output must match, for every thread of two
COMMANDS = {
    "print p": r"\(shared \[4\] int \*\) \{thread 1, phase 1, address 0x[0-9a-f]+\}: 50$",
    "print squares": r"= \{0, 1\}",
    "print a": r"= \{0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150\}",
    "print local_to_0": r"= \{0.5, 1.5, 2.5, 3.5, 4.5\}",
    "print grid": r"= \{\{0, 1, 2, 3\}, \{4, 5, 6, 7\}, \{8, 9, 10, 11\}\}",
    "print scalar": r"= 2.5",
    "print first":
        r"\(shared struct node \*\) \{thread 1, phase 0, address 0x[0-9a-f]+\}: \{key = 1, next = "
        r"\(shared struct node \*\) \{thread 0, phase 0, address 0x[0-9a-f]+\}\}",
    "upc-print a[5]": "= 50$",
    "upc-print/x a[5]": "= 0x32$",
    "upc-print grid[1][2] + 1": "= 7$",
    "upc-print grid[2]": r"= \{8, 9, 10, 11\}",
    "upc-print *p": "= 50$",
    "upc-print p[-1]": "= 40$",
    "upc-print p + 3": r"\{thread 0, phase 0, address 0x[0-9a-f]+\}: 80",
    "upc-print &a[15] - p": "= 10$",
    "upc-print records[4].y[2]": "= 4.25$",
    "upc-print first->next->next->key": "= 3$",
    "upc-print *first->next": r"= \{key = 2, next = ",
    "upc-print (shared [] int *)p + 1":
        r"\(shared \[\] int \*\) \{thread 1, phase 0, address 0x[0-9a-f]+\}: 60",
    "upc-print (MYTHREAD + 1) * THREADS": "= ({mythread} + 1) * 2",
    "upc-print counter": "= 7 + {mythread}",
    "upc-print hidden": "= 100 + {mythread}",
    "upc-print table[1]": "= 20 + {mythread}",
    "upc-print first->nothing": "There is no member named nothing",
    "upc-print a[": "upc-print: the expression is not complete",
    "upc-print *local_to_0[0]": "Attempt to take contents of a non-pointer value",
    "print $upc_threadof(p)": "= 1$",
    "print $upc_phaseof(p)": "= 1$",
    "print $upc_addrfield(p) > 0": "= 1$",
    "print $upc_mythread()": "= {mythread} + 0",
    "print $MYTHREAD": "= {mythread} + 0",
    "print $THREADS": "= 2$",
    "whatis grid": r"type = shared \[2\] short \[3\]\[2\*THREADS\]",
    "print parts":
        r"= \{\(shared \[\] int \*\) \{thread 0, phase 0, address 0x[0-9a-f]+\}: 300, .*: 301\}",
    "upc-print parts[1][0]": "= 301$",
    "upc-set a[5] = a[6] - 10": NOTHING,
    "upc-set counter = 7 + MYTHREAD": NOTHING,
    "upc-set records[4].y[2] = 4.25": NOTHING,
    "upc-set first->next = &nodes[2]": NOTHING,
    "upc-set parts[1] = parts[1]": NOTHING,
    "upc-set p = &a[5]": NOTHING,
    "upc-set 3 = 4": "what stands before '=' is no object in memory",
    "upc-set a = 1": "an array cannot be set as a whole",
    "upc-set counter": "upc-print: 'end' is not expected",
    "whatis p": r"type = shared \[4\] int \*",
}
LOCALS = {
    "print any": r"\(shared void \*\) \{thread 1, phase 1, address 0x[0-9a-f]+\}$",
    "print null": r"\(shared int \*\) 0x0",
    "print in":
        r"ip = \(shared \[\] int \*\) \{thread 1, phase 0, address 0x[0-9a-f]+\}: 50, n = "
        r"{mythread}",
    "upc-print in.ip[1]": "= 60$",
    "print calls": r"= \{60, 0, 61, 0\}",
    "upc-print calls[2]": "= 61$",
    "upc-print record->x": "= 44$",
    "print record":
        r"\(shared \[3\] unnamed_t \*\) \{thread 1, phase 1, address 0x[0-9a-f]+\}: \{x = 44, y = "
        r"\{0, 0, 4.25\}\}",
}


def expectation(pattern, thread):
    sums = re.sub(r"= \(\{mythread\} \+ 1\) \* 2", lambda m: f"= {(thread + 1) * 2}$", pattern)
    sums = re.sub(r"(= )(\d+) \+ \{mythread\}", lambda m: f"= {int(m[2]) + thread}$", sums)
    return sums.replace("{mythread} + 0", f"{thread}$").replace("{mythread}", str(thread))


def script(thread):
    """gdb commands, with a mark before each so that its answer can be found."""
    lines = []
    for command in [
        f"upc-thread {thread}",
        "frame function look",
        *LOCALS,
        "frame function main",
        *COMMANDS,
    ]:
        lines += [f"echo [[{command}]]\\n", command]
    return lines


def expect_answers(text, thread, context):
    for command, pattern in {**LOCALS, **COMMANDS}.items():
        answers = re.findall(re.escape(f"[[{command}]]\n") + r"(.*(?:\n(?!\[\[).*)*)", text)
        check(
            any(re.search(expectation(pattern, thread), a, re.M) for a in answers),
            f"{context}: {command}",
            f"{answers}\n{text}",
        )


TOGETHER = ["sh", "-c", 'exec "$@" 2>&1', "sh"]  # gdb's errors between its answers


def debugged(*command, **named):
    text = run(*TOGETHER, *command, status=None, **named).out
    if "ptrace: Operation not permitted" in text:
        skip("this machine forbids ptrace")
    return text


def gdb(*lines, before=()):
    """The words of a batch run; each command goes on after the error of the one before."""
    return [
        "gdb",
        "-q",
        "-batch",
        *TRUST,
        *before,
        *(word for line in lines for word in ("-ex", line)),
    ]


def one_process():
    """Both threads stop behind the barrier; main is where it should be."""
    text = debugged(
        *gdb(
            "break main",
            "run",
            "info breakpoints",
            "backtrace",
            "delete",
            f"break {HERE}",
            "info breakpoints",
            "continue",
            *script(0),
            *script(1),
            "info upc-threads",
            "upc-thread 5",
            "backtrace",
            "kill",
        ),
        "./shapes",
        env={"POLDER_THREADS": "2"},
    )
    # gdb counts the runtime's main, too; the extension then takes it away.
    said = text.replace(": main. (2 locations)", "")
    once = "<MULTIPLE>" not in said and "locations" not in said
    check(once, "a line is one place of a program compiled with -g", text)
    halves = text.split("[[upc-thread 1]]")
    check(len(halves) == 2, "two threads", text)
    expect_answers(halves[0], 0, "thread 0")
    expect_answers(halves[1], 1, "thread 1")
    check(re.search(r"^#0 +main \(\) at shapes.upc:\d+$", text, re.M), "main in a backtrace", text)
    check(
        re.search(r"^#\d+ +0x[0-9a-f]+ in main \(\) at shapes.upc:\d+\n(?!#)", halves[1], re.M),
        "a backtrace ends with main",
        text,
    )
    check("upc-thread needs a number from 0 to 1" in text, "a thread too many", text)
    for thread in (0, 1):
        check(
            re.search(rf"^\*? +{thread} +0 +\d+ +\d+ +{thread + 1} +\w", halves[1], re.M),
            "info upc-threads",
            text,
        )


def gdb_for_each_process():
    """The other's thread is listed, its shared data can be read."""
    debugged(
        UPCRUN,
        "-n",
        "2",
        "sh",
        "-c",
        'exec "$@" >gdb.$$ 2>&1',
        "sh",
        *gdb(
            f"break {HERE}",
            "run",
            "info upc-threads",
            "print squares",
            "upc-print counter",
            "upc-thread 1 - $MYTHREAD",
            "continue",
        ),
        "--args",
        "./shapes",
    )
    logs = [read(path) for path in glob.glob("gdb.*")]
    check(
        sorted(re.findall(r"^= [78]$", "\n".join(logs), re.M)) == ["= 7", "= 8"],
        "private data of two processes",
        *logs,
    )
    for text in logs:
        check("= {0, 1}" in text, "shared data of both", text)
        check(
            re.search(
                r"UPC thread [01] is in process \d+, which this gdb does not debug; try gdb -p \d+",
                text,
            ),
            "the other process",
            text,
        )
        check(
            re.search(r"^   [01] +[01] +\d+ +\d+ +-  ", text, re.M),
            "the other process is listed",
            text,
        )


def one_gdb_for_all():
    each = [
        line
        for thread in (0, 1)
        for line in (f"upc-thread {thread}", "upc-print 1000 * MYTHREAD + hidden", "upc-print a[5]")
    ]
    text = debugged(
        *gdb(
            f"break shapes.upc:{HERE}",
            "run",
            "info upc-threads",
            *each,
            "kill inferiors 2 3",
            before=["-x", f"{SOURCE}/tools/gdb/whole-job.gdb"],
        ),
        "--args",
        UPCRUN,
        "-n",
        "2",
        "./shapes",
    )
    for thread in (0, 1):
        check(
            re.search(rf"^[* ]  {thread} +{thread} +\d+ +\d+ +[23]\.1 ", text, re.M),
            "threads of two processes",
            text,
        )
        check(
            re.search(
                rf"^\[UPC thread {thread}, gdb thread [23]\.1\]\n(.*\n)+= "
                rf"{1100 * thread + 100 - 99 * thread}$\n= 50$",
                text,
                re.M,
            ),
            f"in thread {thread}",
            text,
        )


def waiting():
    """info upc-threads says what threads wait for."""
    write(
        "wait.upc",
        "#include <stdlib.h>\n#include <unistd.h>\n#include <upc.h>\nvoid stop(void) { }\n"
        "int main(int argc, char **argv)\n{\n    upc_lock_t *l = upc_all_lock_alloc();\n"
        "    if (MYTHREAD == 0) upc_lock(l);\n    upc_barrier;\n"
        "    if (MYTHREAD == 1) upc_lock(l);\n"
        "    if (MYTHREAD == 0) { sleep(atoi(argv[argc - 1])); stop(); upc_unlock(l); }\n"
        "    upc_barrier;\n    return 0;\n}\n",
    )
    upcc("-g", "wait.upc", "-o", "wait")
    commands = gdb(
        "break stop", "run", "info upc-threads", "upc-thread 2", "upc-print l != 0", "kill"
    )
    frame = r"^\[UPC thread 2, gdb thread 1\.3\]\n#\d+ .*main \(.*\) at wait.upc:\d+\n.*\n= 1$"
    wanted = {
        "in the program's frame": frame,
        "who runs": r"^\* +0 .* runs, stop \(\) at wait.upc:\d+$",
        "who waits for a lock":
            r"^ +1 .* waits for a lock held by thread 0, main \(.*\) at wait.upc:\d+$",
        "who waits in a barrier":
            r"^ +2 .* waits in upc_barrier \(\d+\), main \(.*\) at wait.upc:\d+$",
    }
    settled(
        lambda seconds: debugged(
            UPCRUN, "-n", "3", "-p", "1", *commands, "--args", "./wait", str(seconds)
        ),
        lambda text: next(
            (what for what, pattern in wanted.items() if not re.search(pattern, text, re.M)), None
        ),
        2,
    )


def core_file():
    """What a crash leaves has the private and the shared data of the process's threads."""
    hard_limit = resource.getrlimit(resource.RLIMIT_CORE)[1]
    if read("/proc/sys/kernel/core_pattern").strip() != "core" or hard_limit not in (
        resource.RLIM_INFINITY,
        -1,
    ):
        print("core files go elsewhere on this machine, or are limited: not looked at")
        return
    write(
        "crash.upc",
        "#include <stdlib.h>\n#include <upc.h>\nshared [2] int a[4 * THREADS];\nint mine;\n"
        "shared [] int *shared part[THREADS];\n"
        "int main(void)\n{\n    upc_forall (int i = 0; i < 4 * THREADS; i++; &a[i]) a[i] = i;\n"
        "    mine = 7 + MYTHREAD;\n"
        "    part[MYTHREAD] = upc_alloc(5000000);\n    part[MYTHREAD][1000000] = 30 + MYTHREAD;\n"
        "    upc_barrier;\n"
        "    if (MYTHREAD == THREADS - 1) abort();\n    upc_barrier;\n    return 0;\n}\n",
    )
    upcc("-g", "crash.upc", "-o", "crash")
    for launch, expected in (
        (("-p", "1"), ["= {0, 1, 2, 3, 4, 5, 6, 7}", "= 8", "= 30", "= 31"]),
        (
            ("-p", "2"),
            ["<the shared memory of thread 0 is not in this core file>, 2, 3,", "= 8", "= 31"],
        ),
    ):
        run(
            "sh",
            "-c",
            'rm -f core*; ulimit -c unlimited; exec "$@"',
            "sh",
            UPCRUN,
            "-n",
            "2",
            *launch,
            "./crash",
            status=None,
        )
        cores = glob.glob("core*")
        check(len(cores) == 1, f"core files {launch}", cores)
        text = debugged(
            *gdb(
                "info upc-threads",
                "print a",
                "upc-thread 1",
                "upc-print mine",
                "upc-print part[0][1000000]",
                "upc-print part[1][1000000]",
            ),
            "./crash",
            cores[0],
        )
        for words in expected:
            check(words in text, f"core file {launch}: {words}", text)


upcc("-g", "shapes.upc", "-o", "shapes")
one_process()
core_file()
gdb_for_each_process()
one_gdb_for_all()
waiting()
text = debugged(*gdb("print a", "upc-print a[1]", "info upc-threads"), "./shapes")
check(
    "its address is known once the UPC threads have started" in text
    and "the UPC threads have not started" in text,
    "not started",
    text,
)
upcc(
    "-g", "-O2", "shapes.upc", "-o", "shapes"
)  # locals are the back end's affair; shared objects are there
text = debugged(
    *gdb("break look", "run", "print squares", "upc-print a[5]", "kill"),
    "./shapes",
    env={"POLDER_THREADS": "2"},
)
check("= {0, 1}" in text and "= 50" in text, "-O2", text)
print("pass")

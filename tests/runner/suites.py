"""The kinds of tests: where their files are, how one is run, what counts as a pass."""

import difflib
import glob
import os
import re
import shutil
import subprocess

from . import directives, process
from .limits import Limit

THREAD_COUNTS = (1, 2, 3, 4, 7)
NODES_THREAD_COUNTS = (4, 7)
CROWD = (3, 2, 7)  # nodes, processes on each, threads
SEVERAL = ((2, 1, 4), (2, 2, 7), (3, 1, 3), CROWD)
MOST_NODES = max(nodes for nodes, _, _ in SEVERAL)
PROCESSES_A_NODE = (1, 2)
# Seconds of processor time and asleep (limits.py), many times what a run needs: they end what spins
# or waits for ever.
COMPILE_LIMIT = Limit(120, 60)
RUN_LIMIT = Limit(240, 60)
UNIT_LIMIT = Limit(1200, 120)
E2E_LIMIT = Limit(2400, 300)
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Failure(Exception):
    """The text says what happened, with command and output."""


class Skip(Exception):
    """The text says why."""


class Setting:
    """What all tests of a run share."""

    def __init__(self, build, compiler, launcher):
        self.build, self.compiler, self.launcher = build, compiler, launcher
        self.cc, self.flags, self.scale, self.log_dir = None, [], 1.0, None
        self.thread_counts = THREAD_COUNTS
        self.nodes = ()
        self.several = True  # tests of tests/upc run on several nodes too
        self.long = False
        self.update = False  # goldens are written, not compared
        self.machines = None  # namespaces.Namespaces; None: nodes are simulated
        self.sanitize = sanitizer_of(build)

    @classmethod
    def from_arguments(cls, a):
        build = os.path.abspath(a.build) if a.build else default_build()
        setting = cls(
            build,
            a.compiler or os.path.join(build, "bin/upcc"),
            a.launcher or os.path.join(build, "bin/upcrun"),
        )
        setting.compiler, setting.launcher = absolute_program(setting.compiler), absolute_program(
            setting.launcher
        )
        setting.cc, setting.flags, setting.scale = a.cc, a.flags.split(), a.limit_scale
        setting.log_dir = os.path.abspath(a.log_dir) if a.log_dir else None
        setting.several = not a.one_node
        setting.long = a.long
        setting.update = a.update
        if a.nodes:
            setting.nodes = tuple(int(n) for n in a.nodes.split(","))
            setting.thread_counts = NODES_THREAD_COUNTS
        if a.threads:
            setting.thread_counts = tuple(int(n) for n in a.threads.split(","))
        return setting

    def node_options(self, nodes):
        """What tells upcrun to use so many nodes."""
        if not self.machines:
            return ["--nodes", str(nodes)]
        return ["-N", ",".join(self.machines.names[:nodes]), "--rsh", self.machines.rsh]

    def problem(self):
        for program in (self.compiler, self.launcher):
            if not os.access(program, os.X_OK):
                return f"{program} is missing; build first: ./dev build"
        if self.cc and not shutil.which(self.cc):
            return f"the C compiler {self.cc} is missing"
        return None

    def environment(self):
        # several tests and their nodes share the cores: silence is no sign of a loss here
        env = {
            "POLDER_LOST_AFTER": "90",
            **os.environ,
            "UPCC": self.compiler,
            "UPCRUN": self.launcher,
            "POLDER_SOURCE": ROOT,
            "POLDER_BUILD": self.build,
            "LC_ALL": "C.UTF-8",
        }
        if self.long:
            env["POLDER_TEST_LONG"] = "1"
        if self.cc:
            env["POLDER_CC"] = self.cc
        if self.sanitize:
            env.setdefault("UBSAN_OPTIONS", "halt_on_error=1:print_stacktrace=1")
        return env

    def limit(self, limit):
        return limit.times(self.scale * (3 if self.sanitize else 1))


def absolute_program(name):
    return os.path.abspath(name) if os.sep in name else shutil.which(name) or name


def default_build():
    release = os.path.join(ROOT, "build", "release")
    if os.path.isdir(release):
        return release
    builds = [d for d in glob.glob(os.path.join(ROOT, "build", "*")) if os.path.isdir(d)]
    return max(builds, key=os.path.getmtime) if builds else release


def cached(build, name):
    """What a build was configured with."""
    try:
        with open(os.path.join(build, "CMakeCache.txt")) as f:
            found = re.search(rf"^{name}:\w+=(.*)$", f.read(), re.M)
            return found.group(1) if found else ""
    except OSError:
        return ""


def sanitizer_of(build):
    return re.match(r"\w*", cached(build, "POLDER_SANITIZE")).group()


def wanted(name, filters, excludes):
    return (not filters or any(f in name for f in filters)) and not any(e in name for e in excludes)


def available(requirement, setting):
    """openmp, ubsan (the C compiler's library of it), mpi, or the name of a program."""
    programs = {
        "openmp": (
            "-fopenmp",
            b"#include <omp.h>\nint main(void){return omp_get_num_threads()-1;}",
        ),
        "ubsan": (
            "-fsanitize=undefined",
            b"int main(int n, char **words){return n + 1 - (words != 0);}",
        ),
    }
    if requirement in programs:
        option, program = programs[requirement]
        probe = subprocess.run(
            [setting.cc or "cc", option, "-x", "c", "-", "-o", "/dev/null"],
            input=program,
            capture_output=True,
        )
        return probe.returncode == 0
    return shutil.which({"mpi": "mpicc"}.get(requirement, requirement)) is not None


class Test:
    needs = 1  # cores
    usual_seconds = 1.0  # of processor time, where nothing is known (lengths.py)

    def __init__(self, path):
        self.path, self.runs, self.asleep = path, 0, 0.0
        self.name = directives.name_of(path, ROOT)

    def check_requirements(self, d, setting):
        for requirement in d["requires"]:
            if not available(requirement, setting):
                raise Skip(f"needs {requirement}")
        without = re.findall(r"\w+", (d["sanitize"] or "").partition("(")[0])
        if setting.sanitize and (
            without[:1] == ["no"] or without[:1] == ["not"] and setting.sanitize in without
        ):
            raise Skip(f"not with -fsanitize={setting.sanitize}")

    def cores(self):
        """How many it keeps busy, most of the time."""
        return self.needs

    def only_long(self):
        return False

    def command(self, command, limit, **more):
        outcome = process.run(command, limit, **more)
        self.runs += 1
        self.asleep += outcome.asleep
        return outcome

    def upcc(self, setting, folder, env, words):
        return self.command(
            [setting.compiler] + words, setting.limit(COMPILE_LIMIT), cwd=folder, env=env
        )


class UnitTest(Test):
    needs, usual_seconds, limit = 2, 20.0, UNIT_LIMIT

    def run(self, setting, folder, env):
        program = os.path.join(setting.build, self.name[: -len(".cc")])
        if not os.path.exists(program):
            raise Failure(f"{program} was not built")
        outcome = self.command([program], setting.limit(self.limit), cwd=folder, env=env)
        if outcome.status != 0 or outcome.timed_out:
            raise Failure(outcome.text())


class ConduitTest(UnitTest):
    """Forks nodes that talk to each other; without libfabric it leaves out the conduit ofi and says
    so."""

    limit = E2E_LIMIT

    def run(self, setting, folder, env):
        if os.path.basename(self.path).startswith("ofi_") and not os.path.exists(
            os.path.join(setting.build, "lib/polder/conduit-ofi.so")
        ):
            raise Skip("built without libfabric")
        super().run(setting, folder, env)


class OkTest(Test):
    def run(self, setting, folder, env):
        d = directives.read(self.path)
        self.check_requirements(d, setting)
        outcome = self.upcc(
            setting, folder, env, setting.flags + d["flags"] + ["-c", "-o", "out.o", self.path]
        )
        if outcome.status != 0 or outcome.timed_out or outcome.err:
            raise Failure(outcome.text())


MESSAGE = re.compile(
    r"^(.*?):(\d+)(?::\d+)?: (fatal error|error|warning|note): (.*?)(?: \[-W[\w=-]+\])?$", re.M
)


class ErrTest(Test):
    def run(self, setting, folder, env):
        d = directives.read(self.path)
        self.check_requirements(d, setting)
        outcome = self.upcc(
            setting, folder, env, setting.flags + d["flags"] + ["-fsyntax-only", self.path]
        )
        wanted_messages = directives.expected_messages(self.path)
        problems = self.compare(wanted_messages, MESSAGE.findall(outcome.err))
        fails = any(severity == "error" for _, severity, _ in wanted_messages)
        if outcome.timed_out or outcome.status < 0 or (outcome.status != 0) != fails:
            problems.append(
                f"{outcome.status_text()}, but {'some' if fails else 'no'} error is expected"
            )
        if problems:
            raise Failure("\n".join(problems) + "\n" + outcome.text())

    def compare(self, expected, found):
        problems, open_messages = [], []
        for file, line, severity, text in found:
            if not os.path.samefile(file, self.path) if os.path.exists(file) else True:
                problems.append(f"message in another file: {file}:{line}: {text}")
            else:
                open_messages.append((int(line), severity.replace("fatal ", ""), text))
        for line, severity, text in expected:
            match = next((m for m in open_messages if m == (line, severity, text)), None)
            if match:
                open_messages.remove(match)
            else:
                problems.append(f"line {line}: expected {severity} is missing: {text}")
        problems += [
            f"line {line}: unexpected {severity}: {text}"
            for line, severity, text in open_messages
            if severity != "note"
        ]
        return problems


def as_without_sanitizer(setting):
    """Options of a translation that is compared: upcc of a build with a sanitizer gives programs
    the same one, and that turns passes off."""
    return ["-fno-sanitize=all"] if setting.sanitize else []


class TextTest(Test):
    """Lines found or not found in what a mode of upcc prints."""

    option, name_found, name_absent = "", "", ""

    def run(self, setting, folder, env):
        d = directives.read(self.path, anywhere=(self.name_found, self.name_absent))
        self.check_requirements(d, setting)
        words = setting.flags + as_without_sanitizer(setting) + d["flags"]
        outcome = self.upcc(setting, folder, env, words + [self.option, self.path])
        text = squeeze(outcome.out)
        problems = [f"missing: {t}" for t in d[self.name_found] if squeeze(t) not in text]
        problems += [
            f"should not be there: {t}" for t in d.get(self.name_absent, []) if squeeze(t) in text
        ]
        if not d[self.name_found] and not d.get(self.name_absent):
            problems.append("the test expects nothing")
        if outcome.status != 0 or outcome.timed_out:
            problems.append(outcome.status_text())
        if problems:
            raise Failure("\n".join(problems) + "\n" + interesting(outcome))


class EmitTest(TextTest):
    """x.upc beside x.c: the whole C of x.upc, but for what ends each unit. --update writes x.c. The
    C is that for gcc, whatever else compiles."""

    option, name_found, name_absent = "--trans", "emit", "emit-not"

    def run(self, setting, folder, env):
        if "clang" in (setting.cc or ""):
            if not shutil.which("gcc"):
                raise Skip("needs gcc")
            env = {**env, "POLDER_CC": "gcc"}
        golden = self.path[: -len(".upc")] + ".c"
        if not self.path.endswith(".upc") or not os.path.exists(golden) and not self.wants_golden():
            return super().run(setting, folder, env)
        d = directives.read(self.path, anywhere=(self.name_found, self.name_absent))
        self.check_requirements(d, setting)
        words = as_without_sanitizer(setting) + d["flags"] + ["--trans", self.path]
        outcome = self.upcc(setting, folder, env, words)
        if outcome.status != 0 or outcome.timed_out:
            raise Failure(outcome.text())
        made = own_text(outcome.out, self.path)
        if setting.update:
            with open(golden, "w", encoding="utf-8") as f:
                f.write(made)
            return
        with open(golden, encoding="utf-8") as f:
            expected = f.read()
        if made != expected:
            old, new = expected.splitlines(), made.splitlines()
            lines = difflib.unified_diff(old, new, golden, "upcc --trans", lineterm="", n=2)
            hint = "hint: if this is right: tests/run.py --update --filter compiler/emit"
            raise Failure("\n".join([*lines, hint]))

    def wants_golden(self):
        with open(self.path, encoding="utf-8") as f:
            return f.readline().startswith("// golden:")


def own_text(text, path):
    """Generated C without headers, line markers, empty lines, and the record that ends the unit."""
    own, kept = False, []
    for line in text.splitlines():
        marker = re.match(r'# \d+ "(.*?)"', line)
        if marker:
            own = os.path.basename(marker.group(1)) == os.path.basename(path)
        elif line.startswith("static const struct polder_unit "):
            break
        elif own and line.strip():
            kept.append(line + "\n")
    return "".join(kept)


class ReportTest(Test):
    """`// report: 12: [forall-own] done: ...`: all lines of -fupc-report and no others, without
    file and column. `flags:` chooses the passes."""

    def run(self, setting, folder, env):
        d = directives.read(self.path, anywhere=("report",))
        self.check_requirements(d, setting)
        words = setting.flags + as_without_sanitizer(setting) + d["flags"]
        words += ["-fupc-report=report", "--trans", "-o", "out.c", self.path]
        outcome = self.upcc(setting, folder, env, words)
        if outcome.status != 0 or outcome.timed_out:
            raise Failure(outcome.text())
        with open(os.path.join(folder, "report"), encoding="utf-8") as f:
            said = [re.sub(r"^.*?:(\d+):\d+: ", r"\1: ", line) for line in f.read().splitlines()]
        if said != d["report"]:
            raise Failure(
                "expected:\n  " + "\n  ".join(d["report"]) + "\nreported:\n  " + "\n  ".join(said)
            )


class TypeTest(TextTest):
    option, name_found, name_absent = "--dump-ast", "type", "type-not"


def squeeze(text):
    """Without line markers and white space, so that layout does not matter."""
    return re.sub(r"\s+", "", re.sub(r"^# \d.*$", "", text, flags=re.M))


def interesting(outcome):
    """The end of a long translation: the part of the test file, not that of its headers."""
    return (
        f"$ {' '.join(outcome.command)}\n--- stderr\n{outcome.err}--- end of"
        f" stdout\n{outcome.out[-3000:]}"
    )


class RunTest(Test):
    needs, usual_seconds = 2, 5.0

    def __init__(self, path, variant=None):
        super().__init__(path)
        self.flags = None  # those of the file
        if variant:
            self.name, self.flags = f"{self.name}:{variant[0]}", variant[1]

    def directives(self):
        d = directives.read(self.path)
        if self.flags is not None:
            d["flags"] = self.flags
        return d

    def run(self, setting, folder, env):
        d = self.directives()
        self.check_requirements(d, setting)
        if setting.nodes and (d["nodes"] or d["alone"] is not None):
            raise Skip(
                "not on several nodes: " + (d["nodes"] or "no (started alone)").partition(" ")[2]
            )
        program = self.build(d, setting, folder, env)
        env = dict(env, **dict(pair.split("=", 1) for pair in d["env"]))
        if setting.nodes:
            return self.run_on_nodes(d, setting, folder, env, program)
        for threads, processes in self.mappings(d, setting):
            self.run_mapping(d, setting, folder, env, program, threads, processes)
        if setting.several and self.several_nodes and not (d["nodes"] or d["alone"] is not None):
            self.run_on_several(d, setting, folder, env, program)

    several_nodes = False  # whether a plain run of the tests includes several nodes

    def run_on_several(self, d, setting, folder, env, program):
        """Once each on 2 and 3 nodes, with a process and with two on each. The number of threads is
        the smallest from 4 on that fits, then uneven ones."""
        counts = self.thread_counts(d, setting)
        shapes = [s for s in SEVERAL if s != CROWD or setting.long or not d["crowd"]]
        for nodes, each, wanted in shapes:
            fits = sorted(n for n in counts if n >= nodes * each)
            if not fits or (
                setting.sanitize and each > 1
            ):  # sanitizers do not see a second mapping of the same memory
                continue
            threads = next((n for n in fits if n >= wanted), fits[-1])
            options = setting.node_options(nodes) + ["--per-node", str(each), "-n", str(threads)]
            self.run_launched(
                d, setting, folder, dict(env, TEST_NODES=str(nodes)), program, threads, options
            )

    def run_on_nodes(self, d, setting, folder, env, program):
        """On simulated nodes of this machine, with a process or two on each; the program may ask
        TEST_NODES how many there are."""
        for nodes in setting.nodes:
            for threads in self.thread_counts(d, setting):
                for each in PROCESSES_A_NODE:
                    if threads < nodes * each:
                        continue
                    options = setting.node_options(nodes) + [
                        "--per-node",
                        str(each),
                        "-n",
                        str(threads),
                    ]
                    self.run_launched(
                        d,
                        setting,
                        folder,
                        dict(env, TEST_NODES=str(nodes)),
                        program,
                        threads,
                        options,
                    )

    def thread_counts(self, d, setting):
        return (
            [int(d["static"])]
            if d["static"]
            else [int(n) for n in d.words("threads")] or setting.thread_counts
        )

    def build(self, d, setting, folder, env):
        here = os.path.dirname(self.path)
        program = os.path.join(folder, "a.out")
        flags = setting.flags + [w for w in d["flags"] if not w.startswith("-l")]
        libraries = [w for w in d["flags"] if w.startswith("-l")] + d["ldflags"]
        flags += [f"-fupc-threads={d['static']}"] if d["static"] else []
        companions = (
            [("", f) for f in d["files"]]
            + [("c", f) for f in d["cfiles"]]
            + [("cc", f) for f in d["ccfiles"]]
        )
        if not companions:
            self.compile(
                [setting.compiler, "-I", here] + flags + [self.path, "-o", program] + libraries,
                setting,
                folder,
                env,
            )
            return program
        objects = []
        for kind, name in companions + [("", os.path.basename(self.path))]:
            objects.append(os.path.join(folder, name.replace("/", "_") + ".o"))
            command = {
                "": [setting.compiler] + flags,
                "c": [setting.compiler] + flags + ["-x", "c"],
                "cc": [setting.cc or "cc"],
            }[kind]
            self.compile(
                command + ["-I", here, "-c", os.path.join(here, name), "-o", objects[-1]],
                setting,
                folder,
                env,
            )
        self.compile(
            [setting.compiler] + flags + objects + ["-o", program] + libraries, setting, folder, env
        )
        return program

    def compile(self, command, setting, folder, env):
        outcome = self.command(command, setting.limit(COMPILE_LIMIT), cwd=folder, env=env)
        if outcome.status != 0 or outcome.timed_out:
            raise Failure(outcome.text())

    def mappings(self, d, setting):
        """(threads, processes): all on threads, all on processes, and a mix of two processes where
        that is neither."""
        if d["alone"] is not None:
            return [(int(d["static"] or 1), 0)]
        counts = self.thread_counts(d, setting)
        kinds = d.words("mappings") or ["threads", "processes", "mix"]
        if setting.sanitize:
            kinds = [
                k for k in kinds if k == "threads"
            ]  # sanitizers do not see a second mapping of the same memory
        result = []
        for n in counts:
            for kind, processes in (("threads", 1), ("processes", n), ("mix", 2)):
                if kind in kinds and (n, processes) not in result and processes <= n:
                    result.append((n, processes))
        return result

    def run_mapping(self, d, setting, folder, env, program, threads, processes):
        options = ["-n", str(threads), "-p", str(processes)] if processes else []
        self.run_launched(d, setting, folder, env, program, threads, options)

    def run_launched(self, d, setting, folder, env, program, threads, options):
        command = [program] + d.words("args")
        if options:
            command = [setting.launcher] + options + d.words("launch") + command
        outcome = self.command(
            command,
            setting.limit(d.limit(RUN_LIMIT)),
            cwd=folder,
            env=env,
            stdin=d["stdin"],
            quit_first=True,
        )
        problems = self.judge(d, outcome, threads)
        if problems:
            raise Failure(
                f"{' '.join(options) or 'without upcrun'}: "
                + "; ".join(problems)
                + "\n"
                + outcome.text()
            )

    def judge(self, d, outcome, threads):
        problems = []
        status = d["exit"] or "0"
        good = outcome.status != 0 if status == "nonzero" else outcome.status == int(status)
        if outcome.timed_out or outcome.status < 0 or not good:
            problems.append(f"{outcome.status_text()}, expected {status}")
        for where, text in (("expect", outcome.out), ("expect-err", outcome.err)):
            problems += [
                f"missing on {'stdout' if where == 'expect' else 'stderr'}: {t}"
                for t in (line.replace("THREADS", str(threads)) for line in d[where])
                if t not in text
            ]
        return problems + (
            [] if d["expect"] or d["exit"] or d["expect-err"] else self.judge_default(outcome)
        )

    def judge_default(self, outcome):
        return (
            []
            if outcome.out.splitlines().count("pass") == 1
            else ["stdout has not exactly one line 'pass'"]
        )


class UpcTest(RunTest):
    several_nodes = True


def dict_with_flag(d, flag):
    """The directives of a file with one more option for the compiler."""
    changed = directives.Directives(d)
    changed["flags"] = d["flags"] + [flag]
    return changed


class ShmemTest(RunTest):
    """An OpenSHMEM program in C, C++ or Fortran: PEs are processes, on one node and on two.

    In C they are also pthreads and a mix."""

    several_nodes = True

    def run(self, setting, folder, env):
        super().run(setting, folder, env)
        d = self.directives()
        if self.path.endswith(".c") and d["pes"] is None:
            self.run_threads(d, setting, folder, env)

    def run_threads(self, d, setting, folder, env):
        program = self.build(dict_with_flag(d, "-fpe-threads"), setting, folder, env)
        env = dict(env, **dict(pair.split("=", 1) for pair in d["env"]))
        counts = self.thread_counts(d, setting)
        if not setting.nodes:
            for pes, processes in [(n, 1) for n in counts] + [(n, 2) for n in counts if n > 2]:
                options = ["-n", str(pes), "-p", str(processes)]
                self.run_launched(d, setting, folder, env, program, pes, options)
        if max(counts) >= 4 and not d["nodes"]:
            pes, env = max(counts), dict(env, TEST_NODES="2")
            options = setting.node_options(2) + ["--per-node", "1", "-n", str(pes)]
            self.run_launched(d, setting, folder, env, program, pes, options)

    def check_requirements(self, d, setting):
        super().check_requirements(d, setting)
        if setting.sanitize:
            raise Skip("sanitizers do not see a second mapping of the same memory")

    def thread_counts(self, d, setting):
        return (
            [int(n) for n in d.words("threads")]
            or [n for n in setting.thread_counts if n <= 4]
            or [4]
        )

    def mappings(self, d, setting):
        return [(n, n) for n in self.thread_counts(d, setting)]

    def run_on_several(self, d, setting, folder, env, program):
        counts = [n for n in self.thread_counts(d, setting) if n >= 2]
        for pes in sorted({min(counts), max(counts)} if counts else ()):
            self.run_launched(
                d,
                setting,
                folder,
                dict(env, TEST_NODES="2"),
                program,
                pes,
                setting.node_options(2) + ["-n", str(pes)],
            )

    def run_on_nodes(self, d, setting, folder, env, program):
        self.run_on_several(d, setting, folder, env, program)

    def run_mapping(self, d, setting, folder, env, program, threads, processes):
        self.run_launched(d, setting, folder, env, program, threads, ["-n", str(threads)])

    def build(self, d, setting, folder, env):
        program = os.path.join(folder, "a.out")
        wrapper = {".c": "oshcc", ".f90": "oshfort"}.get(os.path.splitext(self.path)[1], "oshc++")
        libraries = [w for w in d["flags"] if w.startswith("-l")] + d["ldflags"]
        warnings = [] if wrapper == "oshfort" else ["-Wall", "-Wextra", "-Werror"]
        flags = warnings + [w for w in d["flags"] if not w.startswith("-l")]
        self.compile(
            [os.path.join(setting.build, "bin", wrapper)]
            + flags
            + [self.path, "-o", program]
            + libraries,
            setting,
            folder,
            env,
        )
        return program


class ExampleTest(RunTest):
    def judge_default(self, outcome):
        lines = outcome.out.splitlines()
        if any(line.startswith("FAIL") for line in lines):
            return ["a line of stdout starts with FAIL"]
        return (
            []
            if any(line.startswith("PASS") for line in lines)
            else ["no line of stdout starts with PASS"]
        )


class ScriptTest(Test):
    usual_seconds = 10.0

    def cores(self):
        return int(directives.read(self.path)["cores"] or 1)

    def only_long(self):
        return directives.read(self.path)["long"] is not None

    def run(self, setting, folder, env):
        d = directives.read(self.path)
        self.check_requirements(d, setting)
        interpreter = "python3" if self.path.endswith(".py") else "bash"
        outcome = self.command(
            [interpreter, self.path], setting.limit(d.limit(E2E_LIMIT)), cwd=folder, env=env
        )
        if outcome.status == 77:
            raise Skip((outcome.out.strip().splitlines() or ["no reason given"])[-1])
        if outcome.status != 0 or outcome.timed_out:
            raise Failure(outcome.text())


SUITES = (
    ("tests/unit/**/*.cc", UnitTest),
    ("tests/conduit/*.cc", ConduitTest),
    ("tests/compiler/ok/**/*.[uc]*", OkTest),
    ("tests/compiler/err/**/*.[uc]*", ErrTest),
    ("tests/compiler/type/**/*.[uc]*", TypeTest),
    ("tests/compiler/emit/**/*.[uc]*", EmitTest),
    ("tests/compiler/report/**/*.[uc]*", ReportTest),
    ("tests/compiler/run/**/*.[uc]*", RunTest),
    ("tests/upc/**/*.upc", UpcTest),
    ("tests/shmem/*.c*", ShmemTest),
    ("tests/shmem/*.f90", ShmemTest),
    ("tests/e2e/**/*.py", ScriptTest),
    ("tests/e2e/**/*.sh", ScriptTest),
    ("examples/*.upc", ExampleTest),
)


def is_companion(path, kind):
    """tests/upc/multi/<topic>/: only main.upc is a test. tests/compiler/emit: x.c is a golden."""
    if issubclass(kind, EmitTest):
        return path.endswith(".c") and os.path.exists(path[:-1] + "upc")  # the golden
    return issubclass(kind, RunTest) and "/multi/" in path and os.path.basename(path) != "main.upc"


def tests_of(path, kind):
    """The test that a file is, and one for each of its variants."""
    if not issubclass(kind, RunTest):
        return [kind(path)]
    return [kind(path)] + [kind(path, variant) for variant in directives.variants(path)]


def find_tests(setting):
    files = [
        (path, kind)
        for pattern, kind in SUITES
        for path in sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True))
        if not is_companion(path, kind) and not path.endswith(".h")
    ]
    tests = [test for path, kind in files for test in tests_of(path, kind)]
    return [test for test in tests if setting.long or not test.only_long()]

"""The programs a benchmark needs, built from the sources: raw C by the C compiler (or mpicc), UPC
by upcc with the same options.

Everything goes to one scratch folder; a compiler's failure ends the run with its own words.
"""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(BENCH.parent / "tests"))
from runner import namespaces  # noqa: E402

# The same for both sides. Loops of one or two cycles are aligned, or where they happen to lie
# decides: across a line they take double.
OPTIONS = {
    "micro": ["-O2", "-falign-loops=64"],
    "kernels": ["-O3", "-falign-loops=64"],
    "apps": ["-O3", "-falign-loops=64"],
    "unseen": ["-O3", "-falign-loops=64"],
}
RAW_OPTIONS = {
    "micro": ["-pthread"],
    "kernels": ["-fopenmp"],
    "apps": ["-fopenmp"],
    "unseen": ["-fopenmp"],
}
SERIAL_OPTIONS = ["-I", BENCH / "serial", "-Wno-unknown-pragmas"]
# OpenSHMEM by Open MPI, under the names that Debian gives its own.
OSHMEM = ("oshcc.openmpi", "oshrun.openmpi"), ("oshcc", "oshrun")
TRIED_SHMEM = r"""#include <shmem.h>
#include <stdio.h>
int main(void)
{
    shmem_init();
    if (shmem_my_pe() == 0) puts("runs 1");
    fflush(stdout);
    shmem_barrier_all();
    return 0;
}
"""
# An MPI program of as many ranks as there are threads on the other side; root is asked to say
# that it means it.
MPI_SETTINGS = ("OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")


def program_source(folder, name):
    """The source of bench/FOLDER, or of a folder below it, whose path ends so."""
    found = sorted((BENCH / folder).glob(f"**/{name}"))
    if len(found) != 1:
        raise BenchError(f"bench/{folder} has {len(found)} programs {name}, not one")
    return found[0]


class BenchError(Exception):
    """What went wrong, for people; the driver prints it and exits with 1."""


def command_run(arguments, timeout_s):
    """Runs a command and gives its standard output; BenchError with its messages if it fails or
    takes too long.

    It runs in a session of its own, and all of it ends if this program is stopped: what spins
    must not be left behind.
    """
    words = [str(a) for a in arguments]
    try:
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env={**os.environ, "OMP_PROC_BIND": "true"},
        )
    except OSError as error:
        raise BenchError(f"cannot run {words[0]}: {error.strerror}") from None
    try:
        out, err = process.communicate(timeout=timeout_s)
    except subprocess.TimeoutExpired:
        raise BenchError(f"no end within {timeout_s} s: {' '.join(words)}") from None
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    if process.returncode != 0:
        raise BenchError(f"exit {process.returncode} from: {' '.join(words)}\n{err.strip()}")
    return out


class Tools:
    """Where the compilers and the launcher are, and the programs built so far."""

    def __init__(self, prefix, cc, scratch):
        self.cc = cc
        self.upcc = self._find(prefix, "upcc")
        self.upcrun = self._find(prefix, "upcrun")
        self.scratch = Path(scratch)
        self.built = {}
        self.place = ""  # which of how many is being measured, for progress
        self._machines = None
        self._openmp = None
        self._other = None
        self.oshcc = Path(self.upcc).parent / "oshcc"

    @staticmethod
    def _find(prefix, name):
        if prefix:
            for folder in (Path(prefix) / "bin", Path(prefix)):
                if os.access(folder / name, os.X_OK) and (folder / name).is_file():
                    return folder / name
            raise BenchError(
                f"no {name} in {prefix} or its bin folder; build first (./dev build) or name"
                " another --prefix"
            )
        found = shutil.which(name)
        if not found:
            raise BenchError(f"no {name} in PATH; name the build or installation with --prefix")
        return Path(found)

    def raw(self, folder, stem, threads=None, defined=""):
        """The raw C program of folder/stem.c, for its usual threads or so many; for one without
        OpenMP. `defined`: a macro, or none."""
        options = SERIAL_OPTIONS if threads == 1 else RAW_OPTIONS[folder]
        macros = [f"-DPROGRAM_REFERENCE_THREADS={threads}"] if threads else []
        macros += [f"-D{defined}"] if defined else []
        return self._build(
            folder,
            stem,
            ".c",
            lambda source, out: [
                self.cc,
                *OPTIONS[folder],
                *options,
                *macros,
                source,
                "-o",
                out,
                "-lm",
            ],
            f"{threads or ''}{defined}",
        )

    def mpi(self, folder, stem, ranks):
        """The command that runs the MPI program of folder/stem_mpi.c."""
        program = self._build(
            folder,
            f"{stem}_mpi",
            ".c",
            lambda source, out: [
                "env",
                f"OMPI_CC={self.cc}",
                "mpicc",
                *OPTIONS[folder],
                source,
                "-o",
                out,
                "-lm",
            ],
        )
        return ["env", *MPI_SETTINGS, "mpirun", "--oversubscribe", "-n", str(ranks), program]

    def tbb(self, folder, stem, threads):
        """The program of folder/stem_tbb.cc, in C++ with oneTBB."""
        count = f"-DPROGRAM_REFERENCE_THREADS={threads}"
        return self._build(
            folder,
            f"{stem}_tbb",
            ".cc",
            lambda source, out: [
                *("c++", "-std=c++17", *OPTIONS[folder], count, source),
                *("-o", out, "-ltbb", "-pthread"),
            ],
        )

    def tbb_missing(self):
        """Why programs with oneTBB cannot be had here, or None."""
        source, out = self.scratch / "tried_tbb.cc", self.scratch / "tried_tbb"
        source.write_text("#include <tbb/task_group.h>\nint main() {}\n")
        try:
            command_run(["c++", "-std=c++17", source, "-o", out, "-ltbb"], 60)
        except BenchError:
            return "no <tbb/task_group.h> or libtbb (Debian: libtbb-dev)"
        return None

    @staticmethod
    def mpi_missing():
        """Why MPI programs cannot be had here, or None."""
        return next(
            (f"needs {name}" for name in ("mpicc", "mpirun") if not shutil.which(name)), None
        )

    def oshmem(self, folder, stem, pes):
        """The command that runs the program of shmem/STEM.c by another library. What it prints
        counts, not how it ends: the library crashes in shmem_finalize."""
        compiler, launcher = self._oshmem()
        program = self._build(
            "shmem",
            stem,
            ".c",
            lambda source, out: [
                "env",
                f"OMPI_CC={self.cc}",
                compiler,
                *OPTIONS[folder],
                source,
                "-o",
                out,
                "-lm",
            ],
            folder + " oshmem",
        )
        return self._oshmem_launch(launcher, pes, program)

    @staticmethod
    def _oshmem_launch(launcher, pes, program):
        command = [launcher, "--oversubscribe", "-n", str(pes), program]
        return ["env", *MPI_SETTINGS, "sh", "-c", '"$@" 2>/dev/null || :', "sh", *command]

    def _oshmem(self):
        """Wrapper and launcher of Open MPI's OpenSHMEM, or None."""
        own = Path(self.upcc).resolve().parent
        for compiler, launcher in OSHMEM:
            found, starts = shutil.which(compiler), shutil.which(launcher)
            if not found or not starts or Path(found).resolve().parent == own:
                continue
            if "Open SHMEM" in command_run([found, "--showme:version"], 10):
                return found, starts
        return None

    def oshmem_missing(self):
        """Why programs cannot run by Open MPI's OpenSHMEM here, or None; asked once a run, of a
        program of two PEs."""
        if self._other is None:
            self._other = self._oshmem_tried() if self._oshmem() else "no oshcc of Open MPI"
        return self._other or None

    def _oshmem_tried(self):
        compiler, launcher = self._oshmem()
        source, out = self.scratch / "tried_shmem.c", self.scratch / "tried_shmem"
        source.write_text(TRIED_SHMEM)
        try:
            command_run(["env", f"OMPI_CC={self.cc}", compiler, source, "-o", out], 60)
            text = command_run(self._oshmem_launch(launcher, 2, out), 60)
        except BenchError as error:
            return str(error).splitlines()[0]
        return "" if "runs 1" in text else "a program of two PEs does not run"

    def openmp_missing(self):
        """Why references in C with OpenMP cannot be had here, or None; asked of the C compiler
        once a run."""
        if self._openmp is None:
            source, out = self.scratch / "openmp.c", self.scratch / "openmp"
            source.write_text(
                "#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n"
            )
            try:
                command_run([self.cc, "-fopenmp", source, "-o", out], 60)
                self._openmp = ""
            except BenchError:
                self._openmp = (
                    f"{self.cc} has no OpenMP (another compiler: --cc; clang needs libomp-dev)"
                )
        return self._openmp or None

    def machines(self):
        """Two network namespaces that stand for machines, made once a run; None where that is
        not possible."""
        if self._machines is None and not namespaces.possible():
            self._machines = namespaces.Namespaces(2)
            self._machines.__enter__()
        return self._machines

    def close(self):
        if self._machines is not None:
            self._machines.__exit__(None, None, None)
            self._machines = None

    def upc(self, folder, stem, options=()):
        """The UPC program of folder/stem.upc, or of engine/stem.c, in C against <polder/polder.h>.
        The stem NAME_shmem is for shmem/NAME.c. Parts of the runtime that no interface shows have
        internal/stem.cc, programs in extensions of UPC extensions/stem.upc."""
        if stem.endswith("_shmem"):
            return self._build(
                "shmem",
                stem.removesuffix("_shmem"),
                ".c",
                lambda source, out: [
                    "env",
                    f"OSHCC={self.cc}",
                    self.oshcc,
                    *OPTIONS[folder],
                    *options,
                    source,
                    "-o",
                    out,
                    "-lm",
                ],
                folder,
            )
        if (BENCH / "engine" / f"{stem}.c").exists():
            return self._build("engine", stem, ".c", self._engine)
        if (BENCH / "internal" / f"{stem}.cc").exists():
            return self._build("internal", stem, ".cc", self._internal)
        return self._build(
            "extensions" if (BENCH / "extensions" / f"{stem}.upc").exists() else folder,
            stem,
            ".upc",
            lambda source, out: [
                self.upcc,
                f"--cc={self.cc}",
                *OPTIONS[folder],
                *options,
                source,
                "-o",
                out,
                "-lm",
            ],
            " ".join(options),
        )

    def _engine(self, source, out):
        """C as a user of the engine compiles it."""
        unit = out.with_suffix(".o")
        flags = command_run([self.upcc, "--compile-flags"], 10).split()
        options = [*OPTIONS["micro"], "-std=gnu11", "-D_GNU_SOURCE", *flags]
        command_run([self.cc, *options, "-c", source, "-o", unit], 120)
        return [self.upcc, f"--cc={self.cc}", unit, "-o", out]

    def _internal(self, source, out):
        """C++ against the runtime's own headers, linked as upcc links."""
        unit = out.with_suffix(".o")
        command_run(
            [
                "c++",
                "-std=c++20",
                "-O2",
                "-fno-exceptions",
                "-fno-rtti",
                "-D_GNU_SOURCE",
                "-I",
                BENCH.parent,
                "-I",
                BENCH.parent / "include",
                "-c",
                source,
                "-o",
                unit,
            ],
            120,
        )
        return [self.upcc, f"--cc={self.cc}", unit, "-o", out]

    def _build(self, folder, stem, suffix, command, how=""):
        source = program_source(folder, stem + suffix)
        if (source, how) not in self.built:
            name = f"{folder}_{stem}{suffix}_{len(self.built)}"
            out = self.scratch / name.replace(".", "_").replace("/", "_")
            command_run(command(source, out), 120)
            self.built[source, how] = out
        return self.built[source, how]

    def compiler_text(self):
        return command_run([self.cc, "--version"], 10).splitlines()[0]

    def _hosts_file(self, lines):
        """Nodes that differ, simulated: the lines of a hosts file. All are this machine."""
        path = self.scratch / f"hosts_{abs(hash(lines))}"
        path.write_text("".join(f"{line}\n" for line in lines))
        return ["-N", path, "--rsh", "env BENCH_HOST={host}", "--interface", "lo"]

    def launch(self, program, run, mapping):
        """The command that runs a UPC program as a Run says. The mapping is thread (one process a
        node), process (one a thread) or mix (two a node). With `apart` the two nodes are network
        namespaces, where there can be any."""
        nodes, threads = len(run.hosts) or run.nodes, run.threads
        processes = {"thread": nodes, "process": threads, "mix": 2 * nodes}[mapping]
        machines = self.machines() if run.apart else None
        if run.hosts:
            where = self._hosts_file(run.hosts)
        elif machines:
            where = ["-N", machines.hosts, "--rsh", machines.rsh, "--interface", machines.network]
        else:
            where = ["--nodes", str(nodes)] if nodes > 1 else []
        mapped = ["-n", str(threads), "-p", str(processes)]
        return [self.upcrun, *where, *mapped, program, *run.arguments]


def progress(text):
    """What is going on: one line on stderr that replaces itself, on a terminal only."""
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K" + text)
        sys.stderr.flush()


def say(text, remarks=(), always=False):
    """What is done: a line on stderr. On a terminal, where progress() has shown it, only the
    remarks are left standing."""
    progress("")
    lines = [text] if always or not sys.stderr.isatty() else []
    sys.stderr.write(
        "".join(f"{line}\n" for line in [*lines, *(f"    {remark}" for remark in remarks)])
    )
    sys.stderr.flush()

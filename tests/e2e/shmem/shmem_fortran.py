"""oshfort: fixed and free form, shmem.fh and the module; misuse is a clear error. The page of the
Fortran binding names what the library has, no more and no less."""

# sanitize: no, PEs are processes
import itertools
import os
import re
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

OSHFORT, OSHRUN = (os.path.join(BUILD, "bin", name) for name in ("oshfort", "oshrun"))


def words_of(text):
    """The names that text with braces stands for."""
    parts = [part.split(",") for part in re.split(r"\{|\}", text)]
    plain = [[",".join(part)] if i % 2 == 0 else part for i, part in enumerate(parts)]
    return {"".join(words) for words in itertools.product(*plain)}


page = read(f"{SOURCE}/docs/spec/openshmem-fortran.md")
rows = [line for line in page.splitlines() if line.startswith("| ") and "fortran_" in line]
quoted = [name for row in rows for name in re.findall(r"`([^`]+)`", row) if "." not in name]
named = set().union(*map(words_of, quoted))
symbols = run("nm", "--defined-only", f"{BUILD}/lib/libpolder_shmem.a").out
found = set(re.findall(r" T ((?:shmem|start|my|num|shp)\w*)_$", symbols, re.M))
check(found - named == set(), "every routine stands on the page", found - named)
check(named - found == set(), "the page names no other", named - found)

if not shutil.which("gfortran"):
    skip("no gfortran")

write(
    "fixed.f",
    """C     Fixed form, as older programs have it.
      PROGRAM FIXED
      INCLUDE 'shmem.fh'
      INTEGER SHMEM_MY_PE, SHMEM_N_PES
      INTEGER SOURCE, DEST
      SAVE SOURCE, DEST
      CALL SHMEM_INIT()
      SOURCE = SHMEM_MY_PE() + 1
      CALL SHMEM_BARRIER_ALL()
      CALL SHMEM_INTEGER_PUT(DEST, SOURCE, 1,
     &     MOD(SHMEM_MY_PE() + 1, SHMEM_N_PES()))
      CALL SHMEM_BARRIER_ALL()
      PRINT '(A,I2,A,I2)', 'PE', SHMEM_MY_PE(), ' has', DEST
      CALL SHMEM_FINALIZE()
      END
""",
)
run(OSHFORT, "-Wall", "-Werror", "fixed.f", "-o", "fixed")
said = run(OSHRUN, "-n", "3", "./fixed").out
check(sorted(said.splitlines()) == ["PE 0 has 3", "PE 1 has 1", "PE 2 has 2"], "it runs", said)

write("module.f90", "program m\n  use :: shmem, only: shmem_my_pe\n  print *, shmem_my_pe()\nend\n")
run(OSHFORT, "-c", "module.f90")
check(not os.path.exists("shmem.mod"), "no module file is left", os.listdir("."))
broken = run(OSHFORT, "-c", "none.f90", status=None)
check(broken.status != 0, "a missing file is the compiler's error", broken)

refused = run(OSHFORT, "-fpe-threads", "fixed.f", status=1)
check("in Fortran a PE is a process" in refused.err, "-fpe-threads is for C", refused)

write(
    "wrong.f90",
    """program wrong
  integer, save :: x
  call shmem_init()
  call shmem_put4(x, x, -1, 0)
end
""",
)
run(OSHFORT, "wrong.f90", "-o", "wrong")
misuse = run(OSHRUN, "-n", "2", "./wrong", status=1)
check("shmem_put4: -1 elements" in misuse.err, "a negative count is named", misuse)

"""ThreadSanitizer of clang tells programs with a race and the mended ones apart, with the lines of
both accesses: tests/races."""

# sanitize: no (the runtime of such a build is instrumented itself)
# cores: 2
# requires: clang
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from races.check import check_pairs  # noqa: E402

check_pairs("clang", every=3)

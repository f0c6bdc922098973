"""A few hundred random programs, each checked against plain C (tests/randomized); ./dev fuzz runs thousands more."""
# sanitize: not thread (all threads set a shared pointer to the same value)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from runner.e2e import *  # noqa: E402,F403
from runner.suites import sanitizer_of  # noqa: E402

sanitized = sanitizer_of(BUILD)
command = [sys.executable, os.path.join(SOURCE, "tests", "randomized", "run.py"), "--batch", "20", "--programs", "60" if sanitized else "240"]
result = run(*command, *(["--threads-only"] if sanitized else []), status=None)
check(result.status == 0, "a random program failed", result)
result = run(*command, "--kind", "wild", "--programs", "20" if sanitized else "60", *(["--threads-only"] if sanitized else []), status=None)
check(result.status == 0, "a random program of loops failed", result)
result = run(*command, "--kind", "spmd", "--programs", "20" if sanitized else "60", *(["--threads-only"] if sanitized else []), status=None)
check(result.status == 0, "a random program of threads side by side failed", result)
print("pass")

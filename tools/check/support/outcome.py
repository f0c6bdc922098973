"""How a check ends: its problems on standard error, a line that sums up on standard output, the
exit status."""

import sys


def outcome(name, problems, summary):
    for problem in problems:
        print(f"{name}: {problem}", file=sys.stderr)
    print(f"{name}: {summary}")
    return 1 if problems else 0

"""How many messages fine-grained programs send over two nodes. With the optimiser and the cache
they send about as many as versions aggregated by hand. That is a fraction of what each access on
its own takes. Counted by the hook `trace`; the programs are those of bench/, the smallest class,
and check themselves."""

# sanitize: not thread (processes of two nodes)
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

OPERATION = re.compile(r"^polder: conduit: node \d+: (get|put|put_signal|atomic) to", re.MULTILINE)
MESSAGE = re.compile(r"^polder: conduit: node \d+: message to", re.MULTILINE)


def counts(program, words, **environment):
    """Of all processes: gets, puts and atomic operations; messages."""
    result = upcrun(
        "--nodes",
        "2",
        "-n",
        "2",
        program,
        *words,
        env={
            "POLDER_CONDUIT": "smp",
            "POLDER_HOOKS": "trace",
            "POLDER_CACHE_WAIT": "0",
            "BENCH_QUICK": "1",
            **environment,
        },
    )
    check("verified" in result.out, f"{program} {words}", result)
    return len(OPERATION.findall(result.err)), len(MESSAGE.findall(result.err))


def compare(folder, name, form, with_aggregated, without_optimiser, all_together=1):
    """form: words of the fine-grained version. The others: what it may take of the hand-made one,
    what it must save, and that with the messages counted in."""
    source = os.path.join(SOURCE, "bench", folder, name + ".upc")
    upcc("-O2", source, "-o", name)
    upcc("-O2", "-fno-upc-passes", source, "-o", name + "_plain")
    fine, messages = counts("./" + name, ["S", *form])
    by_hand, _ = counts("./" + name, ["S", "aggregated"])
    plain, plain_messages = counts("./" + name + "_plain", ["S", *form], POLDER_CACHE="0")
    print(
        f"{name} {' '.join(form)}: {fine} operations and {messages} messages; by hand {by_hand}; "
        f"each access on its own {plain} and {plain_messages}"
    )
    check(fine <= with_aggregated * by_hand, f"{name} {form}: {fine} operations, by hand {by_hand}")
    check(
        fine * without_optimiser <= plain,
        f"{name} {form}: {fine} operations, without the optimiser {plain}",
    )
    check(
        (fine + messages) * all_together <= plain + plain_messages,
        f"{name} {form}: {fine} operations and {messages} messages, "
        f"without the optimiser {plain} and {plain_messages}",
    )


compare("kernels/stencils", "sobel", [], 1.0, 100)
compare("kernels/stencils", "stencil", ["local"], 1.1, 20)
compare("kernels/stencils", "stencil", ["shared"], 1.1, 20)
compare("kernels", "spmv", [], 1.1, 100)
# What md reads and writes under locks is piggybacked on the messages of the locks.
compare("apps", "md", [], 0.8, 30, 6)
print("pass")

"""Lengths that do not match end the job with a message, for short messages and long ones. Nobody
writes beyond a block, and no block is left half empty. Lengths beyond all memory are refused."""

# sanitize: no, other compilers do not link a sanitizer
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "lengths.c",
    r"""
#include <polder/polder.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int program(int argc, char **argv)
{
    enum { most = 40000 };
    static __thread size_t lengths[8], other[8], offsets[8];
    polder_team *world = polder_team_world();
    const char *how = argv[1];
    const size_t each = (size_t)atol(argv[2]), wrong = (size_t)atol(argv[3]);
    const int me = polder_mythread(), n = polder_threads(), last = me == n - 1;
    char *one = calloc(1, most), *all = calloc(8, most);
    polder_reduction sum = polder_reduction_of(POLDER_ELEMENT_I64, POLDER_REDUCE_ADD);
    for (int r = 0; r < n; r++) {
        lengths[r] = other[r] = each;
        offsets[r] = (size_t)r * most;
    }
    if (!strcmp(how, "gatherv"))
        polder_team_gatherv(world, one, last ? wrong : each, all, lengths, offsets, 0);
    if (!strcmp(how, "scatterv"))
        polder_team_scatterv(world, all, lengths, offsets, one, last ? wrong : each, 0);
    if (!strcmp(how, "gatherv_root"))
        polder_team_gatherv(world, one, me ? each : wrong, all, lengths, offsets, 0);
    if (!strcmp(how, "scatterv_root"))
        polder_team_scatterv(world, all, lengths, offsets, one, me ? each : wrong, 0);
    if (!strcmp(how, "alltoallv")) {
        if (last) lengths[0] = wrong;
        polder_team_alltoallv(world, all, lengths, offsets, all + 4 * most, other, offsets);
    }
    if (!strcmp(how, "broadcast")) polder_team_broadcast(world, one, SIZE_MAX, 0);
    if (!strcmp(how, "gather")) polder_team_gather(world, one, all, SIZE_MAX / 2, 0);
    if (!strcmp(how, "allreduce")) polder_team_allreduce(world, one, all, SIZE_MAX / 8, sum);
    polder_team_barrier(world);
    if (me == 0) puts("end");
    return 0;
}

int main(int argc, char **argv)
{
    return polder_run(&argc, &argv, program);
}
""",
)
flags = upcc("--compile-flags").out.split(), upcc("--link-flags").out.split()
run(CC, "-g", *flags[0], "lengths.c", "-o", "lengths", *flags[1])

MAPPINGS = (
    ("-n", "3"),
    ("-n", "3", "-p", "1"),
    ("-n", "4", "-p", "2"),
    ("-n", "3", "--nodes", "3"),
    ("-n", "4", "--nodes", "2"),
)
# What the last member, or the root itself, gives or takes, and what the others know of it.
CASES = [
    (how, each, wrong)
    for how in ("gatherv", "scatterv", "alltoallv")
    for each, wrong in ((20000, 40000), (40000, 20000), (200, 100))
] + [(how, each, 2 * each) for how in ("gatherv_root", "scatterv_root") for each in (16, 9000)]
for mapping in MAPPINGS:
    result = upcrun(*mapping, "./lengths", "gatherv", "9000", "9000")
    check(result.out == "end\n", f"{mapping}: lengths that match", result)
    for how, each, wrong in CASES:
        what = f"{mapping}: {how} of {each} and {wrong} bytes"
        result = upcrun(*mapping, "./lengths", how, str(each), str(wrong), status=None)
        told = "match" in result.err or "and lengths[0] is" in result.err
        check(result.status == 1 and told and not result.out, what, result)
    for how in ("broadcast", "gather", "allreduce"):
        result = upcrun(*mapping, "./lengths", how, "8", "8", status=1)
        check("are more than there is memory" in result.err, f"{mapping}: {how}", result)
print("pass")

// What generated code knows of addresses (polder_node of abi.h), told once before UPC code runs. To
// generated code the variable is a constant, which compilers read when they like. Here it is
// written under a name of its own, before anything reads it.
//
// POLDER_FAR_TEST: memory of other processes of the node counts as another node's. Generated code
// then runs in its form for several nodes. It reaches such memory through polder_far_*, which finds
// it mapped; the rest of the runtime sees the job as it is. So every program can be run in that
// form on one machine without a network.
#include "runtime/segment/generated_code.h"
#include "base/config.h"
#include "runtime/core/job.h"

#include <polder/abi.h>

extern "C" [[gnu::visibility("default")]] struct polder_node polder_node_told __asm__("polder_node");
struct polder_node polder_node_told = {0, 0, 0, 1, 0};

namespace polder {

void generated_code_told() {
    polder_node_told = {polder_job.first, polder_job.length, polder_job.node_shift, polder_job.one_node, 0};
    if (!polder_job.one_node)
        polder_node_told.version = 2;
    else if (polder_job.threads == 1)
        polder_node_told.version = 1;
    if (setting_number(Setting::far_test) == 0) return;
    const JobShape &shape = control().shape;
    const unsigned first = shape.first_thread(job_process);
    const unsigned end = shape.first_thread(job_process + 1);
    polder_node_told.first = polder_job.base + (polder_ga{first} << polder_job.shift);
    polder_node_told.length = polder_ga{end - first} << polder_job.shift;
    polder_node_told.one = 0;
    polder_node_told.version = 2;
}

} // namespace polder

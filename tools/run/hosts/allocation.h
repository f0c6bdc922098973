// Allocation: the hosts that a batch system gave to the job script or shell in which upcrun runs,
// so that nobody needs to name them.
//   Slurm       salloc, sbatch: SLURM_JOB_NODELIST and SLURM_TASKS_PER_NODE; srun starts agents, so
//               no ssh is needed
//   PBS, Torque PBS_NODEFILE, a line a slot; ssh starts agents
//
// In a step of Slurm (srun upcrun ...) the job stays on its machine, as the step is what was asked
// for. POLDER_ALLOCATION=0 looks at neither; -N and POLDER_HOSTS go first.
#pragma once

#include "tools/run/hosts/hosts.h"

namespace polder::run {

struct Allocation {
    std::vector<Host> hosts; // empty: there is none
    std::string name;        // of the batch system, for people
    const char *rsh = "";    // what starts agents; empty: the default
};

// Is there one? Looks at the environment only.
bool allocation_is_there();

// False, and a text of why, if what the batch system says cannot be understood.
bool allocation_read(Allocation *allocation, std::string *error);

} // namespace polder::run

// Boot: how a process finds its job. Started by upcrun, it inherits the control block as a descriptor named in POLDER_CONTROL
// ("descriptor:process"); started alone, it makes a block of its own and is the whole job.
#pragma once

#include "runtime/core/job.h"

namespace polder {

inline constexpr const char *control_variable =
    "POLDER_CONTROL"; // between upcrun and the program only; removed on arrival

// If upcrun started us: sets job_control and job_process, so that job_fail reaches it. A block of another version ends the process.
void boot_attach();
// Joins the job, alone by making it. static_threads: what the program was compiled for, 0: any number; another number of
// threads is an error.
void boot_join(unsigned static_threads);

// A control block in anonymous shared memory; null if there is no memory. Used by upcrun too.
ControlBlock *control_create(const JobShape &shape, int *fd);

// Descriptors 0, 1 and 2 that a caller closed lead to /dev/null, lest a descriptor of ours take their number and be written to.
void standard_descriptors_open();

// Processors this process may use: by affinity and by the quota of its control group.
int usable_cores();

} // namespace polder

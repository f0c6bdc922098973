// Boot: how a process finds its job.
//   started by upcrun           it inherits the control block as a descriptor named in
//                               POLDER_CONTROL ("descriptor:process")
//   started by an MPI launcher  it meets the other processes (ranks.h)
//   started alone               it makes a block of its own and is the whole job
#pragma once

#include "base/status.h"
#include "runtime/core/job.h"

namespace polder::boot {

inline constexpr const char *control_variable =
    "POLDER_CONTROL"; // between upcrun and the program only; removed on arrival

// If upcrun started us: sets job_control and job_process, so that job_fail reaches it. A block of
// another version ends the process.
void boot_attach();
// Joins the job, alone by making it. static_threads: what the program was compiled for, 0: any
// number; another number of threads is an error.
void boot_join(unsigned static_threads);

// A control block in anonymous shared memory; null if there is no memory. Used by upcrun too.
ControlBlock *control_create(const JobShape &shape, int *fd);
const char *control_refused(); // why not, behind a null of control_create

// A control block by its descriptor, which is closed; null if it is none.
ControlBlock *control_map(int fd);
// Without a launcher: what the settings say of the job, and the memory of its segments. Errors as
// those of segment_create.
Status control_take_settings(ControlBlock &block, char *error, std::size_t error_size);

// Processors this process may use: by affinity and by the quota of its control group.
int usable_cores();
int usable_cores(const cpu_set_t &allowed); // an empty set: unknown

} // namespace polder::boot

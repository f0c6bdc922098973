// Ranks: a job whose processes were started by somebody else's launcher, an MPI one (mpirun,
// mpiexec, srun). Each of its processes is a process of the job, with the same number.
//
// They meet at a socket with an abstract name that all derive from their launcher's environment.
// Process 0 listens, and the others come. Each is given the descriptors of the control block and of
// the segments' memory. Nothing has a name in the file system, and the socket goes with process 0's
// start. Both sides check that the other belongs to the same user. What is asked of the launcher is
// in its environment, so it makes no difference whether MPI_Init comes before or after.
//
// On several machines the processes of each are a node, which meet as above. PMIx (pmix.h) tells
// who is where and carries what the leaders exchange. Nodes are in the order of their smallest
// ranks, and in a node processes are by rank. So threads are numbered by rank where the launcher
// fills machine after machine.
#pragma once

#include "runtime/core/job.h"

namespace polder::boot {

struct LaunchedRanks {
    unsigned rank;                                             // on this machine
    unsigned processes;                                        // on this machine
    unsigned leader;                                           // rank in the job of the first process of this machine
    unsigned all_processes;                                    // of the job
    bool several() const { return all_processes > processes; } // machines
};

// Whether such a launcher started this process together with others. Ends the process with a
// message if they are on several machines and there is no PMIx.
bool ranks_found(LaunchedRanks *ranks);

// Makes (rank 0) or finds the job's control block; the memory of the segments goes with it.
// threads: of the job, at least one a process. Ends the process with a message if the others do not
// come within a minute.
ControlBlock *ranks_join(const LaunchedRanks &ranks, unsigned threads);

// The launcher ends the processes of all machines.
void ranks_end(int code);

} // namespace polder::boot

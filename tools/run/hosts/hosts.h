// Hosts: which machines a job may use, from the notations people have at hand.
//   upcrun -N h1,h2:4            names, with numbers of slots
//   upcrun -N node[01-16]        as Slurm writes them
//   upcrun -N hosts.txt          a file, one line a host: `h1`, `h1 slots=4` (Open MPI), `h1:4`
//                                (MPICH), `h1 4`. A # begins a comment. The same host again adds
//                                its slots (PBS). `h1 heap=4g` is --shared-heap for the threads of
//                                that host
// A host is whatever the command that starts agents understands: a name, an address, user@name, a
// network namespace.
#pragma once

#include <string>
#include <vector>

namespace polder::run {

struct Host {
    std::string name;
    unsigned slots = 0;    // 0: not said
    std::string heap = {}; // limit of shared memory a thread as written; empty: not said
};

// Names or a file. On a mistake empty, and a text of what and where.
std::vector<Host> hosts_read(const std::string &text, std::string *error);
// Names only, also where a file is called so.
std::vector<Host> hosts_listed(const std::string &text, std::string *error);

} // namespace polder::run

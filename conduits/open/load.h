// Load: finds the table of a conduit, in this library or in a plugin. open.h is for users.
#pragma once

#include "conduits/open/open.h"

#include <csignal>
#include <sched.h>

namespace polder {

// null, and a text, if there is none.
const ConduitTable *conduit_table(const char *name, const char *folder, char *error, std::size_t error_size);

// Libraries of networks install handlers of signals and bind the thread that loads them. What the
// process had is as before at the end of the scope.
class Undisturbed {
public:
    Undisturbed();
    ~Undisturbed();
    Undisturbed(const Undisturbed &) = delete;
    Undisturbed &operator=(const Undisturbed &) = delete;

private:
    static constexpr int signals = 32;
    struct sigaction actions_[signals];
    cpu_set_t cpus_;
    bool bound_;
};

} // namespace polder

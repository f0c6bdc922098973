// Sysfs: what Linux says of the machine in /sys. Processes that upcrun did not start read it.
// upcrun asks hwloc, which a program would have to link.
#pragma once

#include "runtime/locality/machine.h"

namespace polder::locality {

// `root` is put in front of "/sys". False: there is no list of the machine's processors. What else
// is missing, or makes no sense, is absent. Without NUMA domains there is one, as for hwloc.
bool sysfs_read(Machine &machine, const char *root);

} // namespace polder::locality

// Reads what Slurm and PBS put into the environment.
#include "tools/run/hosts/allocation.h"

#include "base/config.h"
#include "runtime/core/job.h"

#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace polder::run {

namespace {

// A task that starts an agent: beside the steps that run (--overlap), on all cores of the
// allocation there, without PMI.
constexpr char srun[] =
    "srun --overlap --nodes=1 --ntasks=1 --ntasks-per-node=1 --cpu-bind=none --mpi=none --nodelist={host}";

const char *variable(const char *name) {
    const char *value = std::getenv(name);
    return value && *value ? value : nullptr;
}

// Of Slurm's numbers for steps the last few are scripts and shells of whole jobs
// (SLURM_BATCH_SCRIPT, SLURM_INTERACTIVE_STEP).
bool in_a_step() {
    const char *step = variable("SLURM_STEP_ID");
    return step && std::strtoul(step, nullptr, 10) < 0xfffffff0ul;
}

bool in_slurm() {
    return variable("SLURM_JOB_ID") && variable("SLURM_JOB_NODELIST") && !in_a_step();
}

// "4(x2),3": four tasks on each of two nodes, three on the next.
bool take_tasks(const char *text, std::vector<Host> &hosts) {
    std::size_t at = 0;
    for (const char *c = text; *c && at < hosts.size(); c += *c == ',') {
        char *end;
        const unsigned long tasks = std::strtoul(c, &end, 10);
        unsigned long times = 1;
        if (end == c || tasks > max_threads) return false;
        if (end[0] == '(' && end[1] == 'x') {
            times = std::strtoul(end + 2, &end, 10);
            if (*end++ != ')') return false;
        }
        if (*end && *end != ',') return false;
        for (; times && at < hosts.size(); --times)
            hosts[at++].slots = static_cast<unsigned>(tasks);
        c = end;
    }
    return at == hosts.size();
}

bool read_slurm(Allocation *allocation, std::string *error) {
    allocation->name = "Slurm";
    allocation->rsh = srun;
    const char *list = variable("SLURM_JOB_NODELIST");
    const char *tasks = variable("SLURM_TASKS_PER_NODE");
    std::string why;
    allocation->hosts = hosts_listed(list, &why);
    if (allocation->hosts.empty()) {
        *error = std::string("SLURM_JOB_NODELIST=") + list + ": " + why;
        return false;
    }
    if (tasks && !take_tasks(tasks, allocation->hosts)) {
        *error = std::string("SLURM_TASKS_PER_NODE=") + tasks + " does not fit SLURM_JOB_NODELIST=" + list;
        return false;
    }
    return true;
}

bool read_pbs(Allocation *allocation, std::string *error) {
    allocation->name = "PBS";
    const char *path = variable("PBS_NODEFILE");
    std::string why;
    if (access(path, R_OK) == 0)
        allocation->hosts = hosts_read(path, &why);
    else
        why = std::string("cannot read '") + path + "': " + std::strerror(errno);
    if (allocation->hosts.empty()) *error = "PBS_NODEFILE: " + why;
    return !allocation->hosts.empty();
}

} // namespace

bool allocation_is_there() {
    return setting_number(Setting::allocation) && (in_slurm() || variable("PBS_NODEFILE"));
}

bool allocation_read(Allocation *allocation, std::string *error) {
    if (!allocation_is_there()) return true;
    const bool good = in_slurm() ? read_slurm(allocation, error) : read_pbs(allocation, error);
    if (!good) *error += "; -N names the hosts, and POLDER_ALLOCATION=0 looks at no batch system";
    return good;
}

} // namespace polder::run

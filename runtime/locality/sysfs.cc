// Reads an object's list of processors once, not once a processor: some hundred files on a large
// machine.
#include "runtime/locality/sysfs.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace polder::locality {

namespace {

constexpr unsigned path_size = 512;

class Sysfs {
public:
    Sysfs(Machine &machine, const char *root) : machine_(machine), root_(root) {}

    bool read() {
        cpu_set_t online;
        if (!list("devices/system/cpu/online", &online)) return false;
        for (unsigned number = 0; number < most_units; ++number) {
            unit_of_[number] = absent;
            if (!CPU_ISSET(number, &online)) continue;
            unit_of_[number] = static_cast<std::int16_t>(machine_.units);
            machine_.add(number);
        }
        for (unsigned u = 0; u < machine_.units; ++u) {
            read_sharing(u, POLDER_LEVEL_PACKAGE, "topology/package_cpus_list", "topology/core_siblings_list");
            read_sharing(u, POLDER_LEVEL_CORE, "topology/core_cpus_list", "topology/thread_siblings_list");
            read_cache(u);
        }
        read_domains();
        return machine_.units != 0;
    }

private:
    std::FILE *open(const char *path) const {
        char whole[path_size];
        if (std::snprintf(whole, sizeof whole, "%s/sys/%s", root_, path) >= static_cast<int>(sizeof whole))
            return nullptr;
        return std::fopen(whole, "re");
    }

    // "0-3,8": false if the file is not there, or is no such list.
    bool list(const char *path, cpu_set_t *numbers) const {
        CPU_ZERO(numbers);
        std::FILE *file = open(path);
        if (!file) return false;
        bool good = true;
        unsigned first;
        for (int separator = ','; good && separator == ',' && std::fscanf(file, "%u", &first) == 1;) {
            unsigned last = first;
            separator = std::fgetc(file);
            if (separator == '-') {
                good = std::fscanf(file, "%u", &last) == 1 && last >= first;
                separator = std::fgetc(file);
            }
            for (unsigned number = first; good && number <= last && number < most_units; ++number)
                CPU_SET(number, numbers);
        }
        std::fclose(file);
        return good && CPU_COUNT(numbers) != 0;
    }

    // The units of the list, which are online, lie in one object of that level.
    void join(const cpu_set_t &members, unsigned level, std::int16_t domain = absent) {
        std::int16_t object = absent;
        for (unsigned number = 0; number < most_units; ++number) {
            if (!CPU_ISSET(number, &members) || unit_of_[number] == absent) continue;
            Unit &unit = machine_.unit[unit_of_[number]];
            if (object == absent) object = unit.number;
            unit.object[level] = object;
            if (domain != absent) unit.domain = domain;
        }
    }

    bool read_list(unsigned u, const char *name, cpu_set_t *members) const {
        char path[path_size];
        const int number = machine_.unit[u].number;
        std::snprintf(path, sizeof path, "devices/system/cpu/cpu%d/%s", number, name);
        return list(path, members) && CPU_ISSET(static_cast<unsigned>(number), members);
    }

    // older: what kernels before 5.3 call the file.
    void read_sharing(unsigned u, unsigned level, const char *name, const char *older) {
        if (machine_.unit[u].object[level] != absent) return;
        cpu_set_t members;
        if (read_list(u, name, &members) || read_list(u, older, &members)) join(members, level);
    }

    void read_cache(unsigned u) {
        if (machine_.unit[u].object[POLDER_LEVEL_L3] != absent) return;
        constexpr unsigned most_caches = 10;
        for (unsigned index = 0; index < most_caches; ++index) {
            char path[path_size];
            std::snprintf(path, sizeof path, "devices/system/cpu/cpu%d/cache/index%u/level", machine_.unit[u].number,
                          index);
            std::FILE *file = open(path);
            if (!file) return;
            unsigned level = 0;
            const bool found = std::fscanf(file, "%u", &level) == 1 && level == 3;
            std::fclose(file);
            if (!found) continue;
            char name[64];
            std::snprintf(name, sizeof name, "cache/index%u/shared_cpu_list", index);
            cpu_set_t members;
            if (read_list(u, name, &members)) join(members, POLDER_LEVEL_L3);
            return;
        }
    }

    // Domains without processors hold nobody.
    void read_domains() {
        cpu_set_t domains;
        const bool known = list("devices/system/node/online", &domains);
        for (unsigned domain = 0; known && domain < most_units; ++domain) {
            if (!CPU_ISSET(domain, &domains)) continue;
            char path[path_size];
            std::snprintf(path, sizeof path, "devices/system/node/node%u/cpulist", domain);
            cpu_set_t members;
            if (list(path, &members)) join(members, POLDER_LEVEL_NUMA, static_cast<std::int16_t>(domain));
        }
        for (unsigned u = 0; !known && u < machine_.units; ++u)
            machine_.unit[u].object[POLDER_LEVEL_NUMA] = machine_.unit[0].number;
    }

    Machine &machine_;
    const char *root_;
    std::int16_t unit_of_[most_units]; // index of the unit with that number
};

} // namespace

bool sysfs_read(Machine &machine, const char *root) {
    if (!Sysfs(machine, root).read()) return false;
    machine_number(machine);
    return true;
}

} // namespace polder::locality

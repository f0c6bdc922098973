// What a process reads of its machine in /sys: folders that stand for machines. What is missing or
// makes no sense there is not known, and nothing worse.
#include "runtime/locality/sysfs.h"
#include "runtime/locality/locality.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

using namespace polder;
using namespace polder::locality;

namespace {

class Folder {
public:
    Folder() {
        char name[] = "/tmp/polder-sysfs-XXXXXX";
        root_ = mkdtemp(name);
    }
    ~Folder() { std::filesystem::remove_all(root_); }
    void put(const std::string &path, const std::string &text) const {
        const std::filesystem::path whole = root_ + "/sys/devices/system/" + path;
        std::filesystem::create_directories(whole.parent_path());
        std::ofstream(whole) << text << '\n';
    }
    void cpu(unsigned number, const std::string &file, const std::string &text) const {
        put("cpu/cpu" + std::to_string(number) + '/' + file, text);
    }
    std::unique_ptr<Machine> machine() const {
        auto read = std::make_unique<Machine>();
        known_ = sysfs_read(*read, root_.c_str());
        return read;
    }
    bool known() const { return known_; }

private:
    std::string root_;
    mutable bool known_ = false;
};

// Two packages, two domains each; a core's units are 0 and 8, 1 and 9, and so on.
void put_deep(const Folder &folder) {
    folder.put("cpu/online", "0-15");
    for (unsigned u = 0; u < 16; ++u) {
        const unsigned core = u % 8;
        const unsigned package = core / 4;
        const unsigned domain = core / 2;
        const auto both = [](unsigned first, unsigned last) {
            const std::string lower = std::to_string(first) + '-' + std::to_string(last);
            return lower + ',' + std::to_string(first + 8) + '-' + std::to_string(last + 8);
        };
        folder.cpu(u, "topology/package_cpus_list", both(package * 4, package * 4 + 3));
        folder.cpu(u, "topology/core_cpus_list", std::to_string(core) + ',' + std::to_string(core + 8));
        folder.cpu(u, "cache/index0/level", "1");
        folder.cpu(u, "cache/index1/level", "3");
        folder.cpu(u, "cache/index1/shared_cpu_list", both(package * 4, package * 4 + 3));
        folder.put("node/node" + std::to_string(domain) + "/cpulist", both(domain * 2, domain * 2 + 1));
    }
    folder.put("node/online", "0-3");
}

// Of a unit by its number, from the package to the unit.
std::string objects(const Machine &machine, int number) {
    for (unsigned u = 0; u < machine.units; ++u) {
        if (machine.unit[u].number != number) continue;
        std::string text;
        for (unsigned level = machine_levels; level-- > 0;)
            text += (text.empty() ? "" : " ") + std::to_string(machine.unit[u].object[level]);
        return text;
    }
    return "none";
}

TEST(sysfs, objects_are_numbered_as_they_lie) {
    const Folder folder;
    put_deep(folder);
    const auto machine = folder.machine();
    ASSERT_TRUE(folder.known());
    EXPECT_EQ(machine->units, 16u);
    EXPECT_EQ(objects(*machine, 0), "0 0 0 0 0");
    EXPECT_EQ(objects(*machine, 8), "0 0 0 0 1") << "the other unit of the core";
    EXPECT_EQ(objects(*machine, 1), "0 0 0 1 2");
    EXPECT_EQ(objects(*machine, 15), "1 3 1 7 15");
    EXPECT_EQ(machine->count[POLDER_LEVEL_PU], 16);
    EXPECT_EQ(machine->count[POLDER_LEVEL_CORE], 8);
    EXPECT_EQ(machine->count[POLDER_LEVEL_L3], 2);
    EXPECT_EQ(machine->count[POLDER_LEVEL_NUMA], 4);
    EXPECT_EQ(machine->count[POLDER_LEVEL_PACKAGE], 2);
}

TEST(sysfs, what_is_missing_is_absent) {
    const Folder folder;
    folder.put("cpu/online", "0-1,5");
    const auto machine = folder.machine();
    ASSERT_TRUE(folder.known());
    EXPECT_EQ(machine->units, 3u);
    EXPECT_EQ(objects(*machine, 5), "-1 0 -1 -1 2") << "without domains there is one";
    EXPECT_EQ(machine->count[POLDER_LEVEL_CORE], 0);
}

TEST(sysfs, older_kernels_have_other_names) {
    const Folder folder;
    folder.put("cpu/online", "0-3");
    for (unsigned u = 0; u < 4; ++u) {
        folder.cpu(u, "topology/core_siblings_list", "0-3");
        folder.cpu(u, "topology/thread_siblings_list", u < 2 ? "0-1" : "2-3");
    }
    const auto machine = folder.machine();
    EXPECT_EQ(objects(*machine, 3), "0 0 -1 1 3");
}

TEST(sysfs, nonsense_is_absent) {
    const Folder none;
    none.machine();
    EXPECT_FALSE(none.known());
    for (const char *online : {"", "x", "3-1", "-", "0-", "99999", ",,"}) {
        const Folder folder;
        folder.put("cpu/online", online);
        const auto machine = folder.machine();
        EXPECT_EQ(machine->units, 0u) << online;
        EXPECT_FALSE(folder.known()) << online;
    }
    const Folder folder;
    folder.put("cpu/online", "0-1");
    folder.cpu(0, "topology/package_cpus_list", "garbage");
    folder.cpu(0, "topology/core_cpus_list", "1"); // not even the processor itself
    folder.cpu(0, "cache/index0/level", "three");
    folder.cpu(1, "cache/index0/level", "3");
    folder.cpu(1, "cache/index0/shared_cpu_list", "1-2000"); // more than are online, or counted
    folder.put("node/online", "0-7");                        // without a list
    const auto machine = folder.machine();
    EXPECT_EQ(objects(*machine, 0), "-1 -1 -1 -1 0");
    EXPECT_EQ(objects(*machine, 1), "-1 -1 0 -1 1");
}

// Packages that take turns in the numbers of processors: cores are numbered package by package.
TEST(sysfs, interleaved_packages) {
    const Folder folder;
    folder.put("cpu/online", "0-3");
    for (unsigned u = 0; u < 4; ++u) {
        folder.cpu(u, "topology/package_cpus_list", u % 2 ? "1,3" : "0,2");
        folder.cpu(u, "topology/core_cpus_list", std::to_string(u));
    }
    const auto machine = folder.machine();
    EXPECT_EQ(objects(*machine, 2), "0 0 -1 1 1");
    EXPECT_EQ(objects(*machine, 1), "1 0 -1 2 2");
}

TEST(sysfs, this_machine_is_known) {
    Machine machine;
    if (!sysfs_read(machine, "")) GTEST_SKIP() << "there is no /sys";
    cpu_set_t mine;
    ASSERT_EQ(sched_getaffinity(0, sizeof mine, &mine), 0);
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (!CPU_ISSET(cpu, &mine)) continue;
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        EXPECT_NE(record_of(machine, one).object[POLDER_LEVEL_PU], 0) << cpu;
    }
}

} // namespace

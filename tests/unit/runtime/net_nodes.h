// A job of several nodes on one machine with a real conduit between them. Each node has a control
// block and segments of its own. Its processes are forked and run the start and end of the network
// as programs do. A process of its own carries what leaders exchange. Threads meet in memory that
// all nodes share, so that a test sees exactly what it asks of the network.
#pragma once

#include "base/config.h"
#include "runtime/am/am.h"
#include "runtime/cache/idle_write_back.h"
#include "runtime/core/start_hooks.h"
#include "runtime/net/net.h"
#include "tests/unit/long_run.h"
#include "tests/unit/processor_limit.h"
#include "tests/unit/runtime/exchange_carrier.h"
#include "tests/unit/runtime/job_fixture.h"

#include <cstring>

namespace polder::test {

using NetShape = std::vector<std::pair<unsigned, unsigned>>; // of each node: threads, processes
inline NetShape two_single_threads() {
    return NetShape(2, {1, 1});
}

struct NetJob {
    NetShape nodes = two_single_threads();
    const char *conduit = "ofi";
    const char *progress = "thread";
    const char *hooks = "";
    bool apart = false;                          // global addresses are no pointers
    std::vector<std::uint64_t> shared_heap = {}; // limit of each node; none: no limit
    const char *modes = "";                      // what the provider of ofi demands or lacks
    const char *addresses = "100";               // entries of the address cache
    const char *endpoints = "process";
};
inline NetJob with_ends(NetJob job) {
    job.endpoints = "thread";
    return job;
}

struct Meeting { // shared by all nodes
    std::atomic<unsigned> arrived, epoch;
    std::atomic<std::uint64_t> word[1024]; // for tests
};
inline Meeting *meeting = nullptr;

// All threads of the job meet, without the network. Those who wait call poll(); it says whether it
// found something.
template <class Poll> void meet(Poll poll) {
    const unsigned epoch = meeting->epoch.load();
    if (meeting->arrived.fetch_add(1) + 1 == threads()) {
        meeting->arrived.store(0);
        meeting->epoch.store(epoch + 1);
        return;
    }
    while (meeting->epoch.load() == epoch)
        if (!poll()) sched_yield();
}
inline bool poll_network() {
    return net::net_on() && net::net_poll();
}
inline void meet() {
    meet(poll_network);
}
inline void meet_without_polling() {
    meet([] { return false; });
}

inline void net_thread_begin() {
    net::net_thread_enter();
    self().state.store(ThreadState::running);
    meet();
}
inline void net_thread_end() {
    meet();
}

// Plugins of the build that this test is part of.
inline const char *plugin_folder() {
    static char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 64);
    if (length > 0) path[length] = 0;
    char *tests = path;
    for (char *at = path; (at = std::strstr(at, "/tests/unit/")); ++at)
        tests = at;
    *tests = 0;
    std::strcat(path, "/lib/polder");
    return path;
}

[[noreturn]] inline void net_process(ControlBlock *block, unsigned process, const NetJob &job,
                                     const std::function<void(unsigned)> &body) {
    processor_limit(long_run() ? 0 : 400); // 0: tests/run.py has the limit
    setting_override(Setting::conduit, job.conduit);
    setting_override(Setting::progress, job.progress);
    setting_override(Setting::endpoints, job.endpoints);
    setting_override(Setting::plugins, plugin_folder());
    setting_override(Setting::interface, "lo");
    setting_override(Setting::ofi_modes, job.modes);
    setting_override(Setting::addresses, job.addresses);
    if (*job.hooks) setting_override(Setting::hooks, job.hooks);
    if (job.apart) setting_override(Setting::node_place, "apart");
    job_enter(block, process);
    local(polder_thread_number) = static_cast<int>(block->shape.first_thread(process));
    if (!polder_module_present) std::abort();
    segment_attach(16 << 20, false);
    generated_code_told();
    sync::wait_configure(oversubscribed());
    biased_locks_start();
    alloc::alloc_start();
    barrier::barrier_start();
    start_hooks_run();
    start::network_start();
    const unsigned first = block->shape.first_thread(process), count = block->shape.thread_count(process);
    std::vector<long> deltas(count);
    start::copies_make(count, deltas.data());
    boot_barrier();
    run_threads(first, deltas, {&body, net_thread_begin, net_thread_end});
    cache::idle_write_back_stop();
    net::net_stop();
    _exit(0);
}

inline std::vector<ControlBlock *> net_blocks(const NetJob &job) {
    std::vector<unsigned> first = {0};
    for (const auto &node : job.nodes)
        first.push_back(first.back() + node.first);
    std::vector<ControlBlock *> blocks;
    for (unsigned n = 0; n < job.nodes.size(); ++n) {
        int fd;
        blocks.push_back(boot::control_create({job.nodes[n].first, job.nodes[n].second, first[n], n,
                                               static_cast<unsigned>(job.nodes.size()), first.back()},
                                              &fd));
        close(fd);
        control_set_nodes(blocks.back(), first.data());
        exchange::BootArea &boot = *area<exchange::BootArea>(*blocks.back(), Area::boot);
        std::snprintf(reinterpret_cast<char *>(boot.key), sizeof boot.key, "test%d", getpid());
        for (unsigned host = 0; host < job.nodes.size(); ++host)
            std::snprintf(boot.hosts[host], exchange::host_name_bytes, "localhost");
        char error[512] = "";
        const SegmentOptions options{nullptr, false, job.shared_heap.empty() ? 0 : job.shared_heap[n]};
        EXPECT_EQ(segment_create(*blocks.back(), options, error, sizeof error), Status::ok) << error;
    }
    return blocks;
}

// Exit code of the first process that fails, 0 if none does.
inline int run_net(const NetJob &job, const std::function<void(unsigned)> &body) {
    std::vector<ControlBlock *> blocks = net_blocks(job);
    meeting = static_cast<Meeting *>(
        mmap(nullptr, sizeof *meeting, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    std::vector<pid_t> pids;
    for (unsigned n = 0; n < blocks.size(); ++n)
        for (unsigned p = 0; p < job.nodes[n].second; ++p) {
            const pid_t pid = fork();
            if (pid == 0) net_process(blocks[n], p, job, body);
            pids.push_back(pid);
        }
    const pid_t carrier = fork();
    if (carrier == 0) carry_exchanges(blocks);
    const int code = await_processes(pids);
    kill(carrier, SIGKILL);
    while (waitpid(-1, nullptr, 0) > 0) {
    }
    for (ControlBlock *block : blocks) {
        if (block->memory.fds[0] >= 0) close(block->memory.fds[0]);
        munmap(block, block->size);
    }
    munmap(meeting, sizeof *meeting);
    meeting = nullptr;
    return code;
}

// Skips all tests of a program whose nodes ThreadSanitizer does not see. It leaves no room for the
// addresses of several nodes either.
class NodesAreSeen : public testing::Environment {
    void SetUp() override {
        if (!other_processes_seen) GTEST_SKIP() << "ThreadSanitizer sees nothing of other processes";
    }
};
inline testing::Environment *const nodes_are_seen = testing::AddGlobalTestEnvironment(new NodesAreSeen);

// Threads, processes and mixes on two and three nodes, over each conduit; over one where
// POLDER_CONDUIT is set.
inline std::vector<NetJob> net_jobs() {
    std::vector<NetJob> jobs;
    for (const char *conduit : {"smp", "ofi"}) {
        const char *only = getenv("POLDER_CONDUIT");
        if (only && std::strcmp(only, conduit)) continue;
        jobs.push_back({{{1, 1}, {1, 1}}, conduit, "thread"});
        const bool network = std::strcmp(conduit, "ofi") == 0;
        jobs.push_back({{{2, 1}, {2, 2}, {1, 1}}, conduit, "thread", "", true});
        if (network) jobs.back() = with_ends(jobs.back());
        jobs.push_back({{{1, 1}, {2, 2}}, conduit, "thread", "fault:again=0.2"});
        if (network && !long_run()) continue; // each start of it takes tenths of a second
        jobs.push_back({{{1, 1}, {1, 1}}, conduit, "poll", "", true});
        jobs.push_back({{{2, 2}, {1, 1}}, conduit, "thread"});
        if (long_run()) jobs.push_back(with_ends({{{2, 1}, {3, 2}}, conduit, "thread", "fault:again=0.2", true}));
        jobs.push_back({{{1, 1}, {1, 1}}, conduit, "poll", "delay:50us"});
    }
    return jobs;
}
inline std::string name_of(const NetJob &job) {
    std::string name = std::string(job.conduit) + " " + job.progress + " " + job.hooks + " " + job.endpoints;
    for (const auto &node : job.nodes)
        name += " " + std::to_string(node.first) + "/" + std::to_string(node.second);
    return name;
}

// A body on all of them; and the thread behind its caller.
inline void run_all(const std::function<void(unsigned)> &body) {
    for (const NetJob &job : net_jobs())
        EXPECT_EQ(run_net(job, body), 0) << name_of(job);
}
inline unsigned next(unsigned me) {
    return (me + 1) % threads();
}

// Shared memory of a thread that its tests may use: static data of its segment.
inline polder_ga board(unsigned thread) {
    return ga_of_segment(thread) + segment_static_offset();
}
constexpr std::size_t board_bytes = 15 << 20;

} // namespace polder::test

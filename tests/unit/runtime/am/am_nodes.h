// A job of several nodes inside a unit test. Each node has a control block and segments of its own,
// and processes are forked. A network of shared memory lies between them. It is a mailbox of
// limited size for each leader, which also refuses messages at random and delivers late. Nothing of
// launcher and conduits takes part; a process of its own carries what leaders exchange at the
// start.
#pragma once

#include "runtime/am/far_node.h"
#include "tests/unit/processor_limit.h"
#include "tests/unit/runtime/am/am_traffic.h"
#include "tests/unit/runtime/exchange_carrier.h"

#include <cstring>
#include <deque>
#include <mutex>

namespace polder::test {

struct Nodes {
    std::vector<JobOptions> node; // threads and processes of each
    unsigned refuse = 16;         // one in so many messages is not taken; 0: none
    std::size_t box_bytes = 256 << 10;
    bool park_at_once = false;
};

// ---- the network ----

struct Mailbox {
    FutexLock lock;
    std::atomic<std::uint64_t> messages;
    std::size_t used;
    char data[1 << 20];
};
struct FakeNet { // shared by all nodes
    unsigned refuse;
    std::size_t box_bytes;
    std::atomic<std::uint64_t> sent, most_kept;
    Mailbox box[4];
};
inline FakeNet *fake_net = nullptr;

struct Kept {
    unsigned node;
    std::string header, payload;
};
inline std::deque<Kept> kept;
inline std::mutex kept_lock, poll_gate;

inline std::uint32_t net_random() {
    static thread_local std::uint32_t state = 0;
    state = (state ? state : mythread() + 1) * 1664525u + 1013904223u;
    return state >> 8;
}

inline bool post(unsigned node, const ConduitMessage &message) {
    Mailbox &box = fake_net->box[node];
    const std::size_t sizes[] = {message.header_bytes, message.payload_bytes};
    const std::size_t bytes = sizeof sizes + sizes[0] + sizes[1];
    if (fake_net->refuse && net_random() % fake_net->refuse == 0) return false;
    box.lock.lock();
    const bool fits = box.used + bytes <= fake_net->box_bytes;
    if (fits) {
        char *at = box.data + box.used;
        std::memcpy(at, sizes, sizeof sizes);
        std::memcpy(at + sizeof sizes, message.header, sizes[0]);
        if (sizes[1]) std::memcpy(at + sizeof sizes + sizes[0], message.payload, sizes[1]);
        box.used += bytes;
        box.messages.fetch_add(1);
        fake_net->sent.fetch_add(1);
    }
    box.lock.unlock();
    return fits;
}

inline Status net_send_now(unsigned node, const ConduitMessage &message) {
    const std::lock_guard hold(kept_lock);
    for (const Kept &each : kept)
        if (each.node == node) return Status::again;
    return post(node, message) ? Status::ok : Status::again;
}

inline void net_keep(unsigned node, const ConduitMessage &message) {
    const std::lock_guard hold(kept_lock);
    kept.push_back({node, std::string(static_cast<const char *>(message.header), message.header_bytes),
                    std::string(static_cast<const char *>(message.payload), message.payload_bytes)});
    if (kept.size() > fake_net->most_kept.load()) fake_net->most_kept.store(kept.size());
}

inline void send_kept() {
    const std::lock_guard hold(kept_lock);
    while (!kept.empty()) {
        const Kept &first = kept.front();
        if (!post(first.node, {first.header.data(), first.header.size(), first.payload.data(), first.payload.size()}))
            return;
        kept.pop_front();
    }
}

// Takes everything out, and delivers it in the order it came in, aligned as conduits do.
inline unsigned take_box() {
    Mailbox &box = fake_net->box[mynode()];
    if (!box.messages.load()) return 0;
    static std::vector<char> data;
    box.lock.lock();
    data.assign(box.data, box.data + box.used);
    box.used = 0;
    box.messages.store(0);
    box.lock.unlock();
    unsigned count = 0;
    for (std::size_t at = 0; at < data.size(); ++count) {
        std::size_t sizes[2];
        alignas(8) static char header[512], payload[am::piece_bytes + 8];
        std::memcpy(sizes, &data[at], sizeof sizes);
        at += sizeof sizes;
        std::memcpy(header, data.data() + at, sizes[0]);
        std::memcpy(payload, data.data() + at + sizes[0], sizes[1]);
        at += sizes[0] + sizes[1];
        am::am_deliver({header, sizes[0], payload, sizes[1]});
    }
    am::am_delivered();
    return count;
}

inline unsigned net_look() {
    if (!poll_gate.try_lock()) return 0;
    send_kept();
    const unsigned count = is_leader() ? take_box() : 0;
    poll_gate.unlock();
    return count;
}
inline bool net_needs_sending() {
    const std::lock_guard hold(kept_lock);
    return !kept.empty();
}
inline bool net_needs_polls() {
    return is_leader() || net_needs_sending(); // there is no thread that waits for the network
}
// Two threads of the job meet here.
inline void meet_two(TrafficLine &place) {
    place.hops.fetch_add(1);
    while (place.hops.load() < 2)
        if (!am::am_poll()) sched_yield();
}
inline constexpr am::AmNetwork the_network = {net_send_now, net_keep, net_look, net_needs_polls};

// ---- the job ----

inline void node_thread_begin() {
    self().state.store(ThreadState::running);
    meet();
}

[[noreturn]] inline void node_process(ControlBlock *block, unsigned process, const Nodes &nodes,
                                      const std::function<void(unsigned)> &body) {
    processor_limit(400 * stress());
    job_enter(block, process);
    polder_thread_number = static_cast<int>(block->shape.first_thread(process));
    if (!polder_module_present) std::abort();
    segment_attach(1 << 20, false);
    sync::wait_configure(oversubscribed());
    const unsigned first = block->shape.first_thread(process), count = block->shape.thread_count(process);
    std::vector<long> deltas(count);
    start::copies_make(count, deltas.data());
    am::am_register(take_request, handle_request);
    am::am_register(take_reply, handle_reply);
    am::am_start();
    am::am_network(&the_network);
    if (nodes.park_at_once) {
        sync::wait_setup.spins = 1;
        sync::wait_setup.yield_ns = 0;
    }
    boot_barrier();
    run_threads(first, deltas, {&body, node_thread_begin, meet});
    _exit(0);
}

template <class T> T *share(std::size_t bytes = sizeof(T)) {
    return static_cast<T *>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
}

inline std::vector<ControlBlock *> node_blocks(const Nodes &nodes) {
    std::vector<unsigned> first = {0};
    for (const JobOptions &each : nodes.node)
        first.push_back(first.back() + each.threads);
    std::vector<ControlBlock *> blocks;
    for (unsigned n = 0; n < nodes.node.size(); ++n) {
        const JobOptions &options = nodes.node[n];
        int fd;
        blocks.push_back(boot::control_create(
            {options.threads, options.processes, first[n], n, static_cast<unsigned>(nodes.node.size()), first.back()},
            &fd));
        close(fd);
        control_set_nodes(blocks.back(), first.data());
        char error[512] = "";
        EXPECT_EQ(segment_create(*blocks.back(), {}, error, sizeof error), Status::ok) << error;
    }
    return blocks;
}

// Exit code of the first process that fails, 0 if none does.
inline int run_nodes(const Nodes &nodes, const std::function<void(unsigned)> &body) {
    std::vector<ControlBlock *> blocks = node_blocks(nodes);
    all_lines = share<TrafficLine>(64 * sizeof(TrafficLine));
    fake_net = share<FakeNet>();
    fake_net->refuse = nodes.refuse;
    fake_net->box_bytes = nodes.box_bytes;
    signal(doorbell_signal(), SIG_IGN); // the carrier looks all the time
    const pid_t carrier = fork();
    if (carrier == 0) carry_exchanges(blocks);
    for (ControlBlock *block : blocks) {
        block->launched = 1;
        block->launcher = carrier;
    }
    std::vector<pid_t> pids;
    for (unsigned n = 0; n < blocks.size(); ++n)
        for (unsigned p = 0; p < nodes.node[n].processes; ++p) {
            const pid_t pid = fork();
            if (pid == 0) node_process(blocks[n], p, nodes, body);
            pids.push_back(pid);
        }
    const int code = await_processes(pids);
    kill(carrier, SIGKILL);
    waitpid(carrier, nullptr, 0);
    for (ControlBlock *block : blocks) {
        if (block->memory.fds[0] >= 0) close(block->memory.fds[0]);
        munmap(block, block->size);
    }
    munmap(all_lines, 64 * sizeof(TrafficLine));
    munmap(fake_net, sizeof *fake_net);
    all_lines = nullptr;
    return code;
}

// Nodes of several threads as processes, threads and a mix, alike and not.
inline std::vector<Nodes> node_mappings() {
    const auto node = [](unsigned threads, unsigned processes) {
        JobOptions options;
        options.threads = threads;
        options.processes = processes;
        return options;
    };
    if (!other_processes_seen) return {{{node(1, 1), node(1, 1)}}, {{node(3, 1), node(2, 1)}}};
    return {{{node(1, 1), node(1, 1)}},
            {{node(2, 2), node(2, 2)}},
            {{node(2, 1), node(1, 1)}},
            {{node(3, 2), node(1, 1), node(2, 2)}},
            {{node(4, 2), node(3, 3)}}};
}
inline std::string name_of(const Nodes &nodes) {
    std::string name;
    for (const JobOptions &each : nodes.node)
        name += std::to_string(each.threads) + "/" + std::to_string(each.processes) + " ";
    return name;
}

} // namespace polder::test

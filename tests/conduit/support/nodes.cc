// See nodes.h. The parent forks the nodes and collects how they end.
#include "nodes.h"

#include "base/config.h"
#include "base/memory_file.h"
#include "conduits/open/load.h"
#include "tests/unit/long_run.h"
#include "tests/unit/processor_limit.h"

#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace polder::tests {

namespace {

thread_local Node *current; // for CHECK

} // namespace

struct Shared {
    ConduitAddress addresses[most_processes];
    struct {
        ConduitKey key;
        std::uint64_t memory;
    } nodes[most_processes];
    std::atomic<unsigned> arrived, epoch;
    std::atomic<bool> failed;
    std::atomic<std::uint64_t> word;
    std::atomic<pid_t> pids[most_processes];
};

namespace {

void sleep_a_little() {
    sched_yield();
}

// Of processor time, for each process. Longer floods (POLDER_TEST_FLOOD) may take longer.
unsigned limit_s() {
    const char *flood = std::getenv("POLDER_TEST_FLOOD");
    return 300 + (flood ? static_cast<unsigned>(std::strtoull(flood, nullptr, 10) / 2000) : 0);
}

template <class Between> void meet(Node &node, Between between) {
    Shared &s = *node.shared;
    const unsigned epoch = s.epoch.load();
    if (s.arrived.fetch_add(1) + 1 == node.processes) {
        s.arrived.store(0);
        s.epoch.fetch_add(1);
    }
    while (s.epoch.load() == epoch) {
        if (s.failed.load()) _exit(3);
        between();
    }
}

// POLDER_TEST_PLUGINS: of another build, against another libfabric.
const char *plugin_folder() {
    const char *other = std::getenv("POLDER_TEST_PLUGINS");
    return other ? other : POLDER_PLUGINS;
}

void deliver(void *context, const ConduitMessage &message) {
    Node &node = *static_cast<Node *>(context);
    ++node.received;
    if (node.deliver) node.deliver(node, message);
}

void lost(void *context, NodeNumber, const char *why) {
    Node &node = *static_cast<Node *>(context);
    ++node.lost;
    node.lost_why = why;
}

// Nodes are processes of this machine. Shared memory has no interface.
void take_provider(const std::string &provider, ConduitOptions &options) {
    options.provider = provider.c_str();
    options.one_machine = provider == "shm";
    options.interface = options.one_machine ? "" : "127.0.0.1";
}

void open_end(Node &node, const Run &run) {
    static unsigned char key[16] = "a key of 15 byt";
    if (run.key == Key::own) key[15] = static_cast<unsigned char>(node.node);
    setting_override(Setting::hooks, node.setup->hooks.c_str());
    ConduitOptions options{};
    options.node = node.node;
    options.nodes = run.claimed_nodes ? run.claimed_nodes : node.nodes;
    options.leader = node.leader;
    options.thread_safe = node.setup->thread_safe && !node.beside;
    options.key = key;
    options.context = &node;
    options.deliver = deliver;
    options.lost = lost;
    options.modes = node.setup->modes.c_str();
    take_provider(node.setup->provider, options);
    options.timeout_ns = static_cast<std::int64_t>(run.timeout_s * 1e9);
    char error[512] = "";
    ConduitAddress address;
    const Status status = conduit_open(node.setup->conduit.c_str(), plugin_folder(), options, &node.conduit, &address,
                                       error, sizeof error);
    if (!is_ok(status)) std::fprintf(stderr, "conduit_open: %s\n", error);
    CHECK(is_ok(status));
    node.table = node.conduit->table;
    if (node.leader) node.shared->addresses[node.node] = address;
}

// Elsewhere in each process, so that nothing works only because addresses are the same.
void make_memory(Node &node) {
    const int fd = memory_file_create("polder-test");
    CHECK(fd >= 0 && !ftruncate(fd, memory_bytes));
    void *hint = reinterpret_cast<void *>(0x7e0000000000 + (std::uintptr_t{node.node} << 32));
    void *at = mmap(hint, memory_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    CHECK(at != MAP_FAILED);
    node.memory = static_cast<unsigned char *>(at);
    ConduitRegion *region;
    CHECK(is_ok(
        node.table->register_memory(*node.conduit, at, memory_bytes, &region, &node.shared->nodes[node.node].key)));
    node.shared->nodes[node.node].memory = reinterpret_cast<std::uint64_t>(at);
}

[[noreturn]] void be_process(const Setup &setup, Shared *shared, unsigned process, void (*body)(Node &),
                             const Run &run) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    processor_limit(limit_s());
    if (setup.hooks.find("trace") != std::string::npos) {
        const int null = open("/dev/null", O_WRONLY); // lines by the million
        dup2(null, STDERR_FILENO);
    }
    Node node{};
    current = &node;
    shared->pids[process].store(getpid());
    node.setup = &setup;
    node.shared = shared;
    node.process = process;
    node.nodes = setup.nodes;
    node.processes = setup.nodes * setup.ends;
    node.node = process / setup.ends;
    node.leader = process % setup.ends == 0;
    open_end(node, run);
    if (node.leader) make_memory(node);
    meet(node, sleep_a_little);
    CHECK(is_ok(node.table->start(*node.conduit, shared->addresses)));
    body(node);
    if (!setup.thread_safe) CHECK(node.table->counts(*node.conduit).locks == 0);
    conduit_close(node.conduit);
    _exit(0);
}

} // namespace

void open_beside(const Node &node, Node *beside) {
    *beside = node;
    beside->leader = false;
    beside->beside = true;
    beside->deliver = nullptr;
    open_end(*beside, {});
    CHECK(is_ok(beside->table->start(*beside->conduit, node.shared->addresses)));
}

std::string Setup::name() const {
    std::string text = conduit + (provider.empty() ? "" : "_" + provider) + "_" + std::to_string(nodes) +
                       (ends > 1 ? "x" + std::to_string(ends) : "") + (hooks.empty() ? "" : "_" + hooks) +
                       (modes.empty() ? "" : "_" + modes) + (thread_safe ? "_threads" : "");
    for (char &c : text)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return text;
}

void PrintTo(const Setup &setup, std::ostream *out) {
    *out << setup.name();
}

std::uint64_t Node::remote(unsigned to, std::size_t offset) const {
    return shared->nodes[to].memory + offset;
}

const ConduitKey &Node::key(unsigned of) const {
    return shared->nodes[of].key;
}

void Node::barrier() {
    meet(*this, [this] {
        if (!poll()) sched_yield();
    });
}

void Node::quiet_barrier() {
    meet(*this, sleep_a_little);
}

void Node::put_word(std::uint64_t value) {
    shared->word.store(value);
}

std::uint64_t Node::word() const {
    return shared->word.load();
}

void Node::kill_process(unsigned other) {
    kill(shared->pids[other].load(), SIGKILL);
}

void Node::send(unsigned to, const void *header, std::size_t header_bytes, const void *payload,
                std::size_t payload_bytes) {
    const ConduitMessage message{header, header_bytes, payload, payload_bytes};
    Status status;
    while ((status = table->send(*conduit, to, message)) == Status::again)
        if (!poll()) sched_yield();
    CHECK(is_ok(status));
}

void Node::finish(ConduitOperation &operation) {
    while (operation.left.load(std::memory_order_acquire))
        if (!poll()) sched_yield();
    CHECK(is_ok(operation.status));
}

void Node::put(unsigned to, std::size_t offset, const void *from, std::size_t bytes) {
    ConduitOperation operation{};
    Status status;
    while ((status = table->put(*conduit, to, remote(to, offset), key(to), from, bytes, operation)) == Status::again)
        poll();
    CHECK(is_ok(status));
    finish(operation);
}

void Node::get(unsigned from, std::size_t offset, void *to, std::size_t bytes) {
    ConduitOperation operation{};
    Status status;
    while ((status = table->get(*conduit, from, remote(from, offset), key(from), to, bytes, operation)) ==
           Status::again)
        poll();
    CHECK(is_ok(status));
    finish(operation);
}

std::uint64_t Node::atomic(unsigned at, std::size_t offset, AtomicType type, AtomicOperation what,
                           std::uint64_t operand, std::uint64_t second) {
    ConduitOperation operation{};
    std::uint64_t result = 0;
    Status status;
    while ((status = table->atomic(*conduit, at, remote(at, offset), key(at), type, what, operand, second, &result,
                                   operation)) == Status::again)
        poll();
    CHECK(is_ok(status));
    finish(operation);
    return result;
}

void Node::flush() {
    while (!table->all_flushed(*conduit))
        if (!poll()) sched_yield();
}

void run_nodes(const Setup &setup, void (*body)(Node &), const Run &run) {
    const unsigned processes = setup.nodes * setup.ends;
    ASSERT_LE(processes, most_processes);
    auto *shared =
        static_cast<Shared *>(mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    std::vector<pid_t> pids;
    for (unsigned i = 0; i < processes; ++i) {
        const pid_t pid = fork();
        if (pid == 0) be_process(setup, shared, i, body, run);
        pids.push_back(pid);
    }
    for (unsigned left = processes; left;) {
        int status;
        const pid_t pid = waitpid(-1, &status, 0);
        if (pid < 0) continue; // interrupted
        --left;
        const bool expected = run.may_die < processes && pids[run.may_die] == pid;
        const bool good = expected || (WIFEXITED(status) && WEXITSTATUS(status) == 0);
        for (pid_t &one : pids)
            if (one == pid) one = 0;
        if (good) continue;
        ADD_FAILURE() << setup.name() << ": a node ended with status " << std::hex << status;
        shared->failed.store(true);
        for (pid_t one : pids)
            if (one) kill(one, SIGKILL);
    }
    munmap(shared, sizeof(Shared));
}

bool ofi_is_here(const std::string &provider, const std::string &modes) {
    char text[512];
    if (!conduit_table("ofi", plugin_folder(), text, sizeof text))
        return false; // loaded here once, not in each process
    const pid_t pid = fork();
    if (pid == 0) {
        ConduitOptions options{};
        static const unsigned char key[16] = {};
        options.nodes = 1;
        options.leader = true;
        options.key = key;
        take_provider(provider, options);
        options.modes = modes.c_str();
        Conduit *conduit;
        ConduitAddress address;
        char error[512];
        if (!is_ok(conduit_open("ofi", plugin_folder(), options, &conduit, &address, error, sizeof error))) _exit(1);
        conduit_close(conduit);
        _exit(0);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    return status == 0;
}

std::vector<Setup> plain_setups() {
    std::vector<Setup> list = {{"self", "", "", 1}, {"smp", "", "", 2}, {"smp", "", "", 3}, {"smp", "", "", 2, 2}};
    if (!ofi_is_here()) {
        static bool said;
        if (!said) std::printf("skipped: the conduit ofi (no plugin, or no libfabric)\n");
        said = true;
        return list;
    }
    for (const char *provider : {"", "tcp"}) // tcp: with libfabric 1.17 a layered one, whose long messages come late
        if (ofi_is_here(provider)) {
            list.insert(list.end(), {{"ofi", "", provider, 2}, {"ofi", "", provider, 2, 2}});
            if (long_run() || !*provider) list.push_back({"ofi", "", provider, 3});
        }
    return list;
}

std::vector<Setup> every_setup() {
    std::vector<Setup> list = plain_setups(), all = list;
    for (const char *hooks : {"stats", "trace", "delay:100us:1us", "fault:again=/5", "reference",
                              "reference,fault:again=0.2,delay:50us,stats"})
        for (Setup one : list) {
            if (one.nodes == 3 || !one.provider.empty()) continue;
            // A hook counts, delays, refuses what it is given and knows no ends. On ofi, whose
            // start takes longest, two hooks of each node stand under all at once. Two stand under
            // the reference versions, which send back to ends.
            if (one.conduit == "ofi" && one.ends > 1 && !std::strstr(hooks, "reference")) continue;
            if (one.conduit == "ofi" && !long_run() && !std::strchr(hooks, ',')) continue; // all at once
            one.hooks = hooks;
            all.push_back(one);
        }
    if (!ofi_is_here()) return all;
    if (ofi_is_here("shm")) all.push_back({"ofi", "", "shm", 2});
    for (const char *modes : {"local", "local,no-inject,most=5000", "allocated", "no-rma", "no-delivery",
                              "no-order,most=100000", "table", "local,allocated,no-inject,table", "hardware"})
        if (long_run() || std::strchr(modes, ',') || !std::strcmp(modes, "no-rma"))
            all.push_back({"ofi", "", "", 2, 1, false, modes});
    if (ofi_is_here("", "basic")) {
        all.push_back({"ofi", "", "", 2, 1, false, "basic"});
        all.push_back({"ofi", "", "", 2, 1, false, "basic,local"});
    }
    return all;
}

std::uint64_t random_bits(std::uint64_t &state) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545f4914f6cdd1d;
}

void fill_pattern(void *at, std::size_t bytes, std::uint64_t seed) {
    auto *to = static_cast<unsigned char *>(at);
    for (std::size_t i = 0; i < bytes; ++i)
        to[i] = static_cast<unsigned char>((i + seed) * 0x9e3779b1 >> 13);
}

bool has_pattern(const void *at, std::size_t bytes, std::uint64_t seed) {
    const auto *from = static_cast<const unsigned char *>(at);
    for (std::size_t i = 0; i < bytes; ++i)
        if (from[i] != static_cast<unsigned char>((i + seed) * 0x9e3779b1 >> 13)) return false;
    return true;
}

void check_failed(const char *file, int line, const char *what) {
    std::fprintf(stderr, "%s:%d: process %d (node %d of %s): CHECK(%s) failed; lost: %s\n", file, line,
                 current ? static_cast<int>(current->process) : -1, current ? static_cast<int>(current->node) : -1,
                 current ? current->setup->name().c_str() : "?", what, current ? current->lost_why.c_str() : "");
    if (current && current->shared) current->shared->failed.store(true);
    _exit(2);
}

} // namespace polder::tests

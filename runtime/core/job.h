// Job: the control block, and who is who in it. It is the one piece of memory that launcher and
// processes of a node share from the first moment. The launcher creates it (memfd), the processes
// inherit it; a program started alone makes its own. A job of several nodes has one for each
// (docs/design/several-nodes.md).
//
// Vocabulary.
//   thread     a UPC thread, 0-based, job-wide; those of a node are one range
//   process    a Linux process holding a contiguous range of threads, numbered in its node. With 7
//              threads on 2 processes they hold 0-3 and 4-6
//   leader     process 0 of a node
//   node rank  number of a thread in its node; it indexes areas that are kept a node
//   area       a part of the control block that belongs to one subsystem. Its size is a constant
//              expression of the shape (areas.def). It starts on a cache line and is all zeroes at
//              start
// Layout: ControlBlock, ProcessRecord[processes], ThreadRecord[threads], areas, each on a cache
// line.
//
// Rules.
//   1. The block never moves or grows, and is addressed by offsets only: each process maps it
//      elsewhere.
//   2. Every record has one writer (its thread or process) unless a field says otherwise.
//   3. Everything in it may be read by the launcher at any time, also after the death of the
//      writer.
#pragma once

#include "base/checks.h"
#include "base/futex.h"
#include "runtime/core/private.h"
#include "runtime/core/sub_threads.h"
#include "runtime/core/wait_record.h"

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <sched.h>
#include <sys/types.h>

namespace polder {

inline constexpr std::size_t cache_line = 64;
inline constexpr unsigned max_threads = 0x7fffffff; // MYTHREAD is an int; memory and address space end earlier

// A node's part of the job.
struct JobShape {
    unsigned threads = 1; // of the node
    unsigned processes = 1;
    unsigned first = 0; // the node's first thread, job-wide
    unsigned node = 0;
    unsigned nodes = 1;
    unsigned all_threads = 0; // of the job; 0: one node, so `threads`
    unsigned sharing = 1;     // nodes of the job on this machine, as far as is known: they share its cores

    constexpr unsigned job_threads() const { return all_threads ? all_threads : threads; }
    constexpr unsigned first_thread(unsigned process) const { // job-wide; of `processes`: the one behind the last
        const unsigned each = threads / processes;
        const unsigned rest = threads % processes;
        return first + process * each + (process < rest ? process : rest);
    }
    constexpr unsigned thread_count(unsigned process) const {
        return first_thread(process + 1) - first_thread(process);
    }
    constexpr unsigned process_of(unsigned thread) const { // of this node's threads
        const unsigned each = threads / processes;
        const unsigned rest = threads % processes;
        const unsigned large = rest * (each + 1); // threads in the processes that hold one more
        const unsigned rank = thread - first;
        return rank < large ? rank / (each + 1) : rest + (rank - large) / each;
    }
    constexpr bool has(unsigned thread) const { return thread - first < threads; }
};

enum class Area : unsigned {
#define POLDER_AREA(name) name,
#include "runtime/core/areas.def"
#undef POLDER_AREA
    count
};

enum class ThreadState : std::uint32_t { absent, starting, running, finishing, ended };

struct alignas(cache_line) ThreadRecord {
    WaitRecord wait;
    SubThreads sub_threads;
    std::atomic<ThreadState> state;
    std::atomic<int> exit_code;
    std::atomic<pid_t> tid;
    FutexWord crashed;           // signal number + 1; 0 when the launcher lets the process die by it
    std::int32_t signal_code;    // si_code
    std::uint64_t fault_address; // or the process that sent the signal
    std::uint64_t fault_stack;   // stack pointer at the fault: tells an overflow from other faults
    // Between upc_notify and upc_wait: where the program called upc_notify (a return address); else
    // 0.
    std::atomic<std::uint64_t> notified_at;
    std::uint32_t bound; // 0: runs anywhere; else on the processors of `cpus`. Written before start
    cpu_set_t cpus;
};

enum class ProcessState : std::uint32_t { absent, started, joined, finished };

// Whether a process is to write out what its streams hold, and whether it has.
//   none  it has not come so far that it could; the program has written nothing
enum Farewell : std::uint32_t { farewell_none, farewell_ready, farewell_asked, farewell_written };

struct alignas(cache_line) ProcessRecord {
    std::atomic<pid_t> pid;
    std::atomic<ProcessState> state;
    std::atomic<std::uint64_t> layout_hash; // of static shared data: must agree everywhere
    std::atomic<std::uint32_t> exec_errno;  // written between fork and exec
    FutexWord farewell;                     // at an end before its time: a Farewell
    // Messages with other nodes so far, those of the network layer itself among them. A message is
    // counted when the provider has it, and again when it is delivered. Of the whole job both sums
    // are the same where nothing is under way.
    std::atomic<std::uint64_t> messages_sent;
    std::atomic<std::uint64_t> messages_taken;
};

// What the segments of the node are made of. Owner: runtime/segment.
struct SegmentMemory {
    std::int32_t fds[4];      // inherited descriptors of the memory, -1: unused
    std::uint32_t kind;       // MemoryKind
    std::uint32_t domains;    // SegmentDomains
    std::uint64_t heap_limit; // bytes a thread, 0: none
    bool huge_pages;          // asked for
};

struct alignas(cache_line) OutputRecord {
    FutexLock lock[2];      // of stdout, stderr
    std::atomic<bool> lost; // of stdout, and said
};

// Why the job ends before its time. One winner: `ending` goes from none once.
enum class Ending : std::uint32_t { none, global_exit, error, crash, node_lost };

// What the program's language calls a thread of the job (runtime/core/member_name.h).
enum class MemberWord : std::uint32_t { thread, pe };

// How threads are named to the user.
struct Naming {
    std::atomic<MemberWord> word;
    std::int32_t label; // prefix lines of output with the thread
};

struct alignas(cache_line) ControlBlock {
    std::uint64_t magic;
    std::uint32_t version;
    std::uint32_t launched; // 0: program started alone
    std::uint64_t size;
    JobShape shape;
    std::int32_t cores; // the job may use: waits are short where threads outnumber them
    pid_t launcher;
    Naming naming;
    SegmentMemory memory;
    std::uint32_t checks; // wanted ones, a bit each (base/checks.h)
    std::uint64_t area_offset[static_cast<unsigned>(Area::count) + 1];
    std::uint64_t processes_offset;
    std::uint64_t threads_offset;
    // Written once by runtime/segment, for reports: where the node's segments lie in its processes,
    // and the global address of thread 0's.
    std::atomic<std::uint64_t> node_first;
    std::atomic<std::uint64_t> node_length;
    std::atomic<std::uint64_t> segment_base;
    std::atomic<std::uint64_t> segment_shift;
    // Where blocks begin in the heaps of a segment, and if heaps_grow, how many bytes of each can
    // be touched. As above.
    std::atomic<std::uint64_t> heap_begin[2];
    std::atomic<std::uint64_t> heap_reached;
    bool heaps_grow;

    alignas(cache_line) FutexWord boot_arrived;
    FutexWord boot_epoch;

    alignas(cache_line) std::atomic<Ending> ending;
    std::atomic<std::int32_t> ending_code;
    std::atomic<std::uint32_t> ending_thread; // no_peer: not one thread's
    // Of an end that is no crash: code, thread and message are written, so that it no longer
    // depends on the thread that brings it.
    std::atomic<bool> ending_announced;
    // Of an error: the threads whose places in the program explain it (no_peer: none). Then the one
    // of which the snapshot is (runtime/fault/snapshot.h); others are where they were. Written
    // before ending_announced.
    std::uint32_t ending_places[2];
    std::uint32_t ending_copied;
    char ending_message[1024];

    OutputRecord output;
};

inline constexpr std::uint64_t control_magic = 0x31726564'6c6f7000; // "\0polder1"
// Derived from the layout of all that upcrun and the program's libpolder share, so nobody has to
// keep it. Defined above all folders: runtime/start/control_version.cc.
extern const std::uint32_t control_version;

// Bytes of an area. Launcher and processes evaluate it alike. Defined above all folders that have
// one: runtime/start/areas.cc.
std::size_t area_bytes(Area area, const JobShape &shape);
// Bytes of a control block for this shape; the second fills in offsets (block: zeroed memory of
// that size).
std::size_t control_size(const JobShape &shape);
void control_lay_out(ControlBlock *block, const JobShape &shape);
// For a job of several nodes, before any process joins: first[n] is the first thread of node n,
// first[nodes] their number.
void control_set_nodes(ControlBlock *block, const unsigned *first);

extern ControlBlock *job_control; // of this process; null before start
extern unsigned job_process;      // number of this process in its node

// The process becomes number `process` of the node whose control block this is: sets job_control,
// job_process, NodeMap and what polder_job says of threads.
void job_enter(ControlBlock *block, unsigned process);

// Where the nodes' threads begin; each process's own copy of what job_enter found.
struct NodeMap {
    const unsigned *first = nullptr; // nodes + 1 of them, in Area::nodes
    unsigned nodes = 1;
    unsigned node = 0;
    unsigned each = 0; // threads of every node but the last, 0: they differ
};
extern NodeMap node_map;
unsigned node_search(unsigned thread);

inline unsigned nodes() {
    return node_map.nodes;
}
inline unsigned mynode() {
    return node_map.node;
}
inline unsigned node_first(unsigned node) {
    return node_map.first[node];
}
inline unsigned node_size(unsigned node) {
    return node_map.first[node + 1] - node_map.first[node];
}
inline unsigned node_of(unsigned thread) {
    return node_map.each ? thread / node_map.each : node_search(thread);
}

inline ControlBlock &control() {
    return *job_control;
}
template <class T> T *area(ControlBlock &block, Area which) {
    return reinterpret_cast<T *>(reinterpret_cast<char *>(&block) + block.area_offset[static_cast<unsigned>(which)]);
}
template <class T> T *area(Area which) {
    return area<T>(control(), which);
}
// Of a thread of the block's node, by its job-wide number.
inline ThreadRecord &thread_record(ControlBlock &block, unsigned thread) {
    return reinterpret_cast<ThreadRecord *>(reinterpret_cast<char *>(&block) +
                                            block.threads_offset)[thread - block.shape.first];
}
inline ProcessRecord &process_record(ControlBlock &block, unsigned process) {
    return reinterpret_cast<ProcessRecord *>(reinterpret_cast<char *>(&block) + block.processes_offset)[process];
}

inline unsigned threads() {
    return static_cast<unsigned>(polder_job.threads);
}
inline unsigned mythread() {
    return static_cast<unsigned>(local(polder_thread_number));
}
inline unsigned processes() { // of this node
    return control().shape.processes;
}
inline unsigned node_threads() {
    return control().shape.threads;
}
inline unsigned node_rank(unsigned thread) { // of this node's threads
    return thread - control().shape.first;
}
inline bool on_node(unsigned thread) {
    return control().shape.has(thread);
}
inline bool is_leader() {
    return job_process == 0;
}
inline bool oversubscribed() {
    return control().shape.threads > static_cast<unsigned>(control().cores);
}
inline ThreadRecord &self() {
    return thread_record(control(), mythread());
}
inline bool started() {
    return job_control != nullptr;
}
// The same in all threads of the job.
inline bool check_wanted(Check check) {
    return control().checks >> static_cast<unsigned>(check) & 1;
}

// All processes of the node meet (start only; sleeps in the futex). With several threads a process,
// one of them calls.
void boot_barrier();

// Signals between launcher and processes. With the doorbell a process asks the launcher to look at
// the control block. With the report the launcher asks a thread to write down where it is.
inline int doorbell_signal() {
    return SIGRTMAX - 2;
}
inline int report_signal() {
    return SIGRTMAX - 3;
}
void ring_launcher(); // safe in signal handlers

// Ends the whole job at once. The message, "polder: error: thread 3: <message>", is printed once,
// by the launcher if there is one. Behind it comes where in the program the thread is. Before that
// all processes write out their streams (fail.cc). The job's exit code is `code`. Any thread, any
// time after start. A call before start prints and exits the process.
[[noreturn]] void job_fail(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The same for a mistake of that thread which another one found.
[[noreturn]] void job_fail_of(unsigned thread, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));
// The same for what two threads do that does not go together: the message names them, and the
// places of both follow.
struct Parties {
    unsigned thread;
    unsigned other;
};
[[noreturn]] void job_fail_between(Parties parties, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The same without a message: upc_global_exit.
[[noreturn]] void job_exit(int code);
// Asks a process, or all of the node, for that (runtime/io/farewell.h). Who cannot has written out
// then. Safe in signal handlers.
void farewell_ask(ProcessRecord &process);
void farewell_ask_all(ControlBlock &block);
// Waits until the other processes of the node have written out, a second at most.
void farewell_await_others();
// The network no longer reaches a node. Ends the job; what that node itself says of its end, if it
// still can, goes before this message.
[[noreturn]] void job_node_lost(unsigned node, const char *host, const char *why);

// What layers above do when a job ends before its time. runtime/start sets all of them before the
// process joins the job. Null (tests of a single layer): that step is left out.
struct EndingSteps {
    void (*write_out)();                     // what the process holds of its output (runtime/io/write_out.h)
    void (*copy_stack)(const void *context); // of the caller (ucontext_t), for the launcher
    void (*print_places)();                  // without a launcher: the threads of ControlBlock::ending_places
    void (*end_machines)(int code);          // the processes of other nodes that an MPI launcher started
};
extern EndingSteps ending_steps;

// Marks the calling thread as waiting; see wait_record.h.
class WaitMark {
public:
    WaitMark(WaitKind kind, std::uint64_t object, std::uint32_t peer = no_peer) : record_(self().wait) {
        kind_ = record_.kind.load(std::memory_order_relaxed);
        object_ = record_.object.load(std::memory_order_relaxed);
        peer_ = record_.peer.load(std::memory_order_relaxed);
        since_ = record_.since_ns.load(std::memory_order_relaxed);
        set(kind, object, peer, 0);
    }
    ~WaitMark() { set(kind_, object_, peer_, since_); }
    WaitMark(const WaitMark &) = delete;
    WaitMark &operator=(const WaitMark &) = delete;

    // Call before going to sleep: notes the time once.
    void parking() {
        if (record_.since_ns.load(std::memory_order_relaxed) == 0)
            record_.since_ns.store(clock_ns(), std::memory_order_release);
    }
    void peer(std::uint32_t thread) { record_.peer.store(thread, std::memory_order_relaxed); }

private:
    void set(WaitKind kind, std::uint64_t object, std::uint32_t peer, std::int64_t since) {
        rest_end();
        record_.object.store(object, std::memory_order_relaxed);
        record_.peer.store(peer, std::memory_order_relaxed);
        record_.since_ns.store(since, std::memory_order_relaxed);
        record_.kind.store(kind, std::memory_order_relaxed);
    }
    WaitRecord &record_;
    WaitKind kind_;
    std::uint64_t object_;
    std::uint32_t peer_;
    std::int64_t since_;
};

// While it lives, the calling system thread does nothing but sleep. Before the job it says nothing.
class AsleepMark {
public:
    AsleepMark() { rest_begin(); }
    ~AsleepMark() { rest_end(); }
    AsleepMark(const AsleepMark &) = delete;
    AsleepMark &operator=(const AsleepMark &) = delete;
};

} // namespace polder

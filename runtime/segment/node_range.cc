// Finding a common address for the node range, mapping it, and laying out the segments in it. See
// segment.h.
//
// The leader proposes an address at which it has mapped the range itself. All others of the node
// try the same. If one cannot, all let go and the next proposal follows. Fixed addresses in the
// wide gap between programs and libraries come first: they are free in practically every process
// whatever is randomised. A process alone may also take what the kernel offers.
//
// Several nodes first agree on the size of a segment: the smallest that one of them wants, but as
// large as one of them needs. Then node 0 finds its place, which gives the global addresses, and
// the others theirs; they first try for the global addresses themselves. A node that finds no place
// makes all try again with smaller segments.
#include "base/config.h"
#include "base/memory_file.h"
#include "runtime/core/member_name.h"
#include "runtime/exchange/exchange.h"
#include "runtime/heap/heap.h"
#include "runtime/segment/address_space.h"
#include "runtime/segment/domains.h"
#include "runtime/segment/growth.h"
#include "runtime/segment/segment.h"
#include "runtime/segment/system_v.h"

#include <polder/abi.h>
#include <polder/check.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <unistd.h>

extern "C" void __tsan_init() __attribute__((weak));

namespace polder {

NodeRange node_range;

namespace {

constexpr int failure_code = 1;
constexpr std::uint64_t gib = std::uint64_t{1} << 30;
constexpr std::uint64_t large_page = 2 << 20;
constexpr unsigned smallest_shift = 24;
constexpr unsigned usual_shift = 40;
constexpr std::uint64_t gap_part = 128; // of a segment that grows: unused, behind the static data
constexpr std::uint64_t numbers_part = POLDER_SHADOW_LINE / POLDER_SHADOW_NUMBER; // of a segment
constexpr std::uint64_t entries_part = 512;

struct Agreement {       // in Area::segment; zero at start
    std::uint64_t place; // 0: there is none
    std::int32_t system_v;
    std::uint32_t grows;
    std::uint64_t told;                    // by the leader, of what all leaders said
    std::atomic<std::uint32_t> refused[2]; // by parity of the round
    GrowthState growth;
};
Agreement &agreement() {
    return *area<Agreement>(Area::segment);
}

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

unsigned log2_up(std::uint64_t value) {
    unsigned bits = 0;
    while (bits < 63 && (std::uint64_t{1} << bits) < value)
        ++bits;
    return bits;
}

// It aborts on fixed addresses and on very long mappings, and keeps a shadow of each.
bool thread_sanitizer() {
    return __tsan_init != nullptr;
}

// Valgrind keeps a state of each byte that is mapped, used or not. At the end it reads all of them
// in its search for leaks. A terabyte takes it minutes at the start and for ever at the end. What
// it preloads tells of it.
bool valgrind() {
    const char *preloaded = getenv("LD_PRELOAD");
    return preloaded && std::strstr(preloaded, "/vgpreload_");
}

// valgrind puts the stack where it likes.
unsigned bits_of_addresses() {
    return valgrind() ? 47 : address_bits();
}

// Address space for all segments: a quarter of what there is, as it costs nothing but to tools that
// look after each byte.
std::uint64_t address_space_budget() {
    const std::uint64_t quarter = std::uint64_t{1} << (bits_of_addresses() - 2);
    const std::uint64_t most = 32 * 1024 * gib;
    std::uint64_t budget = thread_sanitizer() ? 64 * gib : valgrind() ? gib / 4 : quarter < most ? quarter : most;
    rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur / 2 < budget)
        budget = limit.rlim_cur / 2;
    return budget;
}

// The smallest segment that holds the static data and, twice, the heap asked for with its
// book-keeping (1/32) and its shadow (1/8 and 1/512).
unsigned needed_shift(std::uint64_t static_bytes, std::uint64_t heap) {
    const std::uint64_t used = segment_static_offset() + static_bytes + 2 * (heap + heap / 4) + 12 * large_page;
    const std::uint64_t room = used + used / (gap_part / 2);
    return room > std::uint64_t{1} << 46 ? 47 : log2_up(room);
}

unsigned wanted_shift(unsigned needed) {
    const std::uint64_t each = address_space_budget() / node_threads();
    // Each of the two heaps of a thread may want most of a large machine's memory.
    const unsigned roomy = log2_up(4 * machine_memory_limit());
    unsigned shift = roomy > usual_shift ? roomy : usual_shift;
    while (shift > smallest_shift && std::uint64_t{1} << shift > each)
        --shift;
    return shift < needed ? needed : shift;
}

// ---- mapping ----

std::uint64_t range_bytes(unsigned shift) {
    return std::uint64_t{node_threads()} << shift;
}

// Maps the object, or (fd -1) reserves the addresses, at `address` (0: anywhere), never over
// something else. Null and errno if that is not possible.
void *map_file(int fd, std::uintptr_t address, std::uint64_t bytes) {
    const int kind = fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
    const int access = fd < 0 ? PROT_NONE : PROT_READ | PROT_WRITE;
    const int flags = kind | MAP_NORESERVE | (address ? MAP_FIXED_NOREPLACE : 0);
    void *at = mmap(reinterpret_cast<void *>(address), bytes, access, flags, fd, 0);
    if (at == MAP_FAILED) return nullptr;
    if (address && reinterpret_cast<std::uintptr_t>(at) != address) { // kernels before 4.17 take the address as a hint
        munmap(at, bytes);
        errno = EEXIST;
        return nullptr;
    }
    return at;
}

void *map_at(std::uintptr_t address, unsigned shift) {
    if (node_range.kind == MemoryKind::sysv) return system_v_attach(agreement().system_v, address);
    return map_file(agreement().grows ? -1 : node_range.descriptor, address, range_bytes(shift));
}

void unmap(void *at, unsigned shift) {
    if (node_range.kind == MemoryKind::sysv)
        shmdt(at);
    else
        munmap(at, range_bytes(shift));
}

int sent_descriptor = -1; // -1: the control block has it

void *system_v_hold; // process 0's first attachment: keeps the segment alive until it is mapped where it belongs

// Gives the object its size. False, with errno, if it cannot be that large.
bool size_object(unsigned shift) {
    if (node_range.kind != MemoryKind::sysv) return memory_file_resize(node_range.descriptor, range_bytes(shift));
    void *hold;
    const int id = system_v_make(range_bytes(shift), &hold);
    if (id < 0) return false;
    if (system_v_hold) shmdt(system_v_hold);
    system_v_hold = hold;
    agreement().system_v = id;
    return true;
}

// ---- proposals of process 0 ----

struct Proposer {
    unsigned shift;
    unsigned needed;
    std::uintptr_t best; // to be tried before all others; 0: none
    std::uintptr_t next; // fixed address to try; 0: the kernel's choice comes next, 1: nothing left at this shift
    bool sized;
    int cause;      // leader: errno of the last proposal that failed, 0 if it did not
    unsigned round; // of proposals in this node
};

std::uintptr_t first_candidate() {
    return thread_sanitizer() ? 0 : address_gap(bits_of_addresses()).first;
}

// Next address at the present size at which this process can map the range; null: none left.
void *map_next_candidate(Proposer &p) {
    if (const std::uintptr_t address = p.best) {
        p.best = 0;
        if (void *at = map_at(address, p.shift)) return at;
    }
    const AddressGap gap = address_gap(bits_of_addresses());
    while (p.next > 1) {
        const std::uintptr_t address = p.next;
        p.next = address + gap.step + range_bytes(p.shift) <= gap.last ? address + gap.step : 0;
        if (address + range_bytes(p.shift) > gap.last) continue;
        if (void *at = map_at(address, p.shift)) return at;
    }
    if (p.next == 1) return nullptr;
    p.next = 1;
    return map_at(0, p.shift);
}

// Who has found no place says so; the others wait for the end of the job.
[[noreturn]] void fail_to_map(const Proposer &p) {
    while (!p.cause)
        pause();
    const char *hint = p.cause == EFBIG
                           ? "raise the limit of file sizes (ulimit -f), which counts shared memory too, or "
                             "take memory that is no file (--segment sysv)"
                       : range_bytes(p.needed) > std::uint64_t{1} << (bits_of_addresses() - 1)
                           ? "ask for a smaller --shared-heap or fewer threads a node"
                           : "ask for a smaller --shared-heap, or raise the limit of address space "
                             "(ulimit -v)";
    job_fail(failure_code,
             "cannot map %llu bytes of shared memory (kind %s) for %u threads where addresses have %u bits: %s; %s",
             static_cast<unsigned long long>(range_bytes(p.needed)), memory_kind_name(node_range.kind), node_threads(),
             bits_of_addresses(), std::strerror(p.cause), hint);
}

// Null: nothing is left at this shift.
void *propose(Proposer &p) {
    agreement().grows = !thread_sanitizer() && growth_possible(node_threads(), p.shift);
    errno = 0;
    if (!p.sized) p.sized = size_object(p.shift);
    void *at = p.sized ? map_next_candidate(p) : nullptr;
    p.cause = at ? 0 : errno ? errno : ENOMEM;
    return at;
}

// All processes of the node: until a proposal holds in all of them. Null: none does at this shift.
void *agree(Proposer &p) {
    Agreement &shared = agreement();
    for (;; ++p.round) {
        std::atomic<std::uint32_t> &refused = shared.refused[p.round & 1];
        void *at = nullptr;
        if (is_leader()) {
            at = propose(p);
            shared.place = reinterpret_cast<std::uintptr_t>(at);
            refused.store(0);
        }
        boot_barrier();
        if (!is_leader() && shared.place) {
            at = map_at(shared.place, p.shift);
            if (!at) refused.fetch_add(1);
        }
        const bool found = shared.place != 0;
        boot_barrier();
        if (!found || refused.load() == 0) {
            ++p.round;
            return at;
        }
        if (at) unmap(at, p.shift);
    }
}

// Everybody alike.
void shrink(Proposer &p) {
    if (p.shift <= p.needed) fail_to_map(p);
    p.shift = p.shift - 2 < p.needed ? p.needed : p.shift - 2;
    p.next = first_candidate();
    p.sized = false;
}

// ---- several nodes ----

constexpr std::uint64_t take_largest(std::uint64_t a, std::uint64_t b) {
    return a > b ? a : b;
}
constexpr std::uint64_t take_smallest(std::uint64_t a, std::uint64_t b) {
    return a < b ? a : b;
}

// All processes of the job: one number of what the leaders say.
std::uint64_t tell(std::uint64_t mine, std::uint64_t (*combine)(std::uint64_t, std::uint64_t)) {
    if (is_leader()) {
        auto *all = static_cast<std::uint64_t *>(std::calloc(nodes(), sizeof(std::uint64_t)));
        if (!all) job_fail(failure_code, "no memory for a table of %u nodes", nodes());
        exchange::boot_exchange(&mine, sizeof mine, all);
        std::uint64_t told = all[0];
        for (unsigned node = 1; node < nodes(); ++node)
            told = combine(told, all[node]);
        agreement().told = told;
        std::free(all);
    }
    boot_barrier();
    const std::uint64_t told = agreement().told;
    boot_barrier(); // read, before the leader writes it again
    return told;
}

// Where global addresses begin. For tests they may lie where no pointer points, so that who takes
// one for a pointer is caught.
constexpr std::uint64_t apart = std::uint64_t{1} << 60;
std::uint64_t global_base(std::uint64_t place) {
    return place && !std::strcmp(setting_text(Setting::node_place), "apart") ? place + apart : place;
}

// *base: the global address of thread 0's segment.
void *agree_over_nodes(Proposer &p, std::uint64_t *base) {
    p.needed = static_cast<unsigned>(tell(p.needed, take_largest));
    p.shift = static_cast<unsigned>(take_largest(tell(p.shift, take_smallest), p.needed));
    for (;; shrink(p)) {
        void *at = mynode() == 0 ? agree(p) : nullptr;
        *base = tell(global_base(reinterpret_cast<std::uintptr_t>(at)), take_largest); // the others say 0
        if (*base && mynode() != 0) {
            const std::uint64_t same = *base + (std::uint64_t{node_first(mynode())} << p.shift);
            p.best = same + range_bytes(p.shift) < std::uint64_t{1} << bits_of_addresses() ? same : 0;
            at = agree(p);
        }
        if (tell(at != nullptr, take_smallest)) return at;
        if (at) unmap(at, p.shift);
    }
}

void *agree_on_one(Proposer &p, std::uint64_t *base) {
    for (;; shrink(p))
        if (void *at = agree(p)) {
            *base = reinterpret_cast<std::uintptr_t>(at);
            return at;
        }
}

// ---- what follows ----

void check_heap_limit(std::uint64_t limit) {
    const std::uint64_t machine = machine_memory_limit();
    if (!machine || limit <= machine / node_threads()) return;
    job_fail(failure_code,
             "a shared heap of %llu MB a thread is too large: %u threads on a machine or container with %llu MB; "
             "give a smaller --shared-heap, or none (it is only a limit)",
             static_cast<unsigned long long>(limit >> 20), node_threads(),
             static_cast<unsigned long long>(machine >> 20));
}

// Of the last part of a local heap of so many bytes; its control page is one more.
std::uint64_t global_bytes(std::uint64_t heap) {
    const std::uint64_t wanted = static_cast<std::uint64_t>(setting_number(Setting::global_heap));
    const std::uint64_t most = heap / 8 / large_page * large_page;
    if (wanted == 0) return 0;
    return wanted >= most ? most : round_up(wanted, large_page);
}

void lay_out(void *at, unsigned shift, std::uint64_t static_bytes, bool has_shadow) {
    NodeRange &range = node_range;
    range.base = reinterpret_cast<std::uintptr_t>(at);
    range.shift = shift;
    range.first = node_first(mynode());
    range.threads = node_threads();
    range.static_end = round_up(segment_static_offset() + static_bytes, 4096);
    const std::uint64_t end = std::uint64_t{1} << range.shift;
    range.grows = agreement().grows;
    const bool gap = range.grows || nodes() > 1; // nodes may differ in whether they grow, but not in the layout
    range.symmetric_begin = round_up(range.static_end, large_page) + (gap ? end / gap_part : 0);
    const std::uint64_t numbers = has_shadow ? round_up(end / numbers_part, 4096) : 0;
    const std::uint64_t shadow = has_shadow ? round_up(numbers + end / entries_part, large_page) : 0;
    const std::uint64_t heaps = end - range.symmetric_begin - shadow;
    range.symmetric_end = range.symmetric_begin + heaps / 2 / large_page * large_page;
    range.shadow_begin = range.symmetric_end;
    range.shadow_entries = range.shadow_begin + numbers;
    range.local_begin = range.shadow_begin + shadow;
    range.local_end = end;
    range.symmetric_data = range.symmetric_begin + heap::heap_data_offset(range.symmetric_end - range.symmetric_begin);
    range.local_data = range.local_begin + heap::heap_data_offset(range.local_end - range.local_begin);
    range.global_begin = range.local_end - global_bytes(range.local_end - range.local_data);
}

void publish_job(std::uint64_t base) {
    polder_job.base = base;
    polder_job.shift = node_range.shift;
    polder_job.segment = 1UL << node_range.shift;
    polder_job.first = ga_of_segment(node_range.first);
    polder_job.length = range_bytes(node_range.shift);
    polder_job.node_shift = polder_job.first - node_range.base;
    polder_job.one_node = nodes() == 1;
    control().segment_base.store(base);
    control().node_first.store(node_range.base);
    control().node_length.store(polder_job.length);
    control().segment_shift.store(node_range.shift);
}

// Programs expect their first file to be descriptor 3, and some close all low ones.
void put_aside() {
    constexpr int aside = 600;
    const int fd = fcntl(node_range.descriptor, F_DUPFD_CLOEXEC, aside);
    if (fd >= 0) {
        close(node_range.descriptor);
        node_range.descriptor = fd;
    } else {
        fcntl(node_range.descriptor, F_SETFD, FD_CLOEXEC);
    }
}

// Only kinds on a mounted file system can run full. Their descriptor is kept for asking (alloc),
// and so is that of an object that grows. Both are hidden from programs this one starts.
void close_descriptors() {
    const bool mounted = node_range.kind == MemoryKind::posix || node_range.kind == MemoryKind::file;
    const bool kept = mounted || node_range.grows;
    if (kept)
        put_aside();
    else if (node_range.descriptor >= 0)
        close(node_range.descriptor);
    if (!kept) node_range.descriptor = -1;
    if (system_v_hold) shmdt(system_v_hold);
}

} // namespace

#if !defined(MADV_COLLAPSE)
#define MADV_COLLAPSE 25
#endif

// A large page is collapsed from small ones: each needs one that is there. An atomic addition of 0
// touches without changing. The memory is nobody's yet: for AddressSanitizer it may be poisoned.
[[gnu::no_sanitize_address]] bool use_large_pages(void *at, std::uint64_t bytes) {
    for (std::uint64_t offset = 0; offset < bytes; offset += large_page)
        __atomic_fetch_add(static_cast<unsigned char *>(at) + offset, 0, __ATOMIC_RELAXED);
    return madvise(at, bytes, MADV_COLLAPSE) == 0;
}

namespace {

// Static shared data of this process's threads, as far as it fills large pages.
void enlarge_static_data() {
    const std::uint64_t end = node_range.static_end / large_page * large_page;
    const JobShape &shape = control().shape;
    for (unsigned t = shape.first_thread(job_process); t < shape.first_thread(job_process + 1); ++t)
        if (end > large_page) use_large_pages(static_cast<char *>(segment_of(t)) + large_page, end - large_page);
}

} // namespace

void segment_use_descriptor(int fd) {
    sent_descriptor = fd;
}

void segment_attach(std::size_t static_bytes, bool has_shadow) {
    ControlBlock &block = control();
    node_range.kind = static_cast<MemoryKind>(block.memory.kind);
    node_range.huge = block.memory.huge_pages;
    node_range.descriptor = sent_descriptor >= 0 ? sent_descriptor : block.memory.fds[0];
    node_range.heap_limit = block.memory.heap_limit;
    check_heap_limit(block.memory.heap_limit);
    Proposer proposer{};
    proposer.needed = needed_shift(static_bytes, block.memory.heap_limit);
    proposer.shift = wanted_shift(proposer.needed);
    proposer.next = first_candidate();
    std::uint64_t base;
    void *at = (nodes() > 1 ? agree_over_nodes : agree_on_one)(proposer, &base);
    lay_out(at, proposer.shift, static_bytes, has_shadow);
    publish_job(base);
    if (node_range.grows) growth_map(agreement().growth);
    if (is_leader()) segment_domains_apply(static_cast<SegmentDomains>(block.memory.domains));
    // A core file would otherwise be as long as the range; and looking for its pages takes minutes.
    madvise(at, polder_job.length, MADV_DONTDUMP);
    if (node_range.huge) {
        madvise(at, polder_job.length, MADV_HUGEPAGE); // where shmem_enabled says advise
        enlarge_static_data();
    }
    close_descriptors();
}

bool segment_describe(polder_ga ga, char *text, std::size_t size) {
    if (!node_range.base || !ga_is_shared(ga)) return false;
    const std::uint64_t offset = ga_offset(ga);
    const unsigned thread = ga_thread(ga);
    const bool upc = control().naming.word.load(std::memory_order_relaxed) == MemberWord::thread;
    const char *part = offset < segment_static_offset()      ? "control area"
                       : offset < node_range.static_end      ? "static shared data"
                       : offset < node_range.symmetric_begin ? "unused space"
                       : offset < node_range.symmetric_end
                           ? upc ? "heap of upc_all_alloc and upc_global_alloc" : "symmetric heap"
                       : offset < node_range.local_begin  ? "shadow of the heaps"
                       : offset < node_range.global_begin ? upc ? "heap of upc_alloc" : "local heap"
                                                          : "global area";
    std::snprintf(text, size, "%s, segment of %s, offset 0x%lx", part, member_name(thread).text,
                  static_cast<unsigned long>(offset));
    return true;
}

} // namespace polder

// The version of the control block. upcrun and the libpolder of a program may be of different
// builds. They compare this number before either reads what the other wrote (runtime/boot/boot.cc).
// So do the upcruns of two hosts, and the processes that an MPI launcher starts.
//
// The number is a digest of every structure that both sides read (runtime/core/layout_digest.h).
// The sizes of other areas are compared with the size of the block.
#include "runtime/core/job.h"
#include "runtime/core/layout_digest.h"
#include "runtime/exchange/exchange.h"
#include "runtime/fault/snapshot.h"
#include "runtime/locality/locality.h"

#include <cstddef>
#include <utility>

namespace polder::start {

namespace {

// Counts changes that leave the layout as it is: in the order of an enumeration's values, in units,
// in who writes a member.
constexpr std::uint32_t revision = 6;

// The members of each structure. They are listed for their types alone: nothing calls these.
struct Members {
    static constexpr auto of(const ControlBlock &block) {
        const auto &[magic, version, launched, size, shape, cores, launcher, naming, memory, checks, area_offset,
                     processes_offset, threads_offset, node_first, node_length, segment_base, segment_shift, heap_begin,
                     heap_reached, heaps_grow, boot_arrived, boot_epoch, ending, ending_code, ending_thread,
                     ending_announced, ending_places, ending_copied, ending_message, output] = block;
        return member_list(magic, version, launched, size, shape, cores, launcher, naming, memory, checks, area_offset,
                           processes_offset, threads_offset, node_first, node_length, segment_base, segment_shift,
                           heap_begin, heap_reached, heaps_grow, boot_arrived, boot_epoch, ending, ending_code,
                           ending_thread, ending_announced, ending_places, ending_copied, ending_message, output);
    }
    static constexpr auto of(const Naming &naming) {
        const auto &[word, label] = naming;
        return member_list(word, label);
    }
    static constexpr auto of(const SegmentMemory &memory) {
        const auto &[fds, kind, domains, heap_limit, huge_pages] = memory;
        return member_list(fds, kind, domains, heap_limit, huge_pages);
    }
    static constexpr auto of(const JobShape &shape) {
        const auto &[threads, processes, first, node, nodes, all_threads, sharing] = shape;
        return member_list(threads, processes, first, node, nodes, all_threads, sharing);
    }
    static constexpr auto of(const ProcessRecord &record) {
        const auto &[pid, state, layout_hash, exec_errno, farewell, messages_sent, messages_taken] = record;
        return member_list(pid, state, layout_hash, exec_errno, farewell, messages_sent, messages_taken);
    }
    static constexpr auto of(const OutputRecord &record) {
        const auto &[lock, lost] = record;
        return member_list(lock, lost);
    }
    static constexpr auto of(const ThreadRecord &record) {
        const auto &[wait, sub_threads, state, exit_code, tid, crashed, signal_code, fault_address, fault_stack,
                     notified_at, bound, cpus] = record;
        return member_list(wait, sub_threads, state, exit_code, tid, crashed, signal_code, fault_address, fault_stack,
                           notified_at, bound, cpus);
    }
    static constexpr auto of(const SubThreads &record) {
        const auto &[place] = record;
        return member_list(place);
    }
    static constexpr auto of(const WaitRecord &record) {
        const auto &[kind, peer, object, since_ns, routine, rests_ns] = record;
        return member_list(kind, peer, object, since_ns, routine, rests_ns);
    }
    static constexpr auto of(const fault::Snapshot &snapshot) {
        const auto &[sequence, registers, pc, stack, stack_bytes, stack_copy] = snapshot;
        return member_list(sequence, registers, pc, stack, stack_bytes, stack_copy);
    }
    static constexpr auto of(const fault::SnapshotArea &area) {
        const auto &[ending, asked] = area;
        return member_list(ending, asked);
    }
    static constexpr auto of(const locality::Record &record) {
        const auto &[object, domain] = record;
        return member_list(object, domain);
    }
    static constexpr auto of(const locality::CountRecord &record) {
        const auto &[count] = record;
        return member_list(count);
    }
};

template <class T> constexpr void add(LayoutDigest &digest) {
    digest.structure<T>(decltype(Members::of(std::declval<const T &>()))());
}

constexpr std::uint32_t digest_of_layout() {
    LayoutDigest digest(revision);
    add<ControlBlock>(digest);
    add<Naming>(digest);
    add<SegmentMemory>(digest);
    add<JobShape>(digest);
    add<ProcessRecord>(digest);
    add<OutputRecord>(digest);
    add<ThreadRecord>(digest);
    add<SubThreads>(digest);
    add<WaitRecord>(digest);
    add<fault::Snapshot>(digest);
    add<fault::SnapshotArea>(digest);
    add<locality::Record>(digest);
    add<locality::CountRecord>(digest);
    // It ends in an array without a length, which no binding lists.
    digest.number(sizeof(exchange::BootArea))
        .number(offsetof(exchange::BootArea, turn))
        .number(offsetof(exchange::BootArea, total));
    digest.number(offsetof(exchange::BootArea, data)).number(offsetof(exchange::BootArea, hosts));
#define POLDER_AREA(area) digest.name(#area);
#include "runtime/core/areas.def"
#undef POLDER_AREA
    return digest.value();
}

} // namespace
} // namespace polder::start

constinit const std::uint32_t polder::control_version = start::digest_of_layout();

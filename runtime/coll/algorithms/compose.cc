// Puts each operation together from algorithm primitives (primitives.h) and pipelined trees
// (pipelined_tree.h). compose.h has the costs.
//
// An operation has up to three phases: over the members of the node, over one member of each node,
// and back. On a team of one node the first phase has all members, and there is no other.
#include "runtime/coll/algorithms/compose.h"

#include "runtime/coll/algorithms/hierarchical.h"
#include "runtime/coll/algorithms/pairwise_exchange.h"
#include "runtime/coll/algorithms/pipelined_tree.h"
#include "runtime/coll/algorithms/primitives.h"
#include "runtime/coll/topology/node_hierarchy.h"

namespace polder::coll {

namespace {

constexpr std::size_t usual_segment = 64 * 1024;

struct Writer {
    Schedule &schedule;
    const TeamTopology &team;
    const CollectiveArguments &call;
    Choice choice;

    bool tree_like() const { return choice.algorithm == Algorithm::tree || choice.algorithm == Algorithm::chain; }
    // Bits of the fan of the trees between nodes.
    unsigned fan() const {
        if (choice.algorithm == Algorithm::chain) return 0;
        return choice.parameter >= 8 ? 3 : choice.parameter >= 4 ? 2 : 1;
    }
    Segments segments() const {
        const bool cut = choice.algorithm == Algorithm::chain;
        return segments_of(call.bytes, !cut ? 0 : choice.parameter ? choice.parameter : usual_segment, call.element);
    }
    bool hierarchical(bool keeps_order) const {
        return team.nodes > 1 && team.nodes < team.all.size && (team.by_node || !keeps_order);
    }
    // Blocks travel by way of the nodes.
    bool by_representatives() const { return hierarchical(false) && choice.algorithm != Algorithm::direct; }
    bool leads() const { return team.local.me == 0; }

    // Down: a node's representative passes on to other nodes first.
    TreeLinks links_from(unsigned root) const {
        TreeLinks links;
        if (!hierarchical(false)) {
            tree_link(links, team.all, root, fan());
            return links;
        }
        const NodeHierarchy hierarchy = hierarchy_of(team, root);
        tree_link(links, hierarchy.local, hierarchy.local_root, node_fan);
        if (hierarchy.represents) tree_link(links, hierarchy.leaders, hierarchy.leaders_root, fan());
        return links;
    }
    void allreduce_slices() const;
    void barrier() const;
    void broadcast() const { pipelined_broadcast(schedule, links_from(call.root), down, {Buffer::out}, segments()); }
    void reduce() const;
    void allreduce() const;
    void scan() const;
    void gather() const;
    void scatter() const;
    void allgather() const;
    void alltoall() const;
};

TreeLinks local_links(const TeamTopology &team) {
    TreeLinks links;
    tree_link(links, team.local, 0, node_fan);
    return links;
}

void Writer::barrier() const {
    const Segments none{0, 0};
    if (tree_like()) {
        const TreeLinks links = links_from(0);
        pipelined_reduce(schedule, links, up, {Buffer::in}, nullptr, none);
        return pipelined_broadcast(schedule, links, down, {Buffer::out}, none);
    }
    if (!hierarchical(false)) return dissemination_barrier(schedule, team.all, across);
    const TreeLinks links = local_links(team);
    pipelined_reduce(schedule, links, up, {Buffer::in}, nullptr, none);
    if (leads()) dissemination_barrier(schedule, team.leaders, across);
    pipelined_broadcast(schedule, links, down, {Buffer::out}, none);
}

// Where the order counts, the sum is made on the first member and handed to the root.
void Writer::reduce() const {
    const BufferRef in{Buffer::in};
    const BufferRef out{Buffer::out};
    const bool flat = call.ordered && !hierarchical(true);
    const bool hand_over = call.ordered && call.root;
    const unsigned root = call.ordered ? 0 : call.root;
    TreeLinks links;
    if (flat)
        tree_link(links, team.all, 0, fan());
    else
        links = links_from(root);
    const bool wants = team.all.me == root && !hand_over;
    const BufferRef sum = pipelined_reduce(schedule, links, up, in, wants ? &out : nullptr, segments());
    if (!hand_over) return;
    if (team.all.me == root) schedule.send(call.root, tag_of(outside), sum, call.bytes);
    if (team.all.me == call.root) schedule.receive(root, tag_of(outside), out, call.bytes);
}

// Each member sums a slice of the vectors, in the order of ranks, and gives the sum to all. That is
// as many bytes as a ring sends, in two exchanges.
void Writer::allreduce_slices() const {
    const BufferRef in{Buffer::in};
    const BufferRef out{Buffer::out};
    const unsigned n = team.all.size;
    const unsigned me = team.all.me;
    const std::size_t elements = call.bytes / call.element;
    const std::size_t slot = (elements / n + 1) * call.element;
    const auto begin = [&](unsigned r) { return elements * r / n * call.element; };
    const auto length = [&](unsigned r) { return begin(r + 1) - begin(r); };
    const BufferRef slices = schedule.scratch(n * slot);
    exchange_pairs(
        schedule, team.all, up,
        [&](unsigned r) {
            return PairBlock{in + begin(r), length(r)};
        },
        [&](unsigned r) {
            return PairBlock{slices + r * slot, length(me)};
        });
    schedule.copy(slices + me * slot, in + begin(me), length(me));
    for (unsigned r = 1; r < n; ++r)
        schedule.combine(slices, slices + r * slot, length(me));
    schedule.copy(out + begin(me), slices, length(me));
    exchange_pairs(
        schedule, team.all, down,
        [&](unsigned) {
            return PairBlock{out + begin(me), length(me)};
        },
        [&](unsigned r) {
            return PairBlock{out + begin(r), length(r)};
        });
}

void Writer::allreduce() const {
    if (choice.algorithm == Algorithm::direct) return allreduce_slices();
    const BufferRef in{Buffer::in};
    const BufferRef out{Buffer::out};
    const bool hierarchical_sum = hierarchical(call.ordered);
    if (tree_like()) {
        TreeLinks links;
        if (hierarchical_sum)
            links = links_from(0);
        else
            tree_link(links, team.all, 0, fan());
        pipelined_reduce(schedule, links, up, in, team.all.me == 0 ? &out : nullptr, segments());
        return pipelined_broadcast(schedule, links, down, out, segments());
    }
    const Segments whole{call.bytes, call.bytes};
    const Subset &subset = hierarchical_sum ? team.leaders : team.all;
    const bool ring = choice.algorithm == Algorithm::ring && !call.ordered && call.bytes / call.element >= subset.size;
    const TreeLinks links = hierarchical_sum ? local_links(team) : TreeLinks{};
    if (!hierarchical_sum || leads() || links.count)
        pipelined_reduce(schedule, links, up, in, &out, whole);
    else
        pipelined_reduce(schedule, links, up, in, nullptr, whole);
    if (!hierarchical_sum || leads()) {
        if (ring)
            ring_allreduce(schedule, subset, across, out, call.bytes, call.element);
        else
            doubling_allreduce(schedule, subset, across, out, call.bytes);
    }
    if (hierarchical_sum) pipelined_broadcast(schedule, links, down, out, whole);
}

// Over nodes: the sum of each node goes to its leader. Leaders find what goes before their nodes.
// That goes before the prefixes inside the node.
void Writer::scan() const {
    const BufferRef in{Buffer::in};
    const BufferRef out{Buffer::out};
    if (!hierarchical(true)) return doubling_scan(schedule, team.all, across, in, out, call.bytes, call.exclusive);
    const Segments whole{call.bytes, call.bytes};
    const TreeLinks links = local_links(team);
    const bool first_node = team.leaders.me == 0;
    const BufferRef total = pipelined_reduce(schedule, links, up, in, nullptr, whole);
    const BufferRef before = schedule.scratch(call.bytes);
    if (leads()) doubling_scan(schedule, team.leaders, across, total, before, call.bytes, true);
    doubling_scan(schedule, team.local, outside, in, out, call.bytes, call.exclusive);
    if (first_node) return;
    pipelined_broadcast(schedule, links, down, before, whole);
    if (call.exclusive && leads())
        schedule.copy(out, before, call.bytes);
    else
        schedule.combine(out, before, call.bytes, true);
}

void Writer::gather() const {
    if (by_representatives())
        return call.uneven ? hierarchical_gatherv(schedule, team, call)
                           : hierarchical_gather(schedule, team, call, choice);
    const BufferRef in{Buffer::in};
    const BufferRef out{Buffer::out};
    const bool root = team.all.me == call.root;
    if (!call.uneven && choice.algorithm == Algorithm::binomial)
        return binomial_gather(schedule, team.all, call.root, across, in, out, call.bytes);
    const std::size_t own = call.uneven ? call.own_bytes : call.bytes;
    if (!root) return schedule.send(call.root, tag_of(across), in, own);
    const auto at = [&](unsigned r) { return out + (call.uneven ? call.out.at[r] : r * call.bytes); };
    const auto bytes = [&](unsigned r) { return call.uneven ? call.out.bytes[r] : call.bytes; };
    for (unsigned i = 1; i < team.all.size; ++i)
        schedule.post(team.all.after(i), tag_of(across), at(team.all.after(i)), bytes(team.all.after(i)));
    schedule.copy(at(call.root), in, own);
    for (unsigned i = 1; i < team.all.size; ++i)
        schedule.await(team.all.after(i), tag_of(across), at(team.all.after(i)), bytes(team.all.after(i)));
}

void Writer::scatter() const {
    if (by_representatives())
        return call.uneven ? hierarchical_scatterv(schedule, team, call)
                           : hierarchical_scatter(schedule, team, call, choice);
    const BufferRef in{Buffer::in};
    const BufferRef out{Buffer::out};
    if (!call.uneven && choice.algorithm == Algorithm::binomial)
        return binomial_scatter(schedule, team.all, call.root, across, in, out, call.bytes);
    const std::size_t own = call.uneven ? call.own_bytes : call.bytes;
    if (team.all.me != call.root) return schedule.receive(call.root, tag_of(across), out, own);
    const auto at = [&](unsigned r) { return in + (call.uneven ? call.in.at[r] : r * call.bytes); };
    for (unsigned i = 1; i < team.all.size; ++i) {
        const unsigned r = team.all.after(i);
        schedule.send(r, tag_of(across), at(r), call.uneven ? call.in.bytes[r] : call.bytes);
    }
    schedule.copy(out, at(call.root), own);
}

void Writer::allgather() const {
    if (by_representatives()) return hierarchical_allgather(schedule, team, call, choice);
    const BufferRef in{Buffer::in};
    const BufferRef out{Buffer::out};
    const Extents extents{team.all.size, call.bytes, call.uneven ? &call.out : nullptr, nullptr, 0};
    schedule.copy(out + extents.at(team.all.me), in, extents.bytes(team.all.me));
    if (choice.algorithm == Algorithm::direct) {
        const PairBlock own{in, extents.bytes(team.all.me)};
        return exchange_pairs(
            schedule, team.all, across, [&](unsigned) { return own; },
            [&](unsigned r) {
                return PairBlock{out + extents.at(r), extents.bytes(r)};
            });
    }
    (choice.algorithm == Algorithm::ring ? ring_allgather : bruck_allgather)(schedule, team.all, across, out, extents);
}

// What leaders are told of lengths is bounded.
bool fits_leaders(const TeamTopology &team) {
    constexpr std::uint64_t most = std::uint64_t{1} << 22; // lengths
    return std::uint64_t{team.all.size} * (team.all.size / team.nodes + 1) <= most;
}

void Writer::alltoall() const {
    if (by_representatives() && !call.uneven) return hierarchical_alltoall(schedule, team, call, choice);
    if (by_representatives() && fits_leaders(team)) return hierarchical_alltoallv(schedule, team, call);
    const BufferRef in{Buffer::in};
    const BufferRef out{Buffer::out};
    const Subset &subset = team.all;
    if (!call.uneven && choice.algorithm == Algorithm::bruck)
        return bruck_alltoall(schedule, subset, across, in, out, call.bytes);
    const auto to_at = [&](unsigned r) { return call.uneven ? call.in.at[r] : r * call.bytes; };
    const auto from_at = [&](unsigned r) { return call.uneven ? call.out.at[r] : r * call.bytes; };
    const auto to_bytes = [&](unsigned r) { return call.uneven ? call.in.bytes[r] : call.bytes; };
    const auto from_bytes = [&](unsigned r) { return call.uneven ? call.out.bytes[r] : call.bytes; };
    schedule.copy(out + from_at(subset.me), in + to_at(subset.me), to_bytes(subset.me));
    exchange_pairs(
        schedule, team.all, across,
        [&](unsigned r) {
            return PairBlock{in + to_at(r), to_bytes(r)};
        },
        [&](unsigned r) {
            return PairBlock{out + from_at(r), from_bytes(r)};
        });
}

} // namespace

void schedule_write(Schedule &schedule, const TeamTopology &team, const CollectiveArguments &call, Choice choice) {
    const Writer writer{schedule, team, call, choice};
    switch (call.collective) {
    case Collective::barrier: return writer.barrier();
    case Collective::broadcast: return writer.broadcast();
    case Collective::reduce: return writer.reduce();
    case Collective::allreduce: return writer.allreduce();
    case Collective::scan: return writer.scan();
    case Collective::gather: return writer.gather();
    case Collective::scatter: return writer.scatter();
    case Collective::allgather: return writer.allgather();
    case Collective::alltoall: return writer.alltoall();
    case Collective::count: return;
    }
}

} // namespace polder::coll

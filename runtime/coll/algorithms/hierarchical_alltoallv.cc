// Hierarchical all-to-all of blocks of different lengths. A member tells its leader the lengths of
// what it gives and gets. Long blocks (hierarchical.h) go straight from member to member, and count
// as length 0 here. The leader writes the rest of its schedule when it knows the lengths.
//
// Deadlock freedom: each step waits only for steps that come before it in this order.
//   1. Leaders and members post what they are to get of each other.
//   2. Long blocks go. They wait for no other message of the operation.
//   3. Short blocks go: to the leader, between leaders, to the members.
#include "runtime/coll/algorithms/hierarchical.h"
#include "runtime/coll/algorithms/pipelined_tree.h"
#include "runtime/coll/algorithms/primitives.h"
#include "runtime/coll/algorithms/temporary_sizes.h"
#include "runtime/coll/topology/node_hierarchy.h"

#include <cstdlib>
#include <new>

namespace polder::coll {

namespace {

constexpr BufferRef in{Buffer::in};
constexpr BufferRef out{Buffer::out};

using Word = std::uint64_t;

struct Exchange {
    TeamTopology team;
    BufferRef words;  // 2 n of each member of the node: lengths given, lengths got
    BufferRef row;    // the leader's own
    BufferRef column; // the leader's own
    BufferRef places; // n words, constant: where in `out` the leader's own blocks go
};

struct Lengths {
    const char *words;
    unsigned n;

    std::size_t word(std::size_t i) const {
        Word value;
        __builtin_memcpy(&value, words + i * sizeof value, sizeof value);
        return value;
    }
    std::size_t given(unsigned member, unsigned index) const { return word(std::size_t{2} * n * member + index); }
    std::size_t got(unsigned member, unsigned index) const { return word(std::size_t{2} * n * member + n + index); }
    std::size_t all_given(unsigned member, unsigned first, unsigned end) const {
        std::size_t sum = 0;
        for (unsigned i = first; i < end; ++i)
            sum += given(member, i);
        return sum;
    }
    std::size_t all_got(unsigned member, unsigned first, unsigned end) const {
        std::size_t sum = 0;
        for (unsigned i = first; i < end; ++i)
            sum += got(member, i);
        return sum;
    }
};

// The members' rows, sorted by the nodes they go to. sizes: of what goes to each node.
BufferRef collect(Schedule &schedule, const Exchange &e, const NodeOrder &all, const Lengths &lengths,
                  const Numbers &sizes) {
    const Subset &local = e.team.local;
    std::size_t sum = 0;
    for (unsigned i = 0; i < local.size; ++i)
        sum += lengths.all_given(i, 0, lengths.n);
    const BufferRef rows = schedule.scratch(sum);
    const BufferRef sorted = schedule.scratch(sum);
    const auto each = [&](auto action) {
        BufferRef ref = rows;
        for (unsigned i = 0; i < local.size; ++i) {
            const std::size_t bytes = lengths.all_given(i, 0, lengths.n);
            if (bytes) action(i, ref, bytes);
            ref = ref + bytes;
        }
    };
    each([&](unsigned i, BufferRef ref, std::size_t bytes) {
        if (i) schedule.post(local.rank(i), tag_of(up, 1), ref, bytes);
    });
    each([&](unsigned i, BufferRef ref, std::size_t bytes) {
        if (i)
            schedule.await(local.rank(i), tag_of(up, 1), ref, bytes);
        else
            schedule.copy(ref, e.row, bytes);
    });
    BufferRef to = sorted;
    for (unsigned k = 0; k < e.team.nodes; ++k) {
        const BufferRef begin = to;
        Copies copies(schedule);
        each([&](unsigned i, BufferRef ref, std::size_t) {
            const std::size_t bytes = lengths.all_given(i, all.first(k), all.first(k + 1));
            copies.add(to, ref + lengths.all_given(i, 0, all.first(k)), bytes);
            to = to + bytes;
        });
        sizes[k] = to.offset - begin.offset;
    }
    return sorted;
}

// What the members get lies as [index of who gives][member].
BufferRef trade(Schedule &schedule, const Exchange &e, const NodeOrder &all, const Lengths &lengths, BufferRef sorted,
                const Numbers &sizes) {
    const Subset &leaders = e.team.leaders;
    const unsigned nodes = e.team.nodes;
    const Numbers from_at(nodes);
    const Numbers to_at(nodes);
    if (from_at.failed() || to_at.failed()) {
        schedule.fail();
        return sorted;
    }
    for (unsigned k = 0; k < nodes; ++k) {
        std::size_t bytes = 0;
        for (unsigned j = 0; j < e.team.local.size; ++j)
            bytes += lengths.all_got(j, all.first(k), all.first(k + 1));
        from_at[k + 1] = from_at[k] + bytes;
        to_at[k + 1] = to_at[k] + sizes[k];
    }
    const BufferRef received = schedule.scratch(from_at[nodes]);
    schedule.copy(received + from_at[leaders.me], sorted + to_at[leaders.me], sizes[leaders.me]);
    for (unsigned i = 1; i < nodes; ++i) {
        const unsigned to = leaders.after(i);
        const unsigned from = leaders.before(i);
        const std::size_t comes = from_at[from + 1] - from_at[from];
        if (comes) schedule.post(leaders.rank(from), tag_of(across), received + from_at[from], comes);
        if (sizes[to]) schedule.send(leaders.rank(to), tag_of(across), sorted + to_at[to], sizes[to]);
        if (comes) schedule.await(leaders.rank(from), tag_of(across), received + from_at[from], comes);
    }
    return received;
}

void hand_out(Schedule &schedule, const Exchange &e, const Lengths &lengths, BufferRef received) {
    const Subset &local = e.team.local;
    const Numbers at(lengths.n); // of the block from each index for the member in turn
    if (at.failed()) return schedule.fail();
    std::size_t sum = 0;
    for (unsigned i = 0; i < lengths.n; ++i) {
        at[i] = sum;
        for (unsigned j = 0; j < local.size; ++j)
            sum += lengths.got(j, i);
    }
    for (unsigned j = 0; j < local.size; ++j) {
        const std::size_t bytes = lengths.all_got(j, 0, lengths.n);
        const BufferRef column = j ? schedule.scratch(bytes) : e.column;
        std::size_t to = 0;
        {
            Copies copies(schedule);
            for (unsigned i = 0; i < lengths.n; ++i) {
                copies.add(column + to, received + at[i], lengths.got(j, i));
                to += lengths.got(j, i);
                at[i] += lengths.got(j, i);
            }
        }
        if (j && bytes) schedule.send(local.rank(j), tag_of(down), column, bytes);
    }
}

void lead_uneven(Schedule &schedule, const char *scratch, const void *context) {
    const Exchange &e = *static_cast<const Exchange *>(context);
    const NodeOrder all(e.team);
    const Numbers sizes(e.team.nodes);
    if (all.failed() || sizes.failed()) return schedule.fail();
    const Lengths lengths{scratch + e.words.offset, e.team.all.size};
    const BufferRef sorted = collect(schedule, e, all, lengths, sizes);
    hand_out(schedule, e, lengths, trade(schedule, e, all, lengths, sorted, sizes));
    Copies copies(schedule);
    std::size_t at = 0;
    for (unsigned i = 0; i < lengths.n; ++i) {
        Word place;
        __builtin_memcpy(&place, schedule.constants() + e.places.offset + i * sizeof place, sizeof place);
        copies.add(out + place, e.column + at, lengths.got(0, i));
        at += lengths.got(0, i);
    }
}

void long_blocks(Schedule &schedule, const Subset &subset, const CollectiveArguments &call) {
    if (is_long(schedule, call.in.bytes[subset.me]))
        schedule.copy(out + call.out.at[subset.me], in + call.in.at[subset.me], call.in.bytes[subset.me]);
    for (unsigned i = 1; i < subset.size; ++i) {
        const unsigned to = subset.after(i);
        const unsigned from = subset.before(i);
        const bool comes = is_long(schedule, call.out.bytes[from]);
        if (comes) schedule.post(from, tag_of(outside), out + call.out.at[from], call.out.bytes[from]);
        if (is_long(schedule, call.in.bytes[to]))
            schedule.send(to, tag_of(outside), in + call.in.at[to], call.in.bytes[to]);
        if (comes) schedule.await(from, tag_of(outside), out + call.out.at[from], call.out.bytes[from]);
    }
}

} // namespace

void hierarchical_alltoallv(Schedule &schedule, const TeamTopology &team, const CollectiveArguments &call) {
    const NodeOrder all(team);
    const unsigned n = team.all.size;
    const unsigned leader = team.local.rank(0);
    const Numbers words(std::size_t{2} * n);
    const Numbers places(n);
    static_assert(sizeof(Word) == sizeof(std::size_t));
    if (all.failed() || words.failed() || places.failed()) return schedule.fail();
    const auto short_of = [&](std::size_t bytes) { return is_long(schedule, bytes) ? 0 : bytes; };
    std::size_t gives = 0;
    std::size_t gets = 0;
    for (unsigned i = 0; i < n; ++i) {
        const unsigned r = all.rank(i);
        gives += words[i] = short_of(call.in.bytes[r]);
        gets += words[n + i] = short_of(call.out.bytes[r]);
        places[i] = call.out.at[r];
    }
    const std::size_t told = std::size_t{2} * n * sizeof(Word);
    const BufferRef row = schedule.scratch(gives);
    const BufferRef column = schedule.scratch(gets);
    const BufferRef own = schedule.constant(words.data(), told);
    const bool leads = team.local.me == 0;
    const BufferRef all_words = leads ? schedule.scratch(team.local.size * told) : own;
    for (unsigned i = 1; leads && i < team.local.size; ++i)
        schedule.post(team.local.rank(i), tag_of(up), all_words + i * told, told);
    if (!leads) {
        if (gets) schedule.post(leader, tag_of(down), column, gets);
        schedule.send(leader, tag_of(up), own, told);
    }
    long_blocks(schedule, team.all, call);
    {
        Copies copies(schedule);
        std::size_t at = 0;
        for (unsigned i = 0; i < n; at += words[i], ++i)
            copies.add(row + at, in + call.in.at[all.rank(i)], words[i]);
    }
    if (leads) {
        schedule.copy(all_words, own, told);
        for (unsigned i = 1; i < team.local.size; ++i)
            schedule.await(team.local.rank(i), tag_of(up), all_words + i * told, told);
        void *memory = std::malloc(sizeof(Exchange));
        const BufferRef where = schedule.constant(places.data(), n * sizeof(Word));
        return schedule.then(lead_uneven,
                             memory ? new (memory) Exchange{team, all_words, row, column, where} : nullptr);
    }
    if (gives) schedule.send(leader, tag_of(up, 1), row, gives);
    if (gets) schedule.await(leader, tag_of(down), column, gets);
    Copies copies(schedule);
    std::size_t at = 0;
    for (unsigned i = 0; i < n; at += words[n + i], ++i)
        copies.add(out + places[i], column + at, words[n + i]);
}

} // namespace polder::coll

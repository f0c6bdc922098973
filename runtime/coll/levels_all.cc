// Allgather and alltoall by way of the nodes' leaders; see levels.h. What crosses between nodes is one message a pair of nodes, or less by the
// algorithms of parts.h, instead of one a pair of members. Leaders hold three copies of what their node gives.
#include "runtime/coll/levels.h"
#include "runtime/coll/parts.h"

#include <cstdlib>
#include <new>

namespace polder {
namespace {

enum Part : unsigned { up, across, down, outside };
constexpr Spot in{Place::in}, out{Place::out};
constexpr std::size_t segment = 64 * 1024;
constexpr unsigned node_fan = 2;

// Temporary numbers, zero at first.
class Numbers {
public:
    explicit Numbers(std::size_t count)
        : all_(static_cast<std::size_t *>(std::calloc(count + 1, sizeof(std::size_t)))) {}
    ~Numbers() { std::free(all_); }
    Numbers(const Numbers &) = delete;
    Numbers &operator=(const Numbers &) = delete;
    std::size_t &operator[](std::size_t i) const { return all_[i]; }
    bool failed() const { return !all_; }
    const std::size_t *data() const { return all_; }

private:
    std::size_t *all_;
};

// ---- allgather ----

// The blocks of all members: how long, and where on each of them.
struct Gathered {
    const CollectiveArguments &call;
    const ByNode &all;
    unsigned n;

    std::size_t bytes(unsigned r) const { return call.uneven ? call.out.bytes[r] : call.bytes; }
    std::size_t at(unsigned r) const { return call.uneven ? call.out.at[r] : r * call.bytes; }
    std::size_t bytes_of(unsigned first, unsigned end) const {
        if (!call.uneven) return (end - first) * call.bytes;
        std::size_t sum = 0;
        for (unsigned i = first; i < end; ++i)
            sum += bytes(all.rank(i));
        return sum;
    }
    bool is_row() const { // they lie there as they travel
        if (!all.is_in_order()) return false;
        for (unsigned r = 1; call.uneven && r < n; ++r)
            if (at(r) != at(r - 1) + bytes(r - 1)) return false;
        return true;
    }
};

// To the leader, in the order of ranks.
void gather_uneven(Schedule &schedule, const TeamShape &team, const Gathered &blocks, Spot row) {
    const Party &local = team.local;
    const std::size_t own = blocks.bytes(team.all.me);
    if (local.me) {
        if (own) schedule.send(local.rank(0), tag_of(up), in, own);
        return;
    }
    const auto each = [&](auto action) {
        Spot spot = row + own;
        for (unsigned i = 1; i < local.size; ++i) {
            const std::size_t bytes = blocks.bytes(local.rank(i));
            if (bytes) action(local.rank(i), spot, bytes);
            spot = spot + bytes;
        }
    };
    each([&](unsigned r, Spot spot, std::size_t bytes) { schedule.post(r, tag_of(up), spot, bytes); });
    schedule.copy(row, in, own);
    each([&](unsigned r, Spot spot, std::size_t bytes) { schedule.await(r, tag_of(up), spot, bytes); });
}

void exchange(Schedule &schedule, const TeamShape &team, const Gathered &blocks, Spot row, bool ring) {
    const auto run = ring ? ring_allgather : bruck_allgather;
    const ByNode &all = blocks.all;
    if (!blocks.call.uneven && all.is_in_order())
        return run(schedule, team.leaders, across, row,
                   {team.nodes, blocks.call.bytes, nullptr, &team.leaders, blocks.n});
    const Numbers bytes(team.nodes), at(team.nodes);
    if (bytes.failed() || at.failed()) return schedule.fail();
    for (unsigned k = 0; k < team.nodes; ++k) {
        bytes[k] = blocks.bytes_of(all.first(k), all.first(k + 1));
        at[k + 1] = at[k] + bytes[k];
    }
    const Blocks nodes{bytes.data(), at.data()};
    run(schedule, team.leaders, across, row, {team.nodes, 0, &nodes, nullptr, 0});
}

} // namespace

void allgather_by_node(Schedule &schedule, const TeamShape &team, const CollectiveArguments &call, Choice choice) {
    const ByNode all(team);
    if (all.failed()) return schedule.fail();
    const unsigned n = team.all.size;
    const Gathered blocks{call, all, n};
    const std::size_t bytes = blocks.bytes_of(0, n);
    const bool is_row = blocks.is_row();
    const Spot row = is_row ? out + blocks.at(0) : schedule.scratch(bytes);
    const Spot mine = row + blocks.bytes_of(0, all.first(team.leaders.me));
    if (call.uneven)
        gather_uneven(schedule, team, blocks, mine);
    else
        binomial_gather(schedule, team.local, 0, up, in, mine, call.bytes);
    if (team.local.me == 0) exchange(schedule, team, blocks, row, choice.algorithm == Algorithm::ring);
    Links links;
    link(links, team.local, 0, node_fan);
    flow_down(schedule, links, down, row, segments_of(bytes, segment, 1));
    if (is_row) return;
    Copies copies(schedule);
    std::size_t at = 0;
    for (unsigned i = 0; i < n; at += blocks.bytes(all.rank(i)), ++i)
        copies.add(out + blocks.at(all.rank(i)), row + at, blocks.bytes(all.rank(i)));
}

// ---- alltoall ----

namespace {

// Between leaders: what each node gives to each, node after node in memory: [node][member that gives][member that gets], and the same
// of what it gets.
void exchange_even(Schedule &schedule, const TeamShape &team, const ByNode &all, Spot given, Spot received,
                   std::size_t bytes, bool bruck) {
    const Party &leaders = team.leaders;
    const std::size_t each =
        team.local.size * bytes; // of what the members of this node give to, or get from, one member
    bool alike = true;
    for (unsigned k = 0; k < team.nodes; ++k)
        alike = alike && all.count(k) == team.local.size;
    if (bruck && alike) return bruck_alltoall(schedule, leaders, across, given, received, team.local.size * each);
    const auto at = [&](unsigned node) { return all.first(node) * each; };
    const auto size = [&](unsigned node) { return all.count(node) * each; };
    schedule.copy(received + at(leaders.me), given + at(leaders.me), size(leaders.me));
    for (unsigned i = 1; i < team.nodes; ++i) {
        const unsigned to = leaders.after(i), from = leaders.before(i);
        schedule.post(leaders.rank(from), tag_of(across), received + at(from), size(from));
        schedule.send(leaders.rank(to), tag_of(across), given + at(to), size(to));
        schedule.await(leaders.rank(from), tag_of(across), received + at(from), size(from));
    }
}

// row: what the caller gives, column: what it gets, by index.
void lead(Schedule &schedule, const TeamShape &team, const ByNode &all, Spot row, Spot column, std::size_t bytes,
          bool bruck) {
    const Party &local = team.local;
    const unsigned n = team.all.size;
    const std::size_t whole = n * bytes, each = local.size * bytes;
    const Spot rows = schedule.scratch(local.size * whole), given = schedule.scratch(local.size * whole);
    const Spot received = schedule.scratch(local.size * whole);
    for (unsigned i = 1; i < local.size; ++i)
        schedule.post(local.rank(i), tag_of(up), rows + i * whole, whole);
    schedule.copy(rows, row, whole);
    for (unsigned i = 1; i < local.size; ++i)
        schedule.await(local.rank(i), tag_of(up), rows + i * whole, whole);
    for (unsigned k = 0; k < team.nodes; ++k) {
        const std::size_t run = all.count(k) * bytes;
        schedule.copy_pieces({given + all.first(k) * each, static_cast<std::ptrdiff_t>(run)},
                             {rows + all.first(k) * bytes, static_cast<std::ptrdiff_t>(whole)}, run, local.size);
    }
    exchange_even(schedule, team, all, given, received, bytes, bruck);
    for (unsigned j = local.size; j--;) {
        const Spot target = j ? rows + j * whole : column;
        schedule.copy_pieces({target, static_cast<std::ptrdiff_t>(bytes)},
                             {received + j * bytes, static_cast<std::ptrdiff_t>(each)}, bytes, n);
        if (j) schedule.send(local.rank(j), tag_of(down), target, whole);
    }
}

} // namespace

void alltoall_by_node(Schedule &schedule, const TeamShape &team, const CollectiveArguments &call, Choice choice) {
    const ByNode all(team);
    if (all.failed()) return schedule.fail();
    const unsigned n = team.all.size, leader = team.local.rank(0);
    const std::size_t bytes = call.bytes, whole = n * bytes;
    const bool in_order = all.is_in_order();
    const Spot row = in_order ? in : schedule.scratch(whole), column = in_order ? out : schedule.scratch(whole);
    const auto turn = [&](bool give) {
        Copies copies(schedule);
        for (unsigned i = 0; !in_order && i < n; ++i) {
            const std::size_t placed = all.rank(i) * bytes, at = i * bytes;
            copies.add(give ? row + at : out + placed, give ? in + placed : column + at, bytes);
        }
    };
    turn(true);
    if (team.local.me == 0) {
        lead(schedule, team, all, row, column, bytes, choice.algorithm == Algorithm::bruck);
    } else {
        schedule.post(leader, tag_of(down), column, whole);
        schedule.send(leader, tag_of(up), row, whole);
        schedule.await(leader, tag_of(down), column, whole);
    }
    turn(false);
}

// ---- alltoallv ----
// A member tells its leader the lengths of what it gives and gets, by index; what is long goes straight, and counts as nothing here. Order, so that nobody
// waits in a circle: what leaders and members are to get is posted at once; then the long blocks, which wait for nothing else; then the short ones.

namespace {

using Word = std::uint64_t;

struct Exchange {
    TeamShape team;
    Spot words;       // 2 n of each member of the node: lengths given, lengths got
    Spot row, column; // the leader's own
    Spot places;      // n words, constant: where in `out` the leader's own blocks go
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
Spot collect(Schedule &schedule, const Exchange &e, const ByNode &all, const Lengths &lengths, const Numbers &sizes) {
    const Party &local = e.team.local;
    std::size_t sum = 0;
    for (unsigned i = 0; i < local.size; ++i)
        sum += lengths.all_given(i, 0, lengths.n);
    const Spot rows = schedule.scratch(sum), sorted = schedule.scratch(sum);
    const auto each = [&](auto action) {
        Spot spot = rows;
        for (unsigned i = 0; i < local.size; ++i) {
            const std::size_t bytes = lengths.all_given(i, 0, lengths.n);
            if (bytes) action(i, spot, bytes);
            spot = spot + bytes;
        }
    };
    each([&](unsigned i, Spot spot, std::size_t bytes) {
        if (i) schedule.post(local.rank(i), tag_of(up, 1), spot, bytes);
    });
    each([&](unsigned i, Spot spot, std::size_t bytes) {
        if (i)
            schedule.await(local.rank(i), tag_of(up, 1), spot, bytes);
        else
            schedule.copy(spot, e.row, bytes);
    });
    Spot to = sorted;
    for (unsigned k = 0; k < e.team.nodes; ++k) {
        const Spot begin = to;
        Copies copies(schedule);
        each([&](unsigned i, Spot spot, std::size_t) {
            const std::size_t bytes = lengths.all_given(i, all.first(k), all.first(k + 1));
            copies.add(to, spot + lengths.all_given(i, 0, all.first(k)), bytes);
            to = to + bytes;
        });
        sizes[k] = to.offset - begin.offset;
    }
    return sorted;
}

// What the members get lies as [index of who gives][member].
Spot trade(Schedule &schedule, const Exchange &e, const ByNode &all, const Lengths &lengths, Spot sorted,
           const Numbers &sizes) {
    const Party &leaders = e.team.leaders;
    const unsigned nodes = e.team.nodes;
    const Numbers from_at(nodes), to_at(nodes);
    if (from_at.failed() || to_at.failed()) return schedule.fail(), sorted;
    for (unsigned k = 0; k < nodes; ++k) {
        std::size_t bytes = 0;
        for (unsigned j = 0; j < e.team.local.size; ++j)
            bytes += lengths.all_got(j, all.first(k), all.first(k + 1));
        from_at[k + 1] = from_at[k] + bytes;
        to_at[k + 1] = to_at[k] + sizes[k];
    }
    const Spot received = schedule.scratch(from_at[nodes]);
    schedule.copy(received + from_at[leaders.me], sorted + to_at[leaders.me], sizes[leaders.me]);
    for (unsigned i = 1; i < nodes; ++i) {
        const unsigned to = leaders.after(i), from = leaders.before(i);
        const std::size_t comes = from_at[from + 1] - from_at[from];
        if (comes) schedule.post(leaders.rank(from), tag_of(across), received + from_at[from], comes);
        if (sizes[to]) schedule.send(leaders.rank(to), tag_of(across), sorted + to_at[to], sizes[to]);
        if (comes) schedule.await(leaders.rank(from), tag_of(across), received + from_at[from], comes);
    }
    return received;
}

void hand_out(Schedule &schedule, const Exchange &e, const Lengths &lengths, Spot received) {
    const Party &local = e.team.local;
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
        const Spot column = j ? schedule.scratch(bytes) : e.column;
        std::size_t to = 0;
        {
            Copies copies(schedule);
            for (unsigned i = 0; i < lengths.n; ++i) {
                copies.add(column + to, received + at[i], lengths.got(j, i));
                to += lengths.got(j, i), at[i] += lengths.got(j, i);
            }
        }
        if (j && bytes) schedule.send(local.rank(j), tag_of(down), column, bytes);
    }
}

void lead_uneven(Schedule &schedule, const char *scratch, const void *context) {
    const Exchange &e = *static_cast<const Exchange *>(context);
    const ByNode all(e.team);
    const Numbers sizes(e.team.nodes);
    if (all.failed() || sizes.failed()) return schedule.fail();
    const Lengths lengths{scratch + e.words.offset, e.team.all.size};
    const Spot sorted = collect(schedule, e, all, lengths, sizes);
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

void long_blocks(Schedule &schedule, const Party &party, const CollectiveArguments &call) {
    if (is_long(schedule, call.in.bytes[party.me]))
        schedule.copy(out + call.out.at[party.me], in + call.in.at[party.me], call.in.bytes[party.me]);
    for (unsigned i = 1; i < party.size; ++i) {
        const unsigned to = party.after(i), from = party.before(i);
        const bool comes = is_long(schedule, call.out.bytes[from]);
        if (comes) schedule.post(from, tag_of(outside), out + call.out.at[from], call.out.bytes[from]);
        if (is_long(schedule, call.in.bytes[to]))
            schedule.send(to, tag_of(outside), in + call.in.at[to], call.in.bytes[to]);
        if (comes) schedule.await(from, tag_of(outside), out + call.out.at[from], call.out.bytes[from]);
    }
}

} // namespace

void alltoallv_by_node(Schedule &schedule, const TeamShape &team, const CollectiveArguments &call) {
    const ByNode all(team);
    const unsigned n = team.all.size, leader = team.local.rank(0);
    const Numbers words(std::size_t{2} * n), places(n);
    static_assert(sizeof(Word) == sizeof(std::size_t));
    if (all.failed() || words.failed() || places.failed()) return schedule.fail();
    const auto short_of = [&](std::size_t bytes) { return is_long(schedule, bytes) ? 0 : bytes; };
    std::size_t gives = 0, gets = 0;
    for (unsigned i = 0; i < n; ++i) {
        const unsigned r = all.rank(i);
        gives += words[i] = short_of(call.in.bytes[r]);
        gets += words[n + i] = short_of(call.out.bytes[r]);
        places[i] = call.out.at[r];
    }
    const std::size_t told = std::size_t{2} * n * sizeof(Word);
    const Spot row = schedule.scratch(gives), column = schedule.scratch(gets),
               own = schedule.constant(words.data(), told);
    const bool leads = team.local.me == 0;
    const Spot all_words = leads ? schedule.scratch(team.local.size * told) : own;
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
        const Spot where = schedule.constant(places.data(), n * sizeof(Word));
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

} // namespace polder

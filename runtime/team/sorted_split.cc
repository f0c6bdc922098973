// Split of a team without a table of all members, for parents so large that a table in each member
// would take too much. What the members want is sorted over them, so the members of each new team
// lie in a row.
//
// A *record* is what a member wants. A *position* is a member of the parent as the holder of the
// record that is sorted to there. The *owner* of a record is the member whose record it is. The
// positions of one new team are a *row*.
//
// Steps, all collective over the parent of n members:
//   1. Sort the records: log n (log n + 1) / 2 messages a member.
//   2. Scan over the positions twice, log n messages each. Each position learns its place in the
//      row, the length of the row, and whether the threads of the row are a progression.
//   3. Where they are none, the positions of the row gather the threads.
//   4. Each position tells the owner of its record.
// Memory for the time of the call: the schedule, 264 bytes a message. If the threads of the
// caller's team are no progression, 8 bytes for each of them besides.
#include "runtime/team/create.h"

#include "runtime/coll/algorithms/primitives.h"
#include "runtime/core/job.h"

#include <cstdlib>
#include <cstring>

namespace polder::team {

using namespace coll;
namespace {

struct Record {
    std::uint32_t group;
    std::int32_t key;
    std::uint32_t rank;
    std::uint32_t thread;

    bool before(const Record &other) const {
        if (group != other.group) return group < other.group;
        return key != other.key ? key < other.key : rank < other.rank;
    }
};

void keep(void *sum, const void *which, std::size_t, void *) {
    Record *pair = static_cast<Record *>(sum);
    const bool upper = *static_cast<const char *>(which);
    if (pair[1].before(pair[0]) != upper) pair[0] = pair[1];
}

// Some positions in a row: the last team among them, as far as it goes.
struct Stretch {
    std::uint32_t first_group;
    std::uint32_t last_group;
    bool one_group;
    bool regular; // threads are a progression
    std::uint32_t count;
    std::uint32_t first;
    std::uint32_t last;
    std::int32_t stride; // from two on
};

void append(Stretch &sum, const Stretch &right) {
    if (!right.one_group || sum.last_group != right.first_group) {
        const std::uint32_t first_group = sum.first_group;
        sum = right;
        sum.first_group = first_group;
        sum.one_group = false;
        return;
    }
    const auto stride = static_cast<std::int32_t>(right.first - sum.last);
    sum.regular = sum.regular && right.regular && (sum.count == 1 || sum.stride == stride) &&
                  (right.count == 1 || right.stride == stride);
    sum.stride = stride;
    sum.count += right.count;
    sum.last = right.last;
}
void append_stretches(void *sum, const void *right, std::size_t count, void *) {
    for (std::size_t i = 0; i < count; ++i)
        append(static_cast<Stretch *>(sum)[i], static_cast<const Stretch *>(right)[i]);
}

// Passes what the last position of a row knows on to the positions in front of it.
void hand_back(void *sum, const void *right, std::size_t count, void *) {
    Stretch *s = static_cast<Stretch *>(sum);
    const Stretch *r = static_cast<const Stretch *>(right);
    for (std::size_t i = 0; i < count; ++i) {
        const bool same = r[i].one_group && s[i].last_group == r[i].first_group;
        const Stretch before = s[i];
        if (!same) s[i] = r[i];
        s[i].first_group = before.first_group;
        s[i].last_group = r[i].last_group;
        s[i].one_group = same && before.one_group;
    }
}

// What a position tells the owner.
struct Answer {
    std::uint32_t rank;
    std::uint32_t size;
    std::uint32_t holder;
    bool regular;
    RankRun run;
};

// A schedule that all members of the team carry out together, on this member's memory.
class Carried {
public:
    Carried(Team &team, void *in, void *out) : team_(team), operation_(am_transport.eager) {
        operation_.buffer[0] = static_cast<char *>(in);
        operation_.buffer[1] = static_cast<char *>(out);
    }
    Schedule &schedule() { return operation_.schedule; }
    void run() { team_carry(team_, operation_); }
    void run(void (*function)(void *, const void *, std::size_t, void *), std::size_t element) {
        operation_.combine = {function, nullptr, element, true};
        run();
    }

private:
    Team &team_;
    Operation operation_;
};

constexpr BufferRef in{Buffer::in};
constexpr BufferRef out{Buffer::out};

Record sort(Team &parent, const Record &mine) {
    Record pair[2] = {mine, {}};
    const char lower[sizeof pair] = {0};
    const char upper[sizeof pair] = {1};
    Carried sorting(parent, pair, nullptr);
    Schedule &schedule = sorting.schedule();
    merge_sort_network(schedule, parent.topology.all, 0, in, schedule.constant(lower, sizeof lower),
                       schedule.constant(upper, sizeof upper), sizeof(Record));
    sorting.run(keep, sizeof pair);
    return pair[0];
}

// Over the positions in order, or from the end.
Stretch scan(Team &parent, Stretch own, void (*function)(void *, const void *, std::size_t, void *), bool from_end) {
    Subset subset = parent.topology.all;
    if (from_end) subset = {subset.size, subset.size - 1 - subset.me, subset.size - 1, ~0u};
    Stretch result;
    Carried scanning(parent, &own, &result);
    doubling_scan(scanning.schedule(), subset, 0, in, out, sizeof own, false);
    scanning.run(function, sizeof own);
    return result;
}

std::uint32_t *table(unsigned size) {
    auto *threads = static_cast<std::uint32_t *>(std::malloc(sizeof(std::uint32_t) * size));
    if (!threads) job_fail(1, "teams: no memory for a table of %u members", size);
    return threads;
}

// The threads of the row, in order; null where they are a progression, or nobody's.
std::uint32_t *threads_of_row(Team &parent, const Record &held, const Answer &answer, bool wanted) {
    std::uint32_t *threads = wanted ? table(answer.size) : nullptr;
    std::uint32_t thread = held.thread;
    Carried gathering(parent, &thread, threads);
    if (wanted) {
        const Subset row{answer.size, answer.rank, parent.rank - answer.rank, 1};
        Schedule &schedule = gathering.schedule();
        schedule.copy(out + sizeof thread * answer.rank, in, sizeof thread);
        bruck_allgather(schedule, row, 0, out, {answer.size, sizeof thread, nullptr, nullptr, 0});
    }
    gathering.run();
    return threads;
}

} // namespace

Status split_distributed(Team &parent, const Wish &wish, Team **team) {
    const Record held = sort(parent, {wish.group, wish.key, parent.rank, mythread()});
    const Stretch own{held.group, held.group, true, true, 1, held.thread, held.thread, 1};
    const Stretch upto = scan(parent, own, append_stretches, false);
    Stretch known = upto;
    known.first_group = held.group;
    known.last_group = held.group;
    known.one_group = true;
    const Stretch whole = scan(parent, known, hand_back, true);
    const bool holds = held.group != nobody;
    const bool wants = wish.group != nobody;
    Answer given{upto.count - 1, whole.count, parent.rank, whole.regular, {0, whole.first, whole.stride}};
    Answer got{};
    std::uint32_t *row = threads_of_row(parent, held, given, holds && !given.regular);

    Carried telling(parent, &given, &got);
    if (holds) telling.schedule().send(held.rank, 0, in, sizeof given);
    if (wants) telling.schedule().await(any_member, 0, out, sizeof got);
    telling.run();

    std::uint32_t *threads = wants && !got.regular ? table(got.size) : nullptr;
    Carried handing(parent, row, threads);
    const std::size_t row_bytes = sizeof *row * std::size_t{given.size};
    const std::size_t bytes = sizeof *row * std::size_t{got.size};
    if (threads) handing.schedule().post(got.holder, 1, out, bytes);
    if (row) handing.schedule().send(held.rank, 1, in, row_bytes);
    if (threads) handing.schedule().await(got.holder, 1, out, bytes);
    handing.run();

    Status status = Status::ok;
    if (wants) status = threads ? make_team(threads, got.size, team) : make_team(got.run, got.size, team);
    std::free(threads);
    std::free(row);
    return status;
}

} // namespace polder::team

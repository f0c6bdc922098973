// Comparison of a team's calls. Each member compares its arguments with those of member 0, and none
// goes on before all have. So both members that a message names are in their calls.
#include "runtime/team/agreement.h"
#include "runtime/core/member_name.h"

namespace polder::team {

using namespace coll;
namespace {

constexpr int misuse_code = 1;

struct Terms {
    std::uint64_t collective;
    std::uint64_t root;
    std::uint64_t bytes;
    std::uint64_t element;
};

// What all members must say alike; 0 where they need not.
Terms terms_of(const CollectiveArguments &call, const TeamData &data) {
    return {static_cast<std::uint64_t>(call.collective), has_root(call.collective) ? call.root : 0,
            call.uneven ? 0 : call.bytes, data.combine ? data.combine->element : 0};
}

// Member 0 and the caller.
struct Pair {
    unsigned first;
    unsigned caller;
};

void expect_same(const Pair &pair, const char *function, const char *argument, std::uint64_t first,
                 std::uint64_t mine) {
    if (first == mine) return;
    job_fail_between({pair.caller, pair.first}, misuse_code,
                     "collective mismatch: %s calls %s with %s %lu, but %s with %s %lu; the members of a team must "
                     "call with equal arguments",
                     member_name(pair.caller).text, function, argument, mine, member_name(pair.first).text, argument,
                     first);
}

void compare(const Pair &pair, const Terms &first, const Terms &mine) {
    const char *function = name_of(static_cast<Collective>(mine.collective));
    if (first.collective != mine.collective)
        job_fail_between({pair.caller, pair.first}, misuse_code,
                         "collective mismatch: %s calls %s, but %s calls %s; all members must call the same collective "
                         "functions in the same order",
                         member_name(pair.caller).text, function, member_name(pair.first).text,
                         name_of(static_cast<Collective>(first.collective)));
    expect_same(pair, function, "root", first.root, mine.root);
    expect_same(pair, function, "a length of", first.bytes, mine.bytes);
    expect_same(pair, function, "elements of", first.element, mine.element);
}

} // namespace

void agreement_check(Team &team, const CollectiveArguments &call, const TeamData &data) {
    const Terms mine = terms_of(call, data);
    Terms first = mine;
    TeamData terms;
    terms.out = &first;
    team_run_unchecked(team, {Collective::broadcast, sizeof first}, terms);
    compare({team_thread(team, 0), mythread()}, first, mine);
    team_run_unchecked(team, {Collective::barrier}, {});
}

} // namespace polder::team

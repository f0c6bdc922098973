// Team: threads of the job that do collective operations together, numbered by ranks of their own.
// Its operations may be waited for at once or later.
//
// Terms. The *world* is the team of all threads; its ranks are thread numbers. A Team object is a
// member's own. Members agree on its number, which no thread uses twice. A *request* is an
// operation under way.
//
// Choice. A short operation of a team on one node goes through shared lines (shared_lines.cc). Any
// other becomes a schedule by the algorithm that the tuning table names (team.cc).
//
// Progress. The operations of a thread, of all its teams, go on whenever the thread is in a call
// that waits (wait_setup.teams) or in team_progress. Handlers of messages only put messages where
// the thread finds them.
//
// Order. All members of a team begin the same operations in the same order; requests end in any
// order. What a member did before it gave data is visible to whoever gets the data. A barrier
// orders what was done before it in all members.
//
// Memory. A member keeps O(log members) of memory a team. Two things grow faster: the leaders of
// nodes that hold different numbers of members, and teams whose threads follow no rule
// (rank_map.h). Making a team takes some 100 KB at most for the time of the call (create.h), and 8
// bytes a member if its threads follow no rule.
#pragma once

#include "runtime/coll/engine/engine.h"
#include "runtime/coll/request/algorithm.h"
#include "runtime/coll/shm/group.h"
#include "runtime/coll/topology/team_topology.h"
#include "runtime/coll/transport/am_transport.h"
#include "runtime/race/race.h"
#include "runtime/team/rank_map.h"

namespace polder::team {

// Shared lines of a team on one node, in the segment of its first member; made by the first
// operation that can use them.
struct TeamLines {
    enum class State : std::uint8_t { unasked, none, there };
    State state = State::unasked;
    coll::shm::Group *found = nullptr; // what team_lines has found, if it is any
    polder_ga memory = 0;              // on the first member
    coll::shm::Group group = {};
};

struct Team {
    std::uint32_t id;
    std::uint32_t size;
    std::uint32_t rank;
    RankMap ranks;
    coll::TeamTopology topology;
    std::uint32_t *tables = nullptr; // what the shape's parties refer to
    coll::TransportRoute route;
    coll::Engine engine;
    TeamLines lines;
    Team *next = nullptr;              // the thread's other teams
    std::uint64_t race_operations = 0; // begun, for a detector of races
};

struct TeamRequest {
    Team &team;
    coll::Operation operation;
    race::RaceToken race = nullptr;   // to be taken at the end, if the caller gets data
    void (*finish)(void *) = nullptr; // called at the end: what the caller's part still lacks
    void *finished = nullptr;
    explicit TeamRequest(Team &t) : team(t), operation(coll::am_transport.eager) {}
};

// What an operation works on. `combine` for reductions only.
struct TeamData {
    const void *in = nullptr;
    void *out = nullptr;
    const coll::Combine *combine = nullptr;
    // Set: the caller promises what coll/shm/symmetric.h asks for.
    const coll::SymmetricPlaces *symmetric = nullptr;
};

// The calling thread's.
Team &team_world();
inline unsigned team_thread(const Team &team, unsigned rank) {
    return team.ranks.thread(rank);
}

// ---- making teams: collective over the parent ----

// Members with the same colour are together, in the order of their keys, then of their ranks. A
// negative colour: in no team, null.
Status team_split(Team &parent, int colour, int key, Team **team);
// Those whose ranks in the parent are listed, in this order; each lists the team it is in. The
// others list nothing (count 0), and get null. Lists of members that are in different teams have no
// member in common.
Status team_from_list(Team &parent, const int *ranks, unsigned count, Team **team);
// Threads first, first + 2^log_stride ...; the caller is one of them, and the last is a thread of
// the job. Not collective, and no message: each member makes its own end when it first needs it.
// Later calls get the same team. no_support: in a job of so many threads (above 32768) it has no
// number. The team lives until the job ends, and is not given to team_free.
struct Progression {
    unsigned first;
    unsigned log_stride;
    unsigned size;
};
Status team_progression(const Progression &progression, Team **team);
// Collective over the team, which has no operation under way.
void team_free(Team *team);

// ---- operations: arguments as coll::CollectiveArguments says, `element` and `ordered` are taken
// from combine ----

// At once, as a call of the program: with the fence that it is, and told to a detector of races.
void team_call(Team &team, const coll::CollectiveArguments &call, const TeamData &data);
// At once.
void team_run(Team &team, const coll::CollectiveArguments &call, const TeamData &data);
void team_run_unchecked(Team &team, coll::CollectiveArguments call, const TeamData &data); // by agreement.h
void team_run(Team &team, coll::CollectiveArguments call, const TeamData &data,
              coll::Choice choice); // for measuring: all with the same choice
// A schedule of the caller's; places are set.
void team_carry(Team &team, coll::Operation &operation);
// Later. Not ok: no memory.
Status team_start(Team &team, coll::CollectiveArguments call, const TeamData &data, TeamRequest **request);
// True: it is over, and the request is gone.
bool team_test(TeamRequest *request);
void team_wait(TeamRequest *request);

// A barrier in two halves: who has arrived goes on, and leaves when all have arrived. In between
// the member does nothing else with this team.
struct SplitBarrier {
    std::uint64_t number = 0;       // in shared lines
    TeamRequest *request = nullptr; // or by messages
};
void team_barrier_arrive(Team &team, SplitBarrier &barrier);
void team_barrier_leave(Team &team, SplitBarrier &barrier);

// Moves on what the calling thread has under way, with the messages that polls have taken. True:
// something was done.
bool team_progress();
// The calling thread ends; or it parks in a wait for `thread` (runtime/world/deadlock_check.h).
// False: not all is said, as messages are refused at the moment. Then it is to be called again.
void team_thread_ends();
[[nodiscard]] bool team_parks(unsigned thread, std::uint64_t operation);
// The same for a thread that waits for long in its latest barrier of that kind.
[[nodiscard]] bool team_in_barrier(JobBarrier which);
// A meeting of all threads begins, is over.
void team_meeting(bool begins);
// Waits until the operation, begun by the caller, is done.
void team_finish(Team &team, coll::Operation &operation);

// ---- the parts ----

// The shared lines of a team on one node, for operations on arrays. Null: messages it is. All
// members call, and get the same answer.
coll::shm::Group *team_find_lines(Team &team);
inline coll::shm::Group *team_lines(Team &team) {
    return __builtin_expect(team.lines.found != nullptr, 1) ? team.lines.found : team_find_lines(team);
}
// The shared lines that the calling thread's teams have, but those of all threads.
struct LinesVisitor {
    void (*visit)(coll::shm::Group &lines, void *context);
    void *context;
};
void team_visit_lines(const LinesVisitor &visitor);
// Does an operation of a team on one node through shared lines, or says no: short ones, and those
// on symmetric memory. All members get the same answer.
bool team_run_on_node(Team &team, const coll::CollectiveArguments &call, const TeamData &data);
// Gives the shared lines back, which no member uses any more.
void team_free_lines(Team &team);

// Writes shape and route; ranks are there. False: no memory.
bool team_find_topology(Team &team);
void team_enter(Team &team, std::uint32_t id); // the thread's list of teams
void team_leave(Team &team);
Team *team_with_id(std::uint32_t id); // null: not entered
// The next number for a team that the calling thread has not used.
std::uint32_t team_next_id();
void team_used_id(std::uint32_t id);

} // namespace polder::team

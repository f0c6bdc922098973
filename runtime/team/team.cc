// The teams of a thread and their operations: who holds them, who moves them on, and how a thread
// waits for one; see team.h.
#include "runtime/team/team.h"

#include "runtime/am/node.h"
#include "runtime/barrier/barrier.h"
#include "runtime/coll/algorithms/compose.h"
#include "runtime/coll/select/tuning.h"
#include "runtime/core/job.h"
#include "runtime/sync/give_way.h"
#include "runtime/team/agreement.h"

#include <cstdlib>
#include <cstring>
#include <new>

namespace polder::team {

using namespace coll;
namespace {

// Of a UPC thread. What came for a team that it has not entered yet is kept. Invariant (one system
// thread at a time). Only the holder looks at or changes teams, their engines and their operations.
// Other system threads of the UPC thread (an I/O worker, one of OpenMP's) come here too, by any
// wait of theirs. Nobody waits while it holds. A combining function of the program runs inside, so
// that function must not come back. Where the process has one thread, holding is a store. Held by
// tests/unit/runtime/team/team.cc.
struct Teams {
    Team *first;
    Team *world;
    Arrival *early;
    std::uint32_t next_id;
    std::atomic<const void *> holder; // the system thread, by where its thread-local data lie
    std::atomic<bool> waiting;        // one is in team_finish, which does all itself
    bool waiting_for_all;             // there, in an operation of all threads
    bool meeting;                     // of all threads
    std::uint64_t meetings;
};
POLDER_PRIVATE Teams own_teams = {};

constexpr int misuse_code = 1;

bool try_hold(Teams &teams) {
    const void *nobody = nullptr;
    if (am::am_shared())
        return teams.holder.compare_exchange_strong(nobody, system_thread(), std::memory_order_acquire);
    if (teams.holder.load(std::memory_order_relaxed)) return false;
    teams.holder.store(system_thread(), std::memory_order_relaxed);
    return true;
}
void let_go(Teams &teams) {
    teams.holder.store(nullptr, std::memory_order_release);
}
void expect_not_inside(const Teams &teams) {
    if (teams.holder.load(std::memory_order_relaxed) == system_thread())
        job_fail(misuse_code, "collective operation inside a function that another one calls");
}
class Hold {
public:
    explicit Hold(Teams &teams) : teams_(teams) {
        for (unsigned turn = 0; !try_hold(teams); ++turn) {
            expect_not_inside(teams);
            sync::wait_turn(turn);
        }
    }
    ~Hold() { let_go(teams_); }
    Hold(const Hold &) = delete;
    Hold &operator=(const Hold &) = delete;

private:
    Teams &teams_;
};

Team *find(const Teams &teams, std::uint32_t id) {
    for (Team *team = teams.first; team; team = team->next)
        if (team->id == id) return team;
    return nullptr;
}

void deliver(Teams &teams, Arrival *arrival) {
    if (Team *team = find(teams, arrival->envelope.team)) return engine_arrive(team->engine, arrival);
    // News of a team that is gone; one that is still to come has sent its member nothing it could
    // have news of.
    if (arrival->envelope.kind == Envelope::Kind::begun) return std::free(arrival);
    arrival->next = teams.early;
    teams.early = arrival;
}

bool take_messages(Teams &teams) {
    Arrival *list = mailbox_take(mailbox_of_caller());
    const bool some = list != nullptr;
    while (Arrival *arrival = list) {
        list = arrival->next;
        deliver(teams, arrival);
    }
    return some;
}

// The rest of this part: by the holder.
bool busy(const Teams &teams) {
    for (Team *team = teams.first; team; team = team->next)
        if (team->engine.operations) return true;
    return false;
}

bool refused(const Teams &teams) {
    for (Team *team = teams.first; team; team = team->next)
        if (team->engine.refused) return true;
    return false;
}

bool move_all(Teams &teams) {
    bool some = take_messages(teams);
    for (Team *team = teams.first; team; team = team->next)
        if (team->engine.operations || team->engine.owing) some |= engine_progress(team->engine);
    return some;
}

// By anybody; nothing if somebody else holds. Let system thread A move operations on here, while
// system thread B of the same UPC thread begins to wait in `rest`. B does not sleep for ever:
//   1. B sets `waiting` before it holds.
//   2. B holds after A: it sees what A has moved.
//   3. B held before A and found nothing. Then A sees `waiting` set while it holds, and sends an
//      event when it has let go. B has read the count of events before it held, so it does not
//      sleep.
bool move(Teams &teams) {
    if (!try_hold(teams)) return false;
    const bool some = move_all(teams);
    const bool overtook = teams.waiting.load(std::memory_order_relaxed); // set before a hold of the one who waits
    let_go(teams);
    if (overtook) mailbox_event_for_caller();
    return some;
}

// ---- in other waits ----

unsigned poll_in_wait() {
    Teams &teams = local(own_teams);
    return teams.first && !teams.waiting && move(teams);
}
bool pending_in_wait() {
    Teams &teams = local(own_teams);
    if (teams.waiting) return false;
    if (!try_hold(teams)) return true;
    const bool some = busy(teams);
    let_go(teams);
    return some;
}
const sync::WaitPolling in_waits = {poll_in_wait, pending_in_wait, nullptr, nullptr};

void make_world(Teams &teams) {
    transport_start();
    void *memory = std::malloc(sizeof(Team));
    if (!memory) job_fail(misuse_code, "teams: no memory");
    Team *world = new (memory) Team;
    world->size = threads();
    world->rank = mythread();
    world->ranks.assign_all(threads());
    if (!team_find_topology(*world)) job_fail(misuse_code, "teams: no memory");
    teams.world = world;
    teams.next_id = 1;
    team_enter(*world, 0);
    sync::wait_setup.teams.store(&in_waits, std::memory_order_release);
}

void set_up(Team &team, Operation &operation, CollectiveArguments &call, const TeamData &data, const Choice *choice) {
    call.element = 1;
    if (data.combine) {
        operation.combine = *data.combine;
        call.element = data.combine->element;
        call.ordered = data.combine->ordered;
    }
    operation.signature = collective_signature(call);
    const TuningQuestion question = tuning_question(team.topology, call);
    schedule_write(operation.schedule, team.topology, call,
                   choice ? tuning_possible(*choice, question) : tuning_choose(tuning_of_job(), question));
    operation.buffer[static_cast<unsigned>(Buffer::in)] = static_cast<char *>(const_cast<void *>(data.in));
    operation.buffer[static_cast<unsigned>(Buffer::out)] = static_cast<char *>(data.out);
}

void run(Team &team, CollectiveArguments &call, const TeamData &data, const Choice *choice) {
    Operation operation(am_transport.eager);
    set_up(team, operation, call, data, choice);
    team_carry(team, operation);
}

// Waits until there may be something to do.
void rest(Teams &teams, const Team &team, const Operation &operation) {
    bool full;
    {
        const Hold hold(teams);
        full = refused(teams);
    }
    if (full) { // room comes without a word
        if (!am::am_poll() && !sync::wait_poll_network()) sync::give_way();
        return;
    }
    Mailbox &mailbox = mailbox_of_caller();
    const bool network = nodes() > 1;
    const std::uint32_t seen = mailbox.events.load(std::memory_order_acquire);
    {
        // Not `move`: another system thread may be at it, and has taken what this one would sleep
        // for.
        const Hold hold(teams);
        if (move_all(teams) || operation.done) return;
    }
    const auto ready = [&] {
        return mailbox.head.load(std::memory_order_acquire) || mailbox.events.load(std::memory_order_acquire) != seen;
    };
    for (unsigned i = sync::wait_setup.spins; i; --i) {
        if (ready()) return;
        if (network) sync::wait_poll_network();
        if (!am::am_poll()) sync::cpu_pause();
    }
    const Step &step = operation.schedule[operation.at];
    const unsigned peer = step.peer < team.size ? team_thread(team, step.peer) : no_peer;
    sync::wait_slowly(
        mailbox_point_of_caller(), {WaitKind::collective, operation.number, peer, network}, sync::wait_all_groups,
        [](void *context) { return (*static_cast<decltype(ready) *>(context))(); },
        const_cast<void *>(static_cast<const void *>(&ready)));
}

} // namespace

Team &team_world() {
    Teams &teams = local(own_teams);
    if (__builtin_expect(!teams.world, 0)) make_world(teams);
    return *teams.world;
}

void team_enter(Team &team, std::uint32_t id) {
    Teams &teams = local(own_teams);
    const Hold hold(teams);
    team.id = id;
    engine_open(team.engine, am_transport, &team.route, id, team.rank);
    team.next = teams.first;
    teams.first = &team;
    Arrival *list = teams.early;
    teams.early = nullptr;
    while (Arrival *arrival = list) {
        list = arrival->next;
        deliver(teams, arrival);
    }
}

void team_leave(Team &team) {
    Teams &teams = local(own_teams);
    const Hold hold(teams);
    Team **link = &teams.first;
    while (*link != &team)
        link = &(*link)->next;
    *link = team.next;
    engine_close(team.engine);
}

Team *team_with_id(std::uint32_t id) {
    Teams &teams = local(own_teams);
    const Hold hold(teams);
    return find(teams, id);
}

std::uint32_t team_next_id() {
    return local(own_teams).next_id;
}
void team_used_id(std::uint32_t id) {
    local(own_teams).next_id = id + 1;
}

bool team_progress() {
    Teams &teams = local(own_teams);
    if (!teams.first || teams.waiting) return false;
    const race::RaceHush hush;
    return move(teams);
}

namespace {

// Moves what can be moved; whether the operation is done then.
bool turn(Teams &teams, const Operation &operation, bool *some) {
    const Hold hold(teams);
    *some = move_all(teams);
    return operation.done;
}

Status start(Team &team, Operation &operation) {
    Teams &teams = local(own_teams);
    const Hold hold(teams);
    const Status status = engine_start(team.engine, operation);
    if (is_ok(status) && &team == teams.world) transport_begin(operation.number, operation.signature);
    return status;
}

} // namespace

void team_finish(Team &team, Operation &operation) {
    Teams &teams = local(own_teams);
    expect_not_inside(teams);
    teams.waiting = true;
    teams.waiting_for_all = &team == teams.world;
    bool some;
    while (!turn(teams, operation, &some)) {
        if (!some) rest(teams, team, operation);
        am::am_poll();
    }
    teams.waiting = teams.waiting_for_all = false;
}

void team_visit_lines(const LinesVisitor &visitor) {
    Teams &teams = local(own_teams);
    if (!teams.first) return;
    const Hold hold(teams);
    for (Team *team = teams.first; team; team = team->next)
        if (team->lines.state == TeamLines::State::there) visitor.visit(team->lines.group, visitor.context);
}

void team_thread_ends() {
    const Teams &teams = local(own_teams);
    transport_end(Counted::operations, teams.world ? teams.world->engine.begun : 0);
    transport_end(Counted::meetings, teams.meetings);
    transport_end(Counted::internal, barrier::barrier_number(JobBarrier::internal));
}

namespace {

// For what waits for all threads. Everybody asks the next one, so whoever does not come is asked by
// one of those who wait.
bool ask_next(Counted what, std::uint64_t number) {
    return transport_ask(mythread() + 1 < threads() ? mythread() + 1 : 0, what, number, 0);
}

} // namespace

bool team_parks(unsigned thread, std::uint64_t operation) {
    const Teams &teams = local(own_teams);
    bool asked = true;
    if (teams.waiting_for_all && thread != no_peer)
        asked = transport_ask(thread, Counted::operations, operation,
                              teams.world->engine.signatures[operation % operation_window]);
    if (teams.meeting) asked = ask_next(Counted::meetings, teams.meetings) && asked;
    return asked;
}

bool team_in_barrier(JobBarrier which) {
    const Teams &teams = local(own_teams);
    const std::uint64_t internal = barrier::barrier_number(JobBarrier::internal);
    transport_in_barrier(Counted::operations, teams.world ? teams.world->engine.begun : 0, which);
    transport_in_barrier(Counted::meetings, teams.meetings, which);
    transport_in_barrier(Counted::internal, internal, which);
    return which != JobBarrier::internal || nodes() == 1 || ask_next(Counted::internal, internal);
}

void team_meeting(bool begins) {
    Teams &teams = local(own_teams);
    teams.meeting = begins;
    teams.meetings += begins;
}

void team_carry(Team &team, Operation &operation) {
    if (start(team, operation) != Status::ok)
        job_fail(misuse_code, "collective operation of a team of %u: no memory", team.size);
    team_finish(team, operation);
    operation_end(operation);
}

void team_run(Team &team, const CollectiveArguments &call, const TeamData &data) {
    if (team_run_on_node(team, call, data)) return;
    if (__builtin_expect(agreement_wanted(), 0)) agreement_check(team, call, data);
    team_run_unchecked(team, call, data);
}
void team_run_unchecked(Team &team, CollectiveArguments call, const TeamData &data) {
    run(team, call, data, nullptr);
}
void team_run(Team &team, CollectiveArguments call, const TeamData &data, Choice choice) {
    run(team, call, data, &choice);
}

Status team_start(Team &team, CollectiveArguments call, const TeamData &data, TeamRequest **request) {
    void *memory = std::malloc(sizeof(TeamRequest));
    if (!memory) return Status::no_memory;
    auto *made = new (memory) TeamRequest(team);
    set_up(team, made->operation, call, data, nullptr);
    if (start(team, made->operation) != Status::ok) {
        made->~TeamRequest();
        std::free(made);
        return Status::no_memory;
    }
    *request = made;
    am::am_poll();
    team_progress();
    return Status::ok;
}

namespace {
void request_end(TeamRequest *request) {
    operation_end(request->operation);
    if (request->finish) request->finish(request->finished);
    request->~TeamRequest();
    std::free(request);
}
} // namespace

bool team_test(TeamRequest *request) {
    am::am_poll();
    bool some;
    if (!turn(local(own_teams), request->operation, &some)) return false;
    request_end(request);
    return true;
}

void team_wait(TeamRequest *request) {
    team_finish(request->team, request->operation);
    request_end(request);
}

} // namespace polder::team

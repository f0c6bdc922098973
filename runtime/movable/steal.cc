// Thieves. On the node a thread looks at the others by distance, and takes half of what the first
// one offers. The first thread of a node also asks other nodes, one at random, by a message to its
// first thread. The handler there takes from a thread that offers something, and answers with the
// tasks. So one message brings what all threads of the thief's node then share out.
//
// Rules.
//   S1 One question of a thread is under way at most: `mail` is `asked` from the message to its
//      answer. The answer's handler may run in another thread of the process. It writes the tasks,
//      then `mail`, a release.
//   S2 A task that travels is spawned and not finished, so nobody takes the run for over meanwhile.
//      A thread leaves the run when no question of its own is under way.
#include "runtime/am/am.h"
#include "runtime/core/start_hooks.h"
#include "runtime/locality/locality.h"
#include "runtime/movable/messages.h"
#include "runtime/movable/pool.h"
#include "runtime/race/race.h"

namespace polder::movable {
namespace {

constexpr std::size_t most_bytes = most_taken * sizeof(Record);
static_assert(most_bytes <= am::am_max_medium);

void on_steal(am::AmMessage &message) {
    Record records[most_taken];
    const unsigned first = control().shape.first;
    std::uint32_t count = 0;
    for (unsigned i = 0; !count && i < node_threads(); ++i) {
        Home &victim = home_of(first + i);
        count = take_half(victim, local(own_tasks).top.mask, records);
        if (!count) ask(victim);
    }
    const std::uint64_t words[1] = {count};
    am::am_reply(message, {handle_stolen, words, 1, count ? records : nullptr, count * sizeof(Record)});
}

void on_stolen(am::AmMessage &message) {
    Home &home = home_of(message.to);
    home.mail_count = static_cast<std::uint32_t>(message.arguments[0]);
    if (home.mail_count) __builtin_memcpy(home.mailed, message.payload, home.mail_count * sizeof(Record));
    home.mail.store(Mail::arrived, std::memory_order_release);
}

void start() {
    am::am_register(handle_steal, on_steal);
    am::am_register(handle_stolen, on_stolen);
}
POLDER_AT_START(start);

void question_send(Own &own) {
    const unsigned node = (mynode() + 1 + next_random(own) % (nodes() - 1)) % nodes();
    own.top.home->mail.store(Mail::asked, std::memory_order_relaxed);
    if (am::am_request(node_first(node), {handle_steal}, most_bytes) != Status::ok)
        own.top.home->mail.store(Mail::none, std::memory_order_relaxed);
}

} // namespace

bool steal_near(Own &own) {
    Record records[most_taken];
    for (unsigned i = 0; i + 1 < node_threads(); ++i) {
        Home &victim = home_of(own.victims[i]);
        const std::uint32_t count = take_half(victim, own.top.mask, records);
        if (!count) continue;
        race::race_take(&victim);
        ++own.counts.near_steals;
        ++own.counts.steals_at[locality::locality_distance(mythread(), own.victims[i])];
        accept(own, records, count);
        return true;
    }
    return false;
}

bool steal_far(Own &own) {
    if (nodes() == 1 || mythread() != control().shape.first) return false;
    Home &home = *own.top.home;
    const Mail mail = home.mail.load(std::memory_order_acquire);
    if (mail == Mail::asked) return false;
    home.mail.store(Mail::none, std::memory_order_relaxed);
    if (mail == Mail::arrived && home.mail_count) {
        ++own.counts.far_steals;
        ++own.counts.steals_at[POLDER_LEVEL_JOB];
        accept(own, home.mailed, home.mail_count);
        return true;
    }
    question_send(own);
    return false;
}

} // namespace polder::movable

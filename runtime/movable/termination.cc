// The end of a run, without a lock: each thread counts the tasks it has spawned and those it has
// finished. Both counts only rise, and a task that spawns another one has not finished.
//
// Rule. Somebody adds up the finished counts of all threads, F, and after that all spawned counts,
// S. If F is S, the run is over.
//
// Proof. Let t be a moment between the two sums.
//   1. Counts rise, so at t at least F tasks were finished, and at most S were spawned.
//   2. No more are finished than were spawned. So with F = S both are equal at t, and no task was
//      waiting, travelling or running. Only tasks spawn, once all have entered (the barrier at the
//      start of a run). So nothing comes later.
//   3. Reads in F acquire what a finishing thread released. So S counts what finished tasks
//      spawned, whatever order the machine gives the rest.
//
// On one node each idle thread adds. Over nodes thread 0 alone does, when it is idle. It asks the
// first thread of every node for F. When all have answered it asks for S. Answers are causally
// behind questions, so there is a t. While thread 0 runs a task, the run is not over.
//
// Sleep. Threads of a job of one node sleep where they find nothing. Before that they ask all
// others for tasks (runtime/task/steal.cc has the argument). Whoever finds the run over wakes all.
// The last to finish a task comes here, so somebody finds it. Threads of several nodes look on.
#include "runtime/am/am.h"
#include "runtime/core/start_hooks.h"
#include "runtime/movable/messages.h"
#include "runtime/movable/pool.h"

namespace polder::movable {
namespace {

enum What : std::uint64_t { what_finished, what_spawned };

std::uint64_t node_sum(What what) {
    std::uint64_t sum = 0;
    for (unsigned i = 0; i < node_threads(); ++i) {
        const Home &home = home_of(control().shape.first + i);
        sum += (what == what_finished ? home.finished : home.spawned).load(std::memory_order_acquire);
    }
    return sum;
}

void say_over(std::uint64_t run) {
    Home &home = node_home();
    home.over.store(run, std::memory_order_seq_cst);
    sync::wait_signal(home.point);
}

bool is_said_over(const Own &own) {
    return node_home().over.load(std::memory_order_acquire) == own.run;
}

// True: another thread of the node offers tasks.
bool ask_node(const Own &own) {
    for (unsigned i = 0; i + 1 < node_threads(); ++i) {
        Home &other = home_of(own.victims[i]);
        if (has_public(other)) return true;
        ask(other);
    }
    return false;
}

// ---- several nodes ----

void on_question(am::AmMessage &message) {
    const std::uint64_t words[1] = {node_sum(static_cast<What>(message.arguments[0]))};
    am::am_reply(message, {handle_answer, words, 1});
}

void on_answer(am::AmMessage &message) {
    Home &home = home_of(message.to);
    home.answers_sum.fetch_add(message.arguments[0], std::memory_order_relaxed);
    home.answers_missing.fetch_sub(1, std::memory_order_release);
}

void on_over(am::AmMessage &message) {
    say_over(message.arguments[0]);
}

void start() {
    am::am_register(handle_question, on_question);
    am::am_register(handle_answer, on_answer);
    am::am_register(handle_over, on_over);
}
POLDER_AT_START(start);

void tell_nodes(unsigned handler, std::uint64_t word) {
    for (unsigned node = 1; node < nodes(); ++node)
        am::am_request_wait(node_first(node), {handler, &word, 1});
}

void question_begin(Own &own, What what) {
    Home &home = *own.top.home;
    home.answers_missing.store(nodes() - 1, std::memory_order_relaxed);
    home.answers_sum.store(node_sum(what), std::memory_order_relaxed);
    own.question = 1 + static_cast<unsigned>(what);
    tell_nodes(handle_question, what);
}

// A turn of thread 0.
void question_go_on(Own &own) {
    if (own.question && own.top.home->answers_missing.load(std::memory_order_acquire)) return;
    const std::uint64_t sum = own.top.home->answers_sum.load(std::memory_order_relaxed);
    if (own.question == 1 + what_finished) {
        own.finished_then = sum;
        return question_begin(own, what_spawned);
    }
    if (own.question && sum == own.finished_then) {
        own.question = 0;
        tell_nodes(handle_over, own.run);
        return say_over(own.run);
    }
    question_begin(own, what_finished);
}

bool far_turn(Own &own) {
    if (mythread() == 0 && !is_said_over(own)) question_go_on(own);
    ask_node(own);
    for (unsigned turn = 0; turn < 8; ++turn) {
        if (is_said_over(own)) return own.top.home->mail.load(std::memory_order_acquire) != Mail::asked; // S2
        if (own.top.home->mail.load(std::memory_order_acquire) == Mail::arrived) return false;
        if (!sync::wait_poll() && !sync::wait_poll_network()) sync::wait_turn(turn);
    }
    return false;
}

} // namespace

bool run_is_over(Own &own) {
    if (nodes() > 1) return far_turn(own);
    const auto ready = [&] {
        if (is_said_over(own) || ask_node(own)) return true;
        const std::uint64_t finished = node_sum(what_finished);
        return finished == node_sum(what_spawned);
    };
    sync::wait_until(node_home().point, {WaitKind::task}, ready);
    if (is_said_over(own)) return true;
    const std::uint64_t finished = node_sum(what_finished);
    if (finished != node_sum(what_spawned)) return false;
    say_over(own.run);
    return true;
}

} // namespace polder::movable

// Random messages between all threads of a job. Every content is derived from one number that
// travels with it, so each handler can tell whether it got exactly what was sent. Counts of what
// was sent, run and answered stand in shared memory.
#pragma once

#include "runtime/am/am.h"
#include "runtime/am/brief.h"
#include "runtime/am/inbox.h"
#include "tests/unit/runtime/job_fixture.h"

#include <random>

namespace polder::test {

enum Handler : unsigned { take_request, take_reply, pass_on, count_only, echo, echoed };

struct alignas(64) TrafficLine {             // of a thread
    std::atomic<std::uint64_t> ran, ran_sum; // requests to it
    std::atomic<std::uint64_t> answered, answered_sum;
    std::atomic<std::uint64_t> hops;
    std::atomic<std::uint64_t> long_under_way;
    std::atomic<std::uint64_t> meant, meant_sum; // requests others have sent to it
    sync::WaitPoint point;
};
inline constexpr std::size_t landing_bytes = 16384;

// In thread 0's segment; where there are several nodes, in memory that all of them share, which
// jobs do not have.
inline TrafficLine *all_lines = nullptr;

// Of any thread, as the calling node casts global addresses.
inline char *static_of(unsigned thread) {
    return static_cast<char *>(near_pointer(ga_of_segment(thread))) + segment_static_offset();
}
inline TrafficLine &line(unsigned thread) {
    return (all_lines ? all_lines : reinterpret_cast<TrafficLine *>(static_of(0)))[thread];
}

// All threads of the job meet, polling.
inline void meet() {
    if (!all_lines) return polder_barrier(0, 0);
    TrafficLine &meeting = all_lines[threads()];
    const std::uint64_t turn = meeting.hops.load();
    if (meeting.ran.fetch_add(1) + 1 == threads()) {
        meeting.ran.store(0);
        meeting.hops.fetch_add(1);
    }
    while (meeting.hops.load() == turn)
        if (!am::am_poll()) sched_yield();
}
inline char *landing(unsigned to, unsigned from) {
    return static_of(to) + 65536 + from * landing_bytes;
}

// What seed says a message is: argument k is mix(seed + k), the payload is bytes of mix(seed).
inline std::uint64_t mix(std::uint64_t x) {
    x = (x ^ x >> 31) * 0x9e3779b97f4a7c15u;
    return x ^ x >> 29;
}
inline void fill(char *data, std::size_t bytes, std::uint64_t seed) {
    for (std::size_t i = 0; i < bytes; ++i)
        data[i] = static_cast<char>(mix(seed) >> i % 57);
}
inline void expect_payload(const am::AmMessage &message, std::uint64_t seed) {
    const char *data = static_cast<const char *>(message.payload);
    for (std::size_t i = 0; i < message.bytes; ++i)
        REQUIRE(data[i] == static_cast<char>(mix(seed) >> i % 57));
}
inline void expect_arguments(const am::AmMessage &message, std::uint64_t seed) {
    for (unsigned k = 1; k < message.argument_count; ++k)
        REQUIRE(message.arguments[k] == mix(seed + k));
}

enum Answer : std::uint64_t { none, brief, inline_payload, full_room, long_payload };
inline constexpr std::size_t sizes[] = {0, 1, 8, 24, 25, 136, 137, 4096, 4097, 10000, 65536};

// The seed's last digits say which answer is wanted, and how much room there is.
struct Wish {
    Answer answer;
    std::size_t bytes;
};
inline Wish wish_of(std::uint64_t seed) {
    const std::uint64_t how = mix(seed ^ 77);
    const Answer answer = static_cast<Answer>(how % 5);
    if (answer == inline_payload) return {answer, how >> 8 & 15};
    if (answer == full_room) return {answer, sizes[(how >> 8) % std::size(sizes)]};
    return {answer, answer == long_payload ? (how >> 8) % landing_bytes : 0};
}

inline void handle_request(am::AmMessage &message) {
    const std::uint64_t seed = message.arguments[0];
    REQUIRE(on_node(message.to) && message.from < threads() && message.reply);
    REQUIRE(control().shape.process_of(message.to) == job_process);
    expect_arguments(message, seed);
    expect_payload(message, seed);
    TrafficLine &own = line(message.to);
    own.ran.fetch_add(1, std::memory_order_relaxed);
    own.ran_sum.fetch_add(seed, std::memory_order_relaxed);
    const Wish wish = wish_of(seed);
    if (wish.answer == none) return;
    static thread_local char data[am::am_max_medium];
    fill(data, wish.bytes, seed);
    std::uint64_t arguments[am::am_max_arguments] = {seed};
    const unsigned count = 1 + static_cast<unsigned>(mix(seed) % (wish.answer == inline_payload ? 3 : 16));
    for (unsigned k = 1; k < count; ++k)
        arguments[k] = mix(seed + k);
    am::AmContent content = {take_reply, arguments, count, data, wish.bytes};
    if (wish.answer == long_payload) content.landing = landing(message.from, message.from);
    if (content.is_short() && seed & 2 && am::brief_reply(message, {take_reply, count - 1, seed, arguments + 1}))
        return;
    am::am_reply(message, content);
}

inline void handle_reply(am::AmMessage &message) {
    const std::uint64_t seed = message.arguments[0];
    REQUIRE(!message.reply && on_node(message.to) && control().shape.process_of(message.to) == job_process);
    const Wish wish = wish_of(seed);
    REQUIRE(message.bytes == wish.bytes);
    expect_arguments(message, seed);
    expect_payload(message, seed);
    TrafficLine &own = line(message.to);
    own.answered_sum.fetch_add(seed, std::memory_order_relaxed);
    if (own.long_under_way.load() == seed) own.long_under_way.store(0);
    own.answered.fetch_add(1, std::memory_order_seq_cst);
    sync::wait_signal_after_rmw(own.point);
}

// One random request: short, medium or long, to anybody. Nothing is sent while a long one of this
// thread is under way that would take its landing place.
struct Sent {
    std::uint64_t answers = 0, answer_sum = 0;
};
inline void send_random(std::mt19937_64 &random, std::size_t longest, Sent *sent) {
    const unsigned me = mythread(), to = static_cast<unsigned>(random() % threads());
    std::uint64_t seed = random() | 1;
    TrafficLine &own = line(me);
    const bool is_long = random() % 8 == 0 && !own.long_under_way.load();
    Wish wish = wish_of(seed);
    while (wish.answer == long_payload || wish.bytes > longest || (is_long && wish.answer == none)) {
        seed = random() | 1;
        if (is_long && wish_of(seed).answer == long_payload) break; // both ways: the reply frees both places
        wish = wish_of(seed);
    }
    wish = wish_of(seed);
    std::uint64_t arguments[am::am_max_arguments] = {seed};
    const unsigned count = 1 + static_cast<unsigned>(random() % 16);
    for (unsigned k = 1; k < count; ++k)
        arguments[k] = mix(seed + k);
    static thread_local char data[am::am_max_medium];
    std::size_t bytes = is_long ? random() % landing_bytes : random() % 2 ? 0 : sizes[random() % std::size(sizes)];
    if (bytes > longest) bytes = longest;
    fill(data, bytes, seed);
    am::AmContent content = {take_request, arguments, count, data, bytes};
    if (is_long) {
        own.long_under_way.store(seed);
        content.landing = landing(to, me);
    }
    if (wish.answer != none) {
        ++sent->answers;
        sent->answer_sum += seed;
    }
    line(to).meant_sum.fetch_add(seed, std::memory_order_relaxed);
    line(to).meant.fetch_add(1, std::memory_order_relaxed);
    const bool may_be_brief = content.is_short() && wish.answer != full_room && random() % 2;
    if (may_be_brief && am::brief_request(to, {take_request, count - 1, seed, arguments + 1})) return;
    am::am_request_wait(to, content, wish.answer == full_room ? wish.bytes : 0);
}

// Until all answers are there, and then all requests of everybody have run.
inline void finish_random(const Sent &sent) {
    TrafficLine &own = line(mythread());
    am::am_wait(own.point, {WaitKind::message},
                [&] { return own.answered.load(std::memory_order_acquire) >= sent.answers; });
    REQUIRE(own.answered.load() == sent.answers && own.answered_sum.load() == sent.answer_sum);
    meet(); // everybody has sent everything
    while (own.ran.load() < own.meant.load())
        if (!am::am_poll()) sched_yield();
    meet();
    REQUIRE(own.ran.load() == own.meant.load() && own.ran_sum.load() == own.meant_sum.load());
    meet();
}

inline void random_traffic(unsigned requests, std::size_t longest) {
    std::mt19937_64 random(mythread() + 1);
    Sent sent;
    for (std::uint64_t i = 0; i < std::uint64_t{requests} * stress(); ++i)
        send_random(random, longest, &sent);
    finish_random(sent);
}

// With the layer started.
inline JobOptions with_messages(JobOptions options, bool park_at_once = false) {
    options.before_threads = [park_at_once](unsigned) {
        am::am_register(take_request, handle_request);
        am::am_register(take_reply, handle_reply);
        am::am_start();
        if (!park_at_once) return;
        sync::wait_setup.spins = 1;
        sync::wait_setup.yield_ns = 0;
    };
    return options;
}

} // namespace polder::test

// The lanes of a process with several system threads (runtime/am/lane_section.h). One thread owns
// them and pays no locked instruction for a message, whatever stands beside it. Then another one
// takes messages or sends some, at each step of what the owner does. Each comes exactly once.
#define POLDER_TEST_DELAYS
#include "runtime/am/am.cc"
#include "runtime/am/handler_guard.cc"
#include "runtime/am/lane.cc"
#include "runtime/am/poll.cc"
#include "runtime/am/slabs.cc"
#include "runtime/am/sleep.cc"
#include "runtime/core/biased_lock.cc"

#include "tests/support/steps.h"
#include "tests/unit/runtime/am/am_traffic.h"

#include <memory>
#include <thread>
#include <utility>

using namespace polder;
using namespace polder::test;
using polder::tests::steps;

namespace {

bool has_end; // the echo answers
bool is_long; // what is sent does not fit the brief form
POLDER_PRIVATE std::uint64_t sent_so_far = 0;

void answer(am::AmMessage &message) {
    TrafficLine &own = line(message.to);
    own.ran_sum.fetch_add(message.arguments[0], std::memory_order_relaxed);
    own.ran.fetch_add(1, std::memory_order_release);
    const std::uint64_t words[] = {message.arguments[0], message.argument_count, 7, 7, 7, 7, 7, 7};
    if (has_end) am::am_reply(message, {echoed, words, is_long ? 8u : 2u});
}
void count(am::AmMessage &message) {
    TrafficLine &own = line(message.to);
    own.answered_sum.fetch_add(message.arguments[0], std::memory_order_relaxed);
    own.answered.fetch_add(1, std::memory_order_release);
}

// A message lies in an inbox as soon as it was sent. So it is lost if both sides have polled often
// without it. Thread 1 counts its polls in `hops`.
class Patience {
public:
    void turn(bool found) {
        if (found) {
            *this = {};
            return;
        }
        REQUIRE(++vain_ < enough || line(1).hops.load() - there_ < enough);
        sched_yield();
    }

private:
    static constexpr unsigned enough = 10000;
    std::uint64_t there_ = line(1).hops.load();
    unsigned vain_ = 0;
};
void poll_counted() {
    const unsigned found = am::am_poll();
    line(1).hops.fetch_add(1);
    if (!found) sched_yield();
}

void send(unsigned to) {
    const std::uint64_t words[] = {++local(sent_so_far), 5};
    const char bytes[8] = "payload";
    if (is_long)
        am::am_request_wait(to, {echo, words, 2, bytes, sizeof bytes});
    else
        am::am_request_wait(to, {echo, words, 2});
}
void round_trip(unsigned to) {
    TrafficLine &own = line(mythread());
    TrafficLine &there = line(to);
    const std::uint64_t ran = there.ran.load(), answered = own.answered.load();
    send(to);
    Patience patience;
    while (there.ran.load(std::memory_order_acquire) == ran ||
           (has_end && own.answered.load(std::memory_order_acquire) == answered))
        patience.turn(am::am_poll());
}
void trips_came_once(unsigned to, std::uint64_t trips) {
    REQUIRE(local(sent_so_far) == trips);
    REQUIRE(line(to).ran.load() == trips && line(to).ran_sum.load() == trips * (trips + 1) / 2);
    if (has_end) REQUIRE(line(mythread()).answered_sum.load() == trips * (trips + 1) / 2);
}

void all_came_once(unsigned to) {
    const std::uint64_t trips = local(sent_so_far);
    Patience patience;
    while (line(to).ran.load(std::memory_order_acquire) < trips ||
           (has_end && line(mythread()).answered.load(std::memory_order_acquire) < trips))
        patience.turn(am::am_poll());
    trips_came_once(to, trips);
}

// A second system thread of the UPC thread. It does one turn whenever it is asked to, and waits for
// nobody in it.
class Helper {
public:
    explicit Helper(void (*turn)())
        : thread_([this, turn, delta = polder_delta] {
              polder_delta = delta;
              for (unsigned done = 0;; ++done) {
                  while (asked_.load(std::memory_order_acquire) == done)
                      sched_yield();
                  if (stops_) return;
                  turn();
                  done_.store(done + 1, std::memory_order_release);
              }
          }) {}
    ~Helper() {
        stops_ = true;
        asked_.fetch_add(1, std::memory_order_release);
        thread_.join();
    }
    void run() {
        const unsigned turn = asked_.fetch_add(1, std::memory_order_release) + 1;
        while (done_.load(std::memory_order_acquire) != turn)
            sched_yield();
    }

private:
    std::atomic<unsigned> asked_{0}, done_{0};
    bool stops_ = false;
    std::thread thread_;
};
Helper *helper;
void take_turn() {
    helper->run();
}

JobOptions two_processes() {
    JobOptions options;
    options.threads = options.processes = 2;
    options.before_threads = [](unsigned) {
        am::am_register(echo, answer);
        am::am_register(echoed, count);
        am::am_start();
    };
    return options;
}

std::uint64_t locks() {
    return am::am_counts().locks;
}

// Thread 1 serves until thread 0 says that it is done.
void serve() {
    while (!line(0).hops.load(std::memory_order_acquire))
        poll_counted();
}
void served() {
    line(0).hops.store(1, std::memory_order_release);
}

// ---- what a second thread costs ----

void no_locks(unsigned me) {
    const Helper idle([] {});
    polder_barrier(0, 0);
    const std::uint64_t before = locks();
    if (me == 0) {
        for (unsigned i = 0; i < 1000; ++i)
            round_trip(1);
        trips_came_once(1, 1000);
        served();
    } else {
        serve();
    }
    REQUIRE(am::lane_sharing.state.load() == am::LaneState::biased);
    REQUIRE(locks() == before); // each message went by a lane: rings count locks
    polder_barrier(0, 0);
}

TEST(Sections, AnIdleThreadCostsNoLockedInstruction) {
    has_end = true;
    is_long = false;
    EXPECT_EQ(run_job(two_processes(), no_locks), 0);
}

// ---- a second thread at each step ----

void poll_turn() {
    am::am_poll();
}

// Of thread 0's helper. It does not wait: what is refused was not sent. It ends sending, as each
// message that comes back is a step again.
void send_turn() {
    if (local(sent_so_far) >= 200) return;
    const std::uint64_t words[] = {local(sent_so_far) + 1, 5};
    if (am::am_request(1, {echo, words, 2}) == Status::ok) ++local(sent_so_far);
}
void poll_and_send_turn() {
    am::am_poll();
    send_turn();
}

// At step k of the watched thread, or everywhere: its helper takes a turn.
struct Scenario {
    unsigned watched; // thread
    void (*turn)();
    bool is_locked;      // from before the first step on
    am::LaneState state; // of thread 0, if watched, once its helper has had a turn everywhere
    unsigned k;
    std::atomic<unsigned> *passed; // steps that there were; shared with the job's processes
};
Scenario scenario;

// The helper finds messages, until lanes are locked.
void lock_lanes() {
    const auto turn = std::exchange(scenario.turn, poll_turn);
    while (am::lane_sharing.state.load() != am::LaneState::locked) {
        const std::uint64_t answered = line(0).answered.load();
        send(1);
        while (line(0).answered.load(std::memory_order_acquire) == answered)
            helper->run();
    }
    scenario.turn = turn;
}

void step(unsigned me) {
    std::unique_ptr<Helper> mine;
    if (me == scenario.watched) mine = std::make_unique<Helper>([] { scenario.turn(); });
    helper = mine.get();
    polder_barrier(0, 0);
    const bool everywhere = mine && scenario.k == tests::Steps::every;
    if (me == 1) {
        for (std::uint64_t ran = 0; ran < 3; ran = line(1).ran.load()) // become the owner
            am::am_poll();
        if (mine) steps.begin(scenario.k, take_turn);
        while (line(1).ran.load() < 6)
            am::am_poll();
        steps.end();
        if (mine) scenario.passed->store(steps.passed);
        serve();
    } else {
        for (unsigned i = 0; i < 3; ++i)
            round_trip(1);
        if (scenario.is_locked) lock_lanes();
        if (mine) steps.begin(scenario.k, take_turn);
        for (unsigned i = 0; i < 3; ++i)
            round_trip(1);
        steps.end();
        if (mine) scenario.passed->store(steps.passed);
        for (unsigned i = 0; i < 20; ++i)
            round_trip(1);
        all_came_once(1);
        served();
    }
    if (everywhere && me == 0) REQUIRE(am::lane_sharing.state.load() == scenario.state);
    polder_barrier(0, 0);
}

void at_each_step(unsigned watched, void (*turn)(), am::LaneState state = am::LaneState::locked,
                  bool is_locked = false) {
    void *shared = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    auto *passed = new (shared) std::atomic<unsigned>(0);
    scenario = {watched, turn, is_locked, state, tests::Steps::every, passed};
    EXPECT_EQ(run_job(two_processes(), step), 0) << "at every step";
    EXPECT_GT(passed->load(), 5u);
    for (unsigned k = 1; k == 1 || passed->load() >= k - 1; ++k) {
        scenario.k = k;
        EXPECT_EQ(run_job(two_processes(), step), 0) << "at step " << k;
    }
    munmap(shared, 4096);
}

TEST(Sections, AnotherThreadTakesMessagesAtEachStepOfTheSender) {
    for (const bool form : {false, true}) {
        has_end = true;
        is_long = form;
        at_each_step(0, poll_turn);
    }
}

TEST(Sections, AnotherThreadTakesMessagesAtEachStepOfTheReceiver) {
    for (const bool form : {false, true}) {
        has_end = !form;
        is_long = form;
        at_each_step(1, poll_turn);
    }
}

// A thread beside the owner sends by rings, and leaves the lanes alone.
TEST(Sections, AnotherThreadSendsAtEachStepOfTheSender) {
    has_end = true;
    for (const bool form : {false, true}) {
        is_long = form;
        at_each_step(0, send_turn, am::LaneState::biased);
    }
}

// Both use the lanes from some step on, under a lock each.
TEST(Sections, AnotherThreadTakesAndSendsAtEachStepOfTheSender) {
    has_end = true;
    for (const bool form : {false, true}) {
        is_long = form;
        at_each_step(0, poll_and_send_turn);
    }
}

// Lanes are locked already, and nothing is under way. So both send by the same lane at one moment.
TEST(Sections, AnotherThreadSendsAtEachStepOfASenderByLockedLanes) {
    has_end = true;
    for (const bool form : {false, true}) {
        is_long = form;
        at_each_step(0, send_turn, am::LaneState::locked, true);
    }
}

} // namespace

// Active messages at full speed: random messages of all kinds, floods in both directions, chains
// that handlers carry on, back-pressure at exactly the promised numbers. Also waits that poll, what
// misuse says, and what messages cost those who do not use them.
#include "runtime/am/handler_guard.h"
#include "runtime/am/lane.h"

#include "tests/unit/runtime/am/am_traffic.h"

#include <array>
#include <sched.h>

using namespace polder;
using namespace polder::test;

namespace {

std::vector<JobOptions> jobs(std::initializer_list<unsigned> threads) {
    std::vector<JobOptions> list;
    for (unsigned count : threads)
        for (const JobOptions &options : mappings(count))
            list.push_back(with_messages(options));
    return list;
}

std::string name_of(const JobOptions &options) {
    return std::to_string(options.threads) + " threads, " + std::to_string(options.processes) + " processes";
}

// Every process has to be there before the first message: the first barrier of the job sees to
// that.
void run_all(std::initializer_list<unsigned> threads, const std::function<void(unsigned)> &body) {
    for (const JobOptions &options : jobs(threads))
        EXPECT_EQ(run_job(options, body), 0) << name_of(options);
}

// ---- exactly once, whole, answered ----

TEST(ActiveMessages, RandomKindsAndSizes) {
    run_all({2, 3, 5}, [](unsigned) { random_traffic(1500, am::am_max_medium); });
}

TEST(ActiveMessages, RandomSmall) {
    run_all({1, 2, 3, 4, 7}, [](unsigned) { random_traffic(60000 / threads(), 137); });
}

// ---- floods ----

void count_one(am::AmMessage &message) {
    line(message.to).ran.fetch_add(1, std::memory_order_relaxed);
}

// All to all, nobody answers: more than two million messages.
TEST(ActiveMessages, FloodWithoutReplies) {
    run_all({2, 3, 5}, [](unsigned me) {
        const std::uint64_t each = std::uint64_t{240000} / threads() / (threads() - 1) * 2 * stress();
        am::am_register(count_only, count_one);
        polder_barrier(0, 0);
        for (std::uint64_t i = 0; i < each; ++i)
            for (unsigned to = 0; to < threads(); ++to)
                if (to != me) am::am_request_wait(to, {count_only});
        const std::uint64_t expected = each * (threads() - 1);
        while (line(me).ran.load() < expected)
            if (!am::am_poll()) sched_yield();
        polder_barrier(0, 0);
        REQUIRE(line(me).ran.load() == expected);
    });
}

void answer_all(am::AmMessage &message) {
    am::am_reply(message, {echoed, message.arguments, message.argument_count});
}
void count_answer(am::AmMessage &message) {
    TrafficLine &own = line(message.to);
    own.answered_sum.fetch_add(message.arguments[0], std::memory_order_relaxed);
    own.answered.fetch_add(1, std::memory_order_relaxed);
}

// Both rings at their limits: as many requests under way as there may be, each with an answer.
TEST(ActiveMessages, FloodWithReplies) {
    run_all({2, 3, 5}, [](unsigned me) {
        am::am_register(echo, answer_all);
        am::am_register(echoed, count_answer);
        polder_barrier(0, 0);
        const std::uint64_t each = std::uint64_t{200000} / threads() / (threads() - 1) * stress();
        std::uint64_t sum = 0;
        for (std::uint64_t i = 0; i < each; ++i)
            for (unsigned k = 1; k < threads(); ++k) {
                std::uint64_t arguments[am::am_max_arguments] = {i * threads() + k};
                sum += arguments[0];
                am::am_request_wait((me + k) % threads(),
                                    {echo, arguments, 1 + static_cast<unsigned>(i % am::am_max_arguments)});
            }
        while (line(me).answered.load() < each * (threads() - 1))
            if (!am::am_poll()) sched_yield();
        polder_barrier(0, 0);
        REQUIRE(line(me).answered.load() == each * (threads() - 1) && line(me).answered_sum.load() == sum);
    });
}

// ---- chains: a handler sends the next message ----

FutexLock later_lock; // of messages a handler could not send at once
std::vector<std::array<std::uint64_t, 2>> later;

bool send_on(std::uint64_t chain, std::uint64_t hops) {
    const std::uint64_t arguments[] = {chain, hops};
    const unsigned to = static_cast<unsigned>(mix(chain + hops) % threads());
    if (am::am_request(to, {pass_on, arguments, 2}) == Status::ok) return true;
    later_lock.lock();
    later.push_back({chain, hops});
    later_lock.unlock();
    return false;
}

// Each hop goes on either from the request's handler, or from that of its reply.
void handle_hop(am::AmMessage &message) {
    line(message.to).hops.fetch_add(1, std::memory_order_relaxed);
    if (message.arguments[1] % 3 == 0)
        am::am_reply(message, {echoed, message.arguments, 2});
    else if (message.arguments[1] > 1)
        send_on(message.arguments[0], message.arguments[1] - 1);
}
void handle_hop_back(am::AmMessage &message) {
    if (message.arguments[1] > 1) send_on(message.arguments[0], message.arguments[1] - 1);
}

// False: there is nothing, or it is refused again, and who is to take messages needs the core.
bool send_later() {
    later_lock.lock();
    const bool some = !later.empty();
    std::array<std::uint64_t, 2> next{};
    if (some) {
        next = later.back();
        later.pop_back();
    }
    later_lock.unlock();
    return some && send_on(next[0], next[1]);
}

TEST(ActiveMessages, ChainsOfHandlers) {
    run_all({2, 3, 5}, [](unsigned me) {
        constexpr std::uint64_t chains = 200, hops = 60; // a thread: more under way than a process may have
        am::am_register(pass_on, handle_hop);
        am::am_register(echoed, handle_hop_back);
        polder_barrier(0, 0);
        for (std::uint64_t c = 0; c < chains; ++c)
            send_on(me * chains + c, hops);
        const auto total = [] {
            std::uint64_t sum = 0;
            for (unsigned t = 0; t < threads(); ++t)
                sum += line(t).hops.load();
            return sum;
        };
        while (total() < chains * hops * threads())
            if (!am::am_poll() && !send_later()) sched_yield();
        polder_barrier(0, 0);
        REQUIRE(total() == chains * hops * threads() && later.empty());
    });
}

// ---- back-pressure, in numbers ----

JobOptions two_processes() {
    return with_messages(mappings(2).back());
}
std::atomic<std::uint64_t> &stage() {
    return line(0).hops;
}
// Neither polls nor calls anything that does.
void await_stage(std::uint64_t wanted) {
    while (stage().load() < wanted)
        sched_yield();
}

// The other thread has left the barrier, in which it polls.
void barrier_and_no_more_polls(unsigned me) {
    polder_barrier(0, 0);
    if (me == 1) line(1).long_under_way.store(1);
    while (!line(1).long_under_way.load())
        sched_yield();
}

unsigned send_until_again(const am::AmContent &content, std::size_t room) {
    unsigned sent = 0;
    while (am::am_request(1, content, room) == Status::ok)
        REQUIRE(++sent < 100000);
    for (unsigned i = 0; i < 100; ++i)
        REQUIRE(am::am_request(1, content, room) == Status::again);
    return sent;
}

struct Load {
    unsigned arguments;
    std::size_t bytes, room;
    unsigned expected; // how many fit; one more where a lane takes it
};

// Nothing lies in wait but what the receiver has room for; and when it has, exactly as much may
// come again.
TEST(ActiveMessages, RefusesAtTheLimit) {
    if (mappings(2).size() < 2) GTEST_SKIP() << "one process only";
    constexpr unsigned large = am::large_slabs, all = am::small_slabs + am::large_slabs;
    for (const Load &load : {Load{0, 0, 0, am::am_credits}, Load{16, 24, 0, am::am_credits}, Load{1, 4096, 0, all},
                             Load{1, 4097, 0, large}, Load{1, 65536, 0, large}, Load{1, 0, 4000, all},
                             Load{1, 0, 65536, large}, Load{1, 65536, 65536, large / 2}, Load{1, 100, 100, all}})
        EXPECT_EQ(run_job(two_processes(),
                          [load](unsigned me) {
                              am::am_register(count_only, count_one);
                              static char data[am::am_max_medium];
                              std::uint64_t arguments[am::am_max_arguments] = {};
                              const am::AmContent content = {count_only, arguments, load.arguments, data, load.bytes};
                              barrier_and_no_more_polls(me);
                              for (std::uint64_t round = 1; round <= 5; ++round)
                                  if (me == 0) {
                                      const unsigned sent = send_until_again(content, load.room);
                                      const bool brief =
                                          load.arguments + (load.bytes + 7) / 8 <= am::lane_words && !load.room;
                                      REQUIRE(sent == load.expected || (brief && sent == load.expected + 1));
                                      line(0).answered_sum.fetch_add(sent);
                                      line(0).answered.store(sent);
                                      stage().store(2 * round - 1);
                                      await_stage(2 * round);
                                  } else {
                                      await_stage(2 * round - 1);
                                      unsigned ran = 0;
                                      while (const unsigned some = am::am_poll())
                                          ran += some;
                                      REQUIRE(ran == line(0).answered.load());
                                      REQUIRE(line(1).ran.load() == line(0).answered_sum.load());
                                      stage().store(2 * round);
                                  }
                              polder_barrier(0, 0);
                          }),
                  0)
            << load.arguments << " arguments, " << load.bytes << " bytes, room " << load.room;
}

void answer_long_as_can_be(am::AmMessage &message) {
    static char data[2 * am::am_inline_bytes(0)];
    am::am_reply(message,
                 {echoed, message.arguments, am::am_max_arguments, data, am::am_inline_bytes(am::am_max_arguments)});
}

// The requester does not poll while all answers are sent: none has to wait.
TEST(ActiveMessages, RepliesNeverWait) {
    if (mappings(2).size() < 2) GTEST_SKIP() << "one process only";
    EXPECT_EQ(
        run_job(two_processes(),
                [](unsigned me) {
                    am::am_register(echo, answer_long_as_can_be);
                    am::am_register(echoed, count_answer);
                    barrier_and_no_more_polls(me);
                    const std::uint64_t arguments[am::am_max_arguments] = {1};
                    for (std::uint64_t round = 1; round <= 5; ++round)
                        if (me == 0) {
                            REQUIRE(send_until_again({echo, arguments, am::am_max_arguments}, 0) == am::am_credits);
                            stage().store(2 * round - 1);
                            await_stage(2 * round);
                            REQUIRE(am::am_request(1, {echo, arguments, 1}) == Status::again);
                            while (am::am_poll())
                                continue;
                            REQUIRE(line(0).answered.load() == round * am::am_credits);
                        } else {
                            await_stage(2 * round - 1);
                            while (am::am_poll())
                                continue;
                            REQUIRE(am::am_counts().replied == round * am::am_credits);
                            stage().store(2 * round);
                        }
                    polder_barrier(0, 0);
                }),
        0);
}

// ---- processes that die ----

// Thread 1's process is gone, in the middle of a flood: the others get `again` for what they send
// there, and go on among themselves.
TEST(ActiveMessages, GoOnWithoutTheDead) {
    if (mappings(3).size() < 3) GTEST_SKIP() << "one process only";
    EXPECT_EQ(run_job(with_messages(mappings(3).back()),
                      [](unsigned me) {
                          am::am_register(count_only, count_one);
                          am::am_register(echo, answer_all);
                          am::am_register(echoed, count_answer);
                          polder_barrier(0, 0);
                          const std::uint64_t number[] = {1};
                          if (me == 1) { // takes some of them, then none
                              while (line(1).ran.load() < 5000)
                                  am::am_poll();
                              _exit(0);
                          }
                          unsigned refused = 0; // in a row
                          while (refused < 2000 || line(1).ran.load() < 5000) {
                              refused = am::am_request(1, {count_only}) == Status::ok ? 0 : refused + 1;
                              if (refused && !am::am_poll()) sched_yield();
                          }
                          const unsigned other = me == 0 ? 2 : 0;
                          for (std::uint64_t i = 1; i <= 1000;
                               ++i) { // what goes there has room of its own, or waits for its turn
                              const bool sent = am::am_request(other, {echo, number, 1}) == Status::ok;
                              if (!sent) break;
                              while (line(me).answered.load() < i)
                                  am::am_poll();
                          }
                          stage().fetch_add(1);
                          while (stage().load() < 2)
                              am::am_poll();
                          _exit(0);
                      }),
              0);
}

// ---- handlers inside a process, and nothing inside handlers ----

void nest(am::AmMessage &message) {
    const std::uint64_t deeper = message.arguments[0] + 1;
    line(0).hops.store(message.arguments[0]);
    REQUIRE(am::am_poll() == 0);
    const Status status = am::am_request(message.to, {count_only, &deeper, 1});
    REQUIRE((status == Status::again) == (deeper > am::am_max_depth));
}

TEST(ActiveMessages, NestsNoDeeperThanPromised) {
    EXPECT_EQ(run_job(with_messages(mappings(1)[0]),
                      [](unsigned) {
                          am::am_register(count_only, nest);
                          for (unsigned i = 0; i < 100; ++i) {
                              const std::uint64_t one = 1;
                              REQUIRE(am::am_request(0, {count_only, &one, 1}) == Status::ok);
                              REQUIRE(line(0).hops.load() == am::am_max_depth);
                          }
                          REQUIRE(am::am_counts().sent == 0 && am::am_counts().inside == 100 * am::am_max_depth);
                      }),
              0);
}

// Other system threads of a UPC thread are inside handlers; it is not, so it polls, waits and gets
// answers. Then more of them than there are marks send.
POLDER_PRIVATE std::atomic<unsigned> held = 0;
POLDER_PRIVATE std::atomic<unsigned> run_at_all = 0;
POLDER_PRIVATE std::atomic<bool> let_go = false;
POLDER_PRIVATE unsigned long delta_of_thread = 0;

void hold_handler(am::AmMessage &) {
    REQUIRE(am::am_depth() == 1 && am::am_poll() == 0);
    local(held).fetch_add(1);
    while (!local(let_go).load())
        sched_yield();
    local(run_at_all).fetch_add(1);
}

void *send_to_self(void *delta) {
    polder_delta = *static_cast<unsigned long *>(delta);
    const unsigned requests = local(let_go).load() ? 300 : 1;
    for (unsigned i = 0; i < requests; ++i) {
        REQUIRE(am::am_depth() == 0);
        REQUIRE(am::am_request(mythread(), {count_only}) == Status::ok);
    }
    REQUIRE(am::am_depth() == 0);
    return nullptr;
}

template <unsigned count, class Meanwhile> void with_senders(Meanwhile meanwhile) {
    pthread_t sender[count];
    local(delta_of_thread) = polder_delta;
    for (pthread_t &thread : sender)
        REQUIRE(pthread_create(&thread, nullptr, send_to_self, &local(delta_of_thread)) == 0);
    meanwhile();
    for (pthread_t thread : sender)
        REQUIRE(pthread_join(thread, nullptr) == 0);
}

void talk_beside_handlers() {
    while (local(held).load() < am::am_marks - 5)
        sched_yield();
    for (std::uint64_t i = 0; i < 1000; ++i) {
        REQUIRE(am::am_depth() == 0);
        am::am_request_wait(1, {echo, &i, 1});
        while (line(0).answered.load() < i + 1)
            if (!am::am_poll()) sched_yield();
    }
    local(let_go).store(true);
}

TEST(ActiveMessages, HandlersOfOtherSystemThreads) {
    for (const JobOptions &options : jobs({2, 3}))
        EXPECT_EQ(run_job(options,
                          [](unsigned me) {
                              am::am_register(count_only, hold_handler);
                              am::am_register(echo, answer_all);
                              am::am_register(echoed, count_answer);
                              polder_barrier(0, 0);
                              if (me == 0) {
                                  with_senders<am::am_marks - 5>(talk_beside_handlers);
                                  with_senders<am::am_marks + 5>([] {});
                                  REQUIRE(local(run_at_all).load() == am::am_marks - 5 + 300 * (am::am_marks + 5) &&
                                          am::am_depth() == 0);
                              }
                              polder_barrier(0, 0);
                          }),
                  0)
            << name_of(options);
}

// A message inside the process has run when the call returns, and so has its reply; nothing went
// through an inbox.
TEST(ActiveMessages, InsideAProcessAtOnce) {
    JobOptions options = with_messages(mappings(3)[0]);
    EXPECT_EQ(run_job(options,
                      [](unsigned me) {
                          am::am_register(echo, answer_all);
                          am::am_register(echoed, count_answer);
                          polder_barrier(0, 0);
                          for (std::uint64_t i = 0; i < 1000; ++i) {
                              REQUIRE(am::am_request((me + 1) % 3, {echo, &i, 1}) == Status::ok);
                              REQUIRE(line(me).answered.load() == i + 1);
                          }
                          REQUIRE(am::am_counts().inside == 1000 && am::am_counts().sent == 0 &&
                                  am::am_counts().handled == 0);
                      }),
              0);
}

// ---- waits poll ----

extern "C" {
polder_ga upc_all_lock_alloc(void);
void upc_lock(polder_ga);
void upc_unlock(polder_ga);
}

// While all others wait in `wait`, thread 0 gets answers from each; they sleep at once.
void served_in(const std::function<void(unsigned)> &wait, const std::function<void()> &prepare,
               const std::function<void()> &release) {
    for (unsigned threads : {2u, 3u, 5u})
        for (const JobOptions &options : mappings(threads))
            EXPECT_EQ(run_job(with_messages(options, true),
                              [&](unsigned me) {
                                  am::am_register(echo, answer_all);
                                  am::am_register(echoed, count_answer);
                                  prepare();
                                  polder_barrier(0, 0);
                                  if (me) return wait(me);
                                  std::uint64_t expected = 0;
                                  for (unsigned i = 0; i < 300; ++i) {
                                      if (i % 100 == 99) usleep(3000); // now they do sleep
                                      for (unsigned to = 1; to < polder::threads(); ++to) {
                                          const std::uint64_t number = i;
                                          am::am_request_wait(to, {echo, &number, 1});
                                          ++expected;
                                          while (line(0).answered.load() < expected)
                                              if (!am::am_poll()) sched_yield();
                                      }
                                  }
                                  release();
                              }),
                      0)
                << name_of(options);
}

TEST(ActiveMessages, ServedInBarriers) {
    served_in([](unsigned) { polder_barrier(0, 0); }, [] {}, [] { polder_barrier(0, 0); });
}

POLDER_PRIVATE polder_ga the_lock = 0;

TEST(ActiveMessages, ServedWhileWaitingForLocks) {
    served_in(
        [](unsigned) {
            upc_lock(local(the_lock));
            upc_unlock(local(the_lock));
        },
        [] {
            local(the_lock) = upc_all_lock_alloc();
            if (mythread() == 0) upc_lock(local(the_lock));
        },
        [] { upc_unlock(local(the_lock)); });
}

TEST(ActiveMessages, ServedWhileSpinning) {
    served_in(
        [](unsigned) {
            while (!stage().load())
                polder_spin();
        },
        [] {}, [] { stage().store(1); });
}

// ---- what it costs ----

// Thread safety only where a process has several threads.
TEST(ActiveMessages, NoLocksWithOneThreadAProcess) {
    for (const JobOptions &options : jobs({2, 3, 5}))
        EXPECT_EQ(run_job(options,
                          [](unsigned) {
                              random_traffic(2000, 4096);
                              const bool alone = control().shape.thread_count(job_process) == 1;
                              REQUIRE((am::am_counts().sent > 0) == (processes() > 1));
                              if (am::am_counts().sent) REQUIRE((am::am_counts().locks == 0) == alone);
                          }),
                  0)
            << name_of(options);
}

void answer_brief(am::AmMessage &message) {
    REQUIRE(message.argument_count == 5 && message.arguments[0] == 9 && message.arguments[4] == 4);
    REQUIRE(am::brief_reply(message, {echoed, 0, message.arguments[0], nullptr}));
}
void take_brief(am::AmMessage &message) {
    REQUIRE(message.argument_count == 1 && message.arguments[0] == 9);
    line(message.to).answered.fetch_add(1, std::memory_order_relaxed);
}

// Between processes of one thread: once a lane is open, no request of a few words leaves it, nor
// does its reply.
TEST(ActiveMessages, BriefMessagesStayInTheLane) {
    for (const JobOptions &options : jobs({2, 3})) {
        if (options.processes < options.threads) continue;
        EXPECT_EQ(run_job(options,
                          [](unsigned me) {
                              const std::uint64_t all[] = {9, 1, 2, 3, 4, 5};
                              const unsigned to = (me + 1) % threads();
                              am::am_register(echo, answer_brief);
                              am::am_register(echoed, take_brief);
                              meet();
                              for (std::uint64_t i = 0; i < 1000; ++i) {
                                  const bool sent = am::brief_request(to, {echo, 4, all[0], all + 1});
                                  REQUIRE(sent == (i > 0));
                                  if (!sent) am::am_request_wait(to, {echo, all, 5});
                                  while (line(me).answered.load() <= i)
                                      if (!am::am_poll()) sched_yield();
                              }
                              REQUIRE(!am::brief_request(to, {echo, am::lane_words, all[0], all + 1}));
                              REQUIRE(!am::brief_request(me, {echo, 4, all[0], all + 1}));
                              REQUIRE(!am::brief_request(threads(), {echo, 4, all[0], all + 1}));
                              meet();
                          }),
                  0)
            << name_of(options);
    }
}

TEST(ActiveMessages, NobodyPollsWithoutThem) {
    for (JobOptions options : mappings(3)) {
        EXPECT_EQ(run_job(options, [](unsigned) { REQUIRE(!sync::wait_setup.polling.load() && am::am_poll() == 0); }),
                  0);
        EXPECT_EQ(run_job(with_messages(options),
                          [](unsigned) { REQUIRE(!sync::wait_setup.polling.load() == (processes() == 1)); }),
                  0);
    }
}

// The same for each further process, on nodes of any size; no table grows with the square of the
// processes.
TEST(ActiveMessages, MemoryIsLinearInProcesses) {
    const auto size = [](unsigned processes) { return am::am_area_size({processes, processes}); };
    EXPECT_EQ(size(1), 0u);
    const std::size_t each = size(3) - size(2);
    for (unsigned processes : {2u, 16u, 64u, 256u, 4096u})
        EXPECT_EQ(size(processes), processes * each) << processes;
    EXPECT_LE(each, 512u << 10);
    EXPECT_LE(sizeof(am::Ring), 17u << 10);
    EXPECT_LE(am::am_area_size({512, 2}) - am::am_area_size({2, 2}), 510 * 16u) << "and little for each thread";
    for (unsigned processes : {2u, 16u, 64u, 256u}) {
        const JobShape shape{processes, processes}, less{processes / 2, processes / 2};
        EXPECT_LE(control_size(shape), 2 * control_size(less) + 2 * each) << processes;
    }
}

// Of a process's part only what messages need is touched.
TEST(ActiveMessages, ShortMessagesTouchNoSlabs) {
    if (mappings(2).size() < 2) GTEST_SKIP() << "one process only";
    EXPECT_EQ(run_job(two_processes(),
                      [](unsigned me) {
                          random_traffic(1000, am::am_inline_bytes(am::am_max_arguments));
                          am::Inbox &own = area<am::Inbox>(Area::am)[me];
                          REQUIRE(own.slabs_used.load() == 0);
                          for (std::size_t i = 0; i < sizeof own.small; ++i)
                              REQUIRE((&own.small[0][0])[i] == 0);
                          for (std::size_t i = 0; i < sizeof own.large; ++i)
                              REQUIRE((&own.large[0][0])[i] == 0);
                      }),
              0);
}

// ---- misuse ----

void reply_twice(am::AmMessage &message) {
    am::am_reply(message, {echoed, message.arguments, 1});
    am::am_reply(message, {echoed, message.arguments, 1});
}
void reply_too_long(am::AmMessage &message) {
    static char data[4097];
    am::am_reply(message, {echoed, message.arguments, 1, data, sizeof data});
}
void reply_to_reply(am::AmMessage &message) {
    am::am_reply(message, {echoed, message.arguments, 1});
}
void wait_in_handler(am::AmMessage &) {
    am::am_request_wait(0, {echo});
}

struct Misuse {
    const char *words;
    void (*handler)(am::AmMessage &);
    void (*answered)(am::AmMessage &);
    std::function<Status()> send;
};

TEST(ActiveMessages, MisuseEndsTheJob) {
    static const std::uint64_t one[am::am_max_arguments + 1] = {1};
    static char data[am::am_max_medium + 1];
    const auto echo_one = [] { return am::am_request(threads() - 1, {echo, one, 1}, 4096); };
    const Misuse cases[] = {
        {"handler 99, which nobody registered", answer_all, count_answer, [] { return am::am_request(1, {99}); }},
        {"with 18 arguments; there are at most 17", answer_all, count_answer,
         [] {
             return am::am_request(1, {echo, one, 18});
         }},
        {"payload of 65537 bytes", answer_all, count_answer,
         [] {
             return am::am_request(1, {echo, one, 1, data, sizeof data});
         }},
        {"to thread 2 of 2", answer_all, count_answer, [] { return am::am_request(2, {echo}); }},
        {"is not shared memory", answer_all, count_answer,
         [] {
             return am::am_request(1, {echo, one, 1, data, 8, data});
         }},
        {"second reply", reply_twice, count_answer, echo_one},
        {"reply to a reply", answer_all, reply_to_reply, echo_one},
        {"am_request_wait in a handler", wait_in_handler, count_answer, echo_one},
        {"reply of 4097 bytes", reply_too_long, count_answer, echo_one},
    };
    for (const JobOptions &options : jobs({2}))
        for (const Misuse &misuse : cases) {
            if (options.processes == 1 && misuse.handler == reply_too_long) continue; // fits: nothing is copied
            std::string said;
            const auto body = [&](unsigned me) {
                am::am_register(echo, misuse.handler);
                am::am_register(echoed, misuse.answered);
                polder_barrier(0, 0);
                if (me == 0) (void)misuse.send();
                for (;;)
                    if (!am::am_poll()) sched_yield();
            };
            EXPECT_EQ(run_job(options, body, &said), 1) << misuse.words;
            EXPECT_NE(said.find(misuse.words), std::string::npos) << said;
        }
}

} // namespace

// Agent messages: what the frames of agents change in a job. Of several failures one counts.
#include "tools/run/remote/controller/agent_messages.h"
#include "base/clock.h"
#include "tests/unit/tools/run/remote/controller/job_of_three.h"
#include "tools/run/remote/controller/losses.h"
#include "tools/run/remote/controller/reports.h"
#include "tools/run/remote/wire/pack.h"

#include <gtest/gtest.h>

using namespace polder::run;

namespace {

using Kinds = std::vector<Frame>;

struct Conversation : JobOfThree {
    void says(unsigned node, Frame kind, std::string bytes = {}) {
        theirs[node]->send(kind, std::move(bytes));
        messages.take_event(node, EPOLLIN);
    }
    void fails(unsigned node, int code, bool of_network, const std::string &cause) {
        says(node, Frame::failed, Packer().add(code).add(std::uint32_t{of_network}).add(0u).take() + cause);
    }

    TimeLimits limits{0, 0};
    Reports reports{parts, end, limits};
    Losses losses{parts, end, 0};
    AgentMessages messages{parts, end, reports, losses};
};

TEST(agent_messages, states_follow_what_agents_say) {
    Conversation job;
    job.agents.set_state(0, AgentState::connected);
    job.says(0, Frame::ready, "the mapping");
    EXPECT_EQ(job.agents[0].state, AgentState::ready);
    EXPECT_EQ(job.agents[0].mapping, "the mapping");
    job.says(1, Frame::finished, Packer().add(3).take());
    EXPECT_EQ(job.agents[1].state, AgentState::finished);
    EXPECT_EQ(job.end.code(), 3);
    EXPECT_FALSE(job.end.is_over());
}

TEST(agent_messages, a_failure_is_said_and_ends_the_job_when_the_other_nodes_have_written) {
    Conversation job;
    job.fails(1, 139, false, "thread 2 crashed");
    EXPECT_EQ(job.people.errors, "thread 2 crashed\n");
    job.fails(2, 1, false, "later");
    EXPECT_EQ(job.agents[1].state, AgentState::failed);
    EXPECT_EQ(job.sent_to(0), Kinds{Frame::farewell});
    job.end.look_at_clock(polder::clock_ns());
    EXPECT_FALSE(job.end.is_over());
    job.says(0, Frame::written);
    job.end.look_at_clock(polder::clock_ns());
    EXPECT_TRUE(job.end.is_over());
    EXPECT_EQ(job.people.errors, "thread 2 crashed\n");
    EXPECT_EQ(job.end.code(), 139);
}

TEST(agent_messages, threads_are_called_as_the_program_calls_them) {
    Conversation job;
    job.says(1, Frame::word, "PE");
    job.losses.lose(1);
    EXPECT_NE(job.people.errors.find("PEs 2-3 with it"), std::string::npos) << job.people.errors;
}

TEST(agent_messages, upc_global_exit_ends_the_job_when_all_nodes_have_written) {
    Conversation job;
    job.says(1, Frame::leaves, Packer().add(9).take());
    job.says(2, Frame::leaves, Packer().add(4).take()); // told to, it says so too
    for (unsigned node = 0; node < JobOfThree::count; ++node)
        EXPECT_EQ(job.sent_to(node), Kinds{Frame::farewell}) << node;
    job.says(0, Frame::written);
    job.says(1, Frame::finished, Packer().add(0).take());
    job.end.look_at_clock(polder::clock_ns());
    EXPECT_FALSE(job.end.is_over());
    job.fails(2, 139, false, "thread 4 crashed"); // over its streams
    job.end.look_at_clock(polder::clock_ns());
    EXPECT_TRUE(job.end.is_over());
    EXPECT_EQ(job.end.code(), 9);
    EXPECT_EQ(job.people.errors, "");
}

TEST(agent_messages, upc_global_exit_waits_for_no_node_for_ever) {
    Conversation job;
    job.says(1, Frame::leaves, Packer().add(9).take());
    job.end.look_at_clock(polder::clock_ns() + 2'000'000'000);
    EXPECT_TRUE(job.end.is_over());
    EXPECT_EQ(job.end.code(), 9);
}

TEST(agent_messages, the_network_is_at_fault_when_no_node_knows_better) {
    Conversation job;
    job.fails(0, 1, true, "node 2 is not reached");
    EXPECT_FALSE(job.end.is_over());
    EXPECT_EQ(job.sent_to(1), Kinds{Frame::accused});
    EXPECT_EQ(job.sent_to(2), Kinds{Frame::accused});
    job.says(1, Frame::innocent);
    job.fails(2, 1, true, "node 0 is not reached"); // no better cause
    EXPECT_EQ(job.people.errors, "node 2 is not reached\n");
}

TEST(agent_messages, a_better_cause_than_the_network_wins) {
    Conversation job;
    job.fails(0, 1, true, "node 2 is not reached");
    job.says(1, Frame::innocent);
    job.fails(2, 137, false, "thread 4 was killed");
    EXPECT_EQ(job.people.errors, "thread 4 was killed\n");
    EXPECT_EQ(job.end.code(), 137);
}

TEST(agent_messages, the_node_of_a_thread_is_asked_for_its_place) {
    Conversation job;
    job.says(0, Frame::failed, Packer().add(1).add(0u).add(2u).add(5u).add(0u).take() + "threads 0 and 5 disagree");
    EXPECT_EQ(job.sent_to(1), Kinds{Frame::farewell});
    EXPECT_EQ(job.sent_to(2), (Kinds{Frame::place, Frame::farewell})) << "before it hears of the end";
    job.says(0, Frame::trace, Packer().add(0u).take() + "at a.c:1\n");
    EXPECT_EQ(job.people.texts, "") << "thread 5 is the first in the list";
    job.says(2, Frame::trace, Packer().add(5u).take() + "at b.c:2\n");
    EXPECT_EQ(job.people.texts, "at b.c:2\nat a.c:1\n");
}

TEST(agent_messages, a_place_that_never_comes_holds_up_the_others_to_the_end_only) {
    Conversation job;
    job.says(0, Frame::failed, Packer().add(1).add(0u).add(2u).add(5u).add(0u).take() + "threads 0 and 5 disagree");
    job.says(0, Frame::trace, Packer().add(0u).take() + "at a.c:1\n");
    EXPECT_EQ(job.people.texts, "");
    job.messages.say_late_places();
    EXPECT_EQ(job.people.texts, "at a.c:1\n");
}

TEST(agent_messages, an_exchange_is_answered_when_all_have_given) {
    Conversation job;
    job.says(2, Frame::exchange, "cc");
    job.says(0, Frame::exchange, "aa");
    EXPECT_EQ(job.sent_to(0), Kinds{});
    job.says(1, Frame::exchange, "bb");
    for (unsigned node = 0; node < JobOfThree::count; ++node)
        EXPECT_EQ(job.sent_to(node), Kinds{Frame::answers}) << node;
}

TEST(agent_messages, nodes_that_do_not_start_alike_end_the_job) {
    Conversation job;
    job.says(0, Frame::exchange, "aa");
    job.says(1, Frame::exchange, "bbb");
    job.says(2, Frame::exchange, "cc");
    EXPECT_EQ(job.people.errors,
              "host h0 (node 0) and host h1 (node 1) do not start alike: is it the same program, and "
              "the same libpolder, on both?\n");
}

TEST(agent_messages, a_closed_connection_is_a_loss_behind_what_came_before) {
    Conversation job;
    job.theirs[1]->send(Frame::finished, Packer().add(5).take());
    job.theirs[1].reset();
    job.messages.take_event(1, EPOLLIN); // what came
    EXPECT_EQ(job.agents[1].state, AgentState::finished);
    job.messages.take_event(1, EPOLLIN); // the end
    EXPECT_FALSE(job.agents[1].channel);
    EXPECT_EQ(job.agents[1].state, AgentState::gone);
    EXPECT_TRUE(job.end.is_over());
    EXPECT_EQ(job.people.errors.find("host h1 (node 1): upcrun there has gone"), 0u);
}

} // namespace

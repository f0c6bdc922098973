// Controller job: what the first upcrun of a job of several nodes knows and does; controller.h is
// its outside. The stages of a job and waiting are in controller.cc, what agents say in
// controller_agents.cc. What they no longer say, and the end, are in controller_loss.cc. Classes
// of their own know how the agents come together (assembly.h), what the standard streams hold
// (job_streams.h) and which beats are due (own_beats.h). Who has still to answer is counted in
// report_round.h, network_doubt.h, exchange_round.h and end_places.h.
//
// Cost: nothing here is done for all nodes more often than once a stage, an exchange or a
// heartbeat. Events cost the same whatever the number of nodes.
#pragma once

#include "base/clock.h"
#include "tools/run/cli/options.h"
#include "tools/run/local/watch/job_observer.h"
#include "tools/run/local/watch/time_limits.h"
#include "tools/run/plan/plan.h"
#include "tools/run/plan/texts.h"
#include "tools/run/remote/controller/agent_table.h"
#include "tools/run/remote/controller/assembly.h"
#include "tools/run/remote/controller/end_places.h"
#include "tools/run/remote/controller/exchange_round.h"
#include "tools/run/remote/controller/job_streams.h"
#include "tools/run/remote/controller/network_doubt.h"
#include "tools/run/remote/controller/own_beats.h"
#include "tools/run/remote/controller/report_round.h"
#include "tools/run/remote/controller/waits.h"
#include "tools/run/remote/wire/channel.h"
#include "tools/run/remote/wire/heartbeat.h"

#include <csignal>
#include <cstdint>
#include <optional>
#include <string>

namespace polder::run {

class Controller {
public:
    Controller(const Options &options, const JobPlan &plan, const std::string &program);
    int run(); // exit status of the job

private:
    enum class Stage { coming, preparing, running, ended };
    using enum AgentState;

    // ---- stages ----
    bool open();
    bool open_waits(std::string *error);
    void show();
    void go();
    void check_stage();

    // ---- waiting ----
    enum Source : std::uint32_t { signals, listener, spawner, input, output, error, channel }; // channel + node
    void wait();
    void take_event(std::uint64_t source, std::uint32_t events);
    void read_input();
    void look_at_clock();
    int patience_ms() const;
    void take_signals();
    void take_request(int signal, bool from_terminal);
    void pause();
    void reap();
    void write_output();

    // ---- agents ----
    void written(unsigned node, std::uint32_t stream, std::size_t bytes);
    void take_frames(unsigned node);
    void take(unsigned node, Frame kind, std::string_view bytes);
    void take_failure(unsigned node, std::string_view bytes);
    void doubt_network(int code, const std::string &cause);
    void clear(unsigned node);
    void ask_for_place(unsigned thread);
    void take_exchange(unsigned node, std::string_view bytes);
    void take_position(unsigned node, std::string_view bytes);
    void ask_for_reports();
    void end_reports();

    // ---- losses and end ----
    void lose(unsigned node);
    void beat();
    void look_for_silence();
    void end(int code, const std::string &message); // the first call counts; an empty message is not printed
    bool done() const;

    std::string who(unsigned node) const { return node_text(plan_, node); }
    bool is_over() const { return stage_ == Stage::ended; }

    const Options &options_;
    const JobPlan &plan_;
    std::string program_;
    unsigned count_; // nodes
    Waits waits_;
    AgentTable agents_;
    Assembly assembly_;
    ExchangeRound exchange_;
    std::optional<Heartbeat> heartbeat_; // while the job runs; uses the channels, so it goes before agents_
    JobStreams streams_;
    JobObserver people_;
    sigset_t mask_before_;
    int signals_ = -1;

    Stage stage_ = Stage::coming;
    int code_ = 0;
    TimeLimits limits_;
    TimeLimits::Limit reached_ =
        TimeLimits::Limit::none; // the job is killed once it has been said where its threads are
    ReportRound reports_;
    EndPlaces places_;
    NetworkDoubt doubt_;
    OwnBeats beats_;
    std::int64_t farewell_end_ns_ = 0; // 0: none
};

inline constexpr std::int64_t second_ns = 1'000'000'000;

} // namespace polder::run

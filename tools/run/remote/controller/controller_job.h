// Controller job: what the first upcrun of a job of several nodes knows and does; controller.h is
// its outside. The stages of a job and waiting are in controller.cc, what agents say in
// controller_agents.cc. What they no longer say, and the end, are in controller_loss.cc.
//
// Cost: nothing here is done for all nodes more often than once a stage, an exchange or a
// heartbeat. Events cost the same whatever the number of nodes.
#pragma once

#include "base/clock.h"
#include "tools/run/cli/options.h"
#include "tools/run/local/end_request.h"
#include "tools/run/local/supervisor.h"
#include "tools/run/plan/plan.h"
#include "tools/run/remote/controller/agent_spawner.h"
#include "tools/run/remote/controller/agent_table.h"
#include "tools/run/remote/controller/end_places.h"
#include "tools/run/remote/controller/exchange_round.h"
#include "tools/run/remote/controller/input.h"
#include "tools/run/remote/controller/listener.h"
#include "tools/run/remote/controller/output_multiplexer.h"
#include "tools/run/remote/controller/waits.h"
#include "tools/run/remote/wire/channel.h"
#include "tools/run/remote/wire/heartbeat.h"
#include "tools/run/remote/wire/setup.h"
#include "tools/run/remote/wire/silence.h"

#include <csignal>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace polder::run {

enum class TimeUp { no, limit, grace }; // of --timeout, of --kill-after

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
    void start_agents();
    void admit(const Listener::Arrival &arrival);
    void prepare();
    void show();
    void go();
    void check_stage();

    // ---- waiting ----
    enum Source : std::uint32_t { signals, listener, spawner, input, output, error, channel }; // channel + node
    void wait();
    void take_event(std::uint64_t source, std::uint32_t events);
    void watch_streams();
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
    void accuse_others(int code, const std::string &cause);
    void acquit(unsigned node);
    void ask_for_place(unsigned thread);
    void take_exchange(unsigned node, std::string_view bytes);
    void take_position(unsigned node, std::string_view bytes);
    void ask_for_reports();
    void end_reports();

    // ---- losses and end ----
    void lose(unsigned node);
    void beat();
    bool was_away();
    void look_for_silence();
    void look_for_missing();
    void end(int code, const std::string &message); // the first call counts; an empty message is not printed
    bool done() const;

    std::string who(unsigned node) const;          // "host ns2 (node 1)"
    std::string threads_text(unsigned node) const; // "threads 2-3"
    bool is_over() const { return stage_ == Stage::ended; }

    const Options &options_;
    const JobPlan &plan_;
    std::string program_;
    unsigned count_; // nodes
    JobKey key_;
    Listener listener_;
    std::unique_ptr<AgentSpawner> spawner_;
    Waits waits_;
    AgentTable agents_;
    ExchangeRound exchange_;
    std::optional<Heartbeat> heartbeat_;  // while the job runs; uses the channels, so it goes before agents_
    std::vector<std::uint64_t> machines_; // by node
    Setup setup_;
    OutputMultiplexer output_;
    OutputMultiplexer error_;
    Input input_;
    JobObserver people_;
    bool watched_[3] = {}; // standard streams
    sigset_t mask_before_;
    int signals_ = -1;

    Stage stage_ = Stage::coming;
    int code_ = 0;
    EndRequest request_;
    unsigned reports_due_ = 0;
    unsigned accused_ = 0;
    TimeUp time_up_ = TimeUp::no; // the job is killed once it has been said where its threads are
    EndPlaces places_;
    std::string network_cause_; // what a node says of the network, until another says better
    int network_code_ = 0;
    // Moments; 0: none.
    std::int64_t limit_ns_;
    std::int64_t deadline_ns_;
    std::int64_t next_beat_ns_ = 0;
    std::int64_t back_until_ns_ = 0;
    std::int64_t report_end_ns_ = 0;
    std::int64_t farewell_end_ns_ = 0;
};

inline constexpr std::int64_t second_ns = 1'000'000'000;
std::string seconds_text(std::int64_t ns);

} // namespace polder::run

// Heartbeat: says at intervals over some channels that we are there. A thread of its own says it,
// whatever the owner does at the time. Reading debug information takes seconds. A terminal that was
// halted (Ctrl-S), or a file on a server that is away, holds whoever writes to it. A process that
// is stopped falls silent all the same.
#pragma once

#include "tools/run/remote/wire/channel.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace polder::run {

class Heartbeat {
public:
    // The channels live until they are removed, or the heartbeat ends.
    Heartbeat(std::vector<Channel *> channels, std::int64_t interval_ns)
        : channels_(std::move(channels)), interval_(interval_ns), thread_([this] { run(); }) {}
    ~Heartbeat() {
        {
            const std::lock_guard<std::mutex> guard(lock_);
            over_ = true;
        }
        changed_.notify_one();
        thread_.join();
    }
    Heartbeat(const Heartbeat &) = delete;
    Heartbeat &operator=(const Heartbeat &) = delete;

    void remove(const Channel *channel) {
        const std::lock_guard<std::mutex> guard(lock_);
        std::erase(channels_, channel);
    }

private:
    void run() {
        std::unique_lock<std::mutex> guard(lock_);
        while (!changed_.wait_for(guard, interval_, [this] { return over_; }))
            for (Channel *channel : channels_)
                channel->send_alive();
    }
    std::vector<Channel *> channels_;
    std::chrono::nanoseconds interval_;
    std::mutex lock_;
    std::condition_variable changed_;
    bool over_ = false;
    std::thread thread_; // last: it uses the others
};

} // namespace polder::run

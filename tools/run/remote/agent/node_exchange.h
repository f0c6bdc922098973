// Node exchange: the agent's half of boot_exchange (runtime/exchange/exchange.h): takes what the
// leader gives from the control block, piece by piece, and puts the answers there.
#pragma once

#include "runtime/exchange/exchange.h"
#include "tools/run/remote/wire/channel.h"

#include <string>

namespace polder::run {

class NodeExchange {
public:
    // boot: null in a job of one node, which has none.
    NodeExchange(exchange::BootArea *boot, Channel &channel) : boot_(boot), channel_(channel) {}

    void look(); // when the leader may have rung
    void answer(std::string_view all);

private:
    void put_piece();

    exchange::BootArea *boot_;
    Channel &channel_;
    std::string given_;
    std::string answers_;
    std::size_t answered_ = 0;
};

} // namespace polder::run

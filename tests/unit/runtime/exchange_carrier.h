// What a launcher does for jobs of several nodes that a unit test makes. A process of its own
// carries what leaders exchange at the start.
#pragma once

#include "runtime/exchange/exchange.h"

#include <csignal>
#include <cstring>
#include <string>
#include <sys/prctl.h>
#include <unistd.h>
#include <vector>

namespace polder::test {

inline void carrier_await(exchange::BootArea &boot, std::uint32_t turn) {
    while (boot.turn.load(std::memory_order_acquire) != turn)
        usleep(100);
}

[[noreturn]] inline void carry_exchanges(const std::vector<ControlBlock *> &blocks) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) {
        std::string all;
        for (ControlBlock *block : blocks) {
            exchange::BootArea &boot = *area<exchange::BootArea>(*block, Area::boot);
            carrier_await(boot, exchange::BootArea::leader_piece);
            all.append(boot.data, boot.bytes); // one piece: tests exchange little
        }
        for (ControlBlock *block : blocks) {
            exchange::BootArea &boot = *area<exchange::BootArea>(*block, Area::boot);
            std::memcpy(boot.data, all.data(), all.size());
            boot.bytes = static_cast<std::uint32_t>(all.size());
            boot.turn.store(exchange::BootArea::agent_piece,
                            std::memory_order_release); // the leader takes it and begins the next exchange
            futex_wake_all(&boot.turn);
        }
    }
}

} // namespace polder::test

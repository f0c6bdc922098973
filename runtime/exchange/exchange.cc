// The leader's side of an exchange through the boot area: pieces go to the launcher's agent and
// come from it.
#include "runtime/exchange/exchange.h"

#include <cstring>

namespace polder::exchange {

ExchangeCarrier exchange_carrier = nullptr;

namespace {

void sleep(BootArea &boot, std::uint32_t seen) {
    const AsleepMark rest;
    futex_wait(&boot.turn, seen);
}

void await_turn(BootArea &boot, std::uint32_t mine) {
    for (std::uint32_t seen; (seen = boot.turn.load(std::memory_order_acquire)) != mine;)
        sleep(boot, seen);
}

void pass_turn(BootArea &boot, std::uint32_t next) {
    boot.turn.store(next, std::memory_order_release);
    ring_launcher();
}

void give(BootArea &boot, const char *mine, std::size_t bytes) {
    std::size_t at = 0;
    do {
        const std::size_t piece = bytes - at < BootArea::piece ? bytes - at : BootArea::piece;
        if (piece) std::memcpy(boot.data, mine + at, piece);
        boot.bytes = static_cast<std::uint32_t>(piece);
        boot.total = bytes;
        at += piece;
        pass_turn(boot, BootArea::leader_piece);
        if (at < bytes) await_turn(boot, BootArea::idle);
    } while (at < bytes);
}

void take(BootArea &boot, char *all, std::size_t bytes) {
    for (std::size_t at = 0;;) {
        await_turn(boot, BootArea::agent_piece);
        const std::size_t piece = boot.bytes;
        if (piece > bytes - at) job_fail(1, "the nodes of the job do not exchange the same: are they one program?");
        if (piece) std::memcpy(all + at, boot.data, piece);
        at += piece;
        if (at == bytes) break;
        pass_turn(boot, BootArea::wanted);
    }
    boot.turn.store(BootArea::idle, std::memory_order_release);
}

} // namespace

void boot_exchange(const void *mine, std::size_t bytes, void *all) {
    if (nodes() == 1) {
        if (bytes) std::memcpy(all, mine, bytes);
        return;
    }
    WaitMark mark(WaitKind::start, 0);
    mark.parking();
    if (!control().launched && exchange_carrier) return exchange_carrier(mine, bytes, all);
    BootArea &boot = *area<BootArea>(Area::boot);
    give(boot, static_cast<const char *>(mine), bytes);
    take(boot, static_cast<char *>(all), bytes * nodes());
}

const unsigned char *boot_key() {
    static const unsigned char none[job_key_bytes] = {};
    return nodes() == 1 ? none : area<BootArea>(Area::boot)->key;
}

const char *boot_host(unsigned node) {
    return nodes() == 1 ? "" : area<BootArea>(Area::boot)->hosts[node];
}

bool boot_one_machine() {
    return nodes() > 1 && area<BootArea>(Area::boot)->one_machine;
}

const char *boot_plugins() {
    const char *folder = nodes() == 1 ? "" : area<BootArea>(Area::boot)->plugins;
    return *folder ? folder : nullptr;
}

} // namespace polder::exchange

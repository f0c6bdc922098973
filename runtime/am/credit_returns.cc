// Deferred credit returns. A request from another node that ended without a reply still has to get
// its part of the window back. Returns are collected for a few threads at a time. So memory does
// not grow with the job, and one message answers many requests of a flood. A message of returns
// takes no more memory than the request it ends held, so the network may keep it.
#include "runtime/am/far_node.h"

namespace polder::am {
namespace {

struct CreditReturn {
    std::uint32_t from;
    std::uint32_t bytes;
    std::uint32_t count; // 0: free
    std::uint8_t flags;
};
constexpr unsigned credit_returns = 32; // a power of two
CreditReturn credit_return[credit_returns];
FutexLock credit_returns_lock;
std::atomic<std::uint32_t> urgent{0}; // credit returns that say soon

void pay(CreditReturn &what) {
    if (!what.count) return;
    WireHeader header = {};
    header.mark = wire_mark;
    header.kind = WireKind::returned;
    header.flags = what.flags & wire_sample;
    header.from = mythread();
    header.to = what.from;
    header.back_bytes = what.bytes;
    header.back_count = what.count;
    if (what.flags & wire_soon) urgent.fetch_sub(1, std::memory_order_relaxed);
    what = {};
    ++am_counts().far_returns;
    wire_send(header, {}, true);
}

CreditReturn &credit_return_of(unsigned from) {
    return credit_return[from * 0x9e3779b1u >> 27 & (credit_returns - 1)];
}

} // namespace

void credit_return_add(unsigned from, std::uint32_t cost, std::uint8_t flags) {
    credit_returns_lock.lock();
    CreditReturn &mine = credit_return_of(from);
    if (mine.count && (mine.from != from || mine.bytes > window_bytes)) pay(mine);
    if (flags & wire_soon && !(mine.flags & wire_soon)) urgent.fetch_add(1, std::memory_order_relaxed);
    mine = {from, mine.bytes + cost, mine.count + 1, static_cast<std::uint8_t>(mine.flags | flags)};
    credit_returns_lock.unlock();
}

void credit_return_attach(unsigned from, WireHeader *reply) {
    credit_returns_lock.lock();
    CreditReturn &mine = credit_return_of(from);
    if (mine.count && mine.from == from) {
        reply->back_bytes += mine.bytes;
        reply->back_count += mine.count;
        reply->flags |= mine.flags & wire_sample;
        if (mine.flags & wire_soon) urgent.fetch_sub(1, std::memory_order_relaxed);
        mine = {};
    }
    credit_returns_lock.unlock();
}

void credit_returns_send() {
    if (!urgent.load(std::memory_order_relaxed)) return;
    credit_returns_lock.lock();
    for (CreditReturn &each : credit_return)
        if (each.flags & wire_soon) pay(each);
    credit_returns_lock.unlock();
}

} // namespace polder::am

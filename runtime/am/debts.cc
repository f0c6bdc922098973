// Debts: what requests from other nodes that ended without a reply still have to get back of their
// windows. Collected for a few threads at a time, so that memory does not grow with the job, and so
// that a flood is answered once in many messages. A returned message takes no more memory than the
// request it ends held, so it may be kept by the network.
#include "runtime/am/far_node.h"

namespace polder {
namespace {

struct Debt {
    std::uint32_t from, bytes, count; // count 0: free
    std::uint8_t flags;
};
constexpr unsigned debts = 32; // a power of two
Debt debt[debts];
FutexLock debt_lock;
std::atomic<std::uint32_t> urgent{0}; // debts that say soon

void pay(Debt &what) {
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

Debt &debt_of(unsigned from) {
    return debt[from * 0x9e3779b1u >> 27 & (debts - 1)];
}

} // namespace

void debt_add(unsigned from, std::uint32_t cost, std::uint8_t flags) {
    debt_lock.lock();
    Debt &mine = debt_of(from);
    if (mine.count && (mine.from != from || mine.bytes > window_bytes)) pay(mine);
    if (flags & wire_soon && !(mine.flags & wire_soon)) urgent.fetch_add(1, std::memory_order_relaxed);
    mine = {from, mine.bytes + cost, mine.count + 1, static_cast<std::uint8_t>(mine.flags | flags)};
    debt_lock.unlock();
}

void debt_settle(unsigned from, WireHeader *reply) {
    debt_lock.lock();
    Debt &mine = debt_of(from);
    if (mine.count && mine.from == from) {
        reply->back_bytes += mine.bytes;
        reply->back_count += mine.count;
        reply->flags |= mine.flags & wire_sample;
        if (mine.flags & wire_soon) urgent.fetch_sub(1, std::memory_order_relaxed);
        mine = {};
    }
    debt_lock.unlock();
}

void debts_pay() {
    if (!urgent.load(std::memory_order_relaxed)) return;
    debt_lock.lock();
    for (Debt &each : debt)
        if (each.flags & wire_soon) pay(each);
    debt_lock.unlock();
}

} // namespace polder

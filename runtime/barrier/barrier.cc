// The machine of the barrier; forms, ordering and invariants are in barrier.h.
//
// A post is one 64-bit word, so that it is read whole: epoch in the upper 29 bits, tag in the next
// 3, value in the lower 32. The outcome that the counter form publishes has the same shape.
#include "runtime/barrier/barrier.h"
#include "runtime/barrier/barrier_nodes.h"

#include "runtime/fence/strict.h"

#include <polder/abi.h>

namespace polder::barrier {

struct alignas(64) PostLine {
    std::atomic<std::uint64_t> word[2]; // by parity of the epoch
    sync::WaitPoint point;              // flags form: who waits for this thread
};

struct alignas(64) CountLine {
    std::atomic<std::uint64_t> arrived; // low half: arrivals, high half: how many of them are not plain
};

namespace {

constexpr unsigned group_size = 16;
constexpr unsigned flags_limit = 8; // with more posts to read, counting is faster
constexpr std::uint64_t one_not_plain = std::uint64_t{1} << 32;

constexpr std::uint64_t pack(std::uint32_t epoch, BarrierPost post) {
    return std::uint64_t{epoch} << 35 | static_cast<std::uint64_t>(post.tag) << 32 |
           static_cast<std::uint32_t>(post.value);
}
constexpr bool is_of(std::uint64_t word, std::uint32_t epoch) {
    return word >> 35 == (epoch & 0x1fffffff);
}
constexpr BarrierPost unpack(std::uint64_t word) {
    return {static_cast<BarrierTag>(word >> 32 & 7), static_cast<int>(static_cast<std::uint32_t>(word))};
}

// What two posts come to: rule 1 of 6.6.1 p8, and the implicit barriers match only themselves.
BarrierPost merge(BarrierPost a, BarrierPost b) {
    if (a.tag == b.tag && (a.tag != BarrierTag::value || a.value == b.value)) return a;
    if (a.tag == BarrierTag::plain && b.tag == BarrierTag::value) return b;
    if (b.tag == BarrierTag::plain && a.tag == BarrierTag::value) return a;
    return {BarrierTag::conflict, 0};
}

} // namespace

struct BarrierArea {
    std::uint32_t threads;
    std::uint32_t groups;
    bool flags;
    std::uint32_t first;                               // of a barrier over several nodes: BarrierPlace
    std::uint32_t instance;                            // as `first`
    alignas(64) std::atomic<std::uint64_t> outcome[2]; // counter form: published epochs, by parity
    sync::WaitPoint point;
    CountLine root;
    BarrierNodes between;
    BarrierVerdict verdict[2]; // several nodes, by parity: written before the outcome is published
    std::uint64_t carry[2];    // the same: to be told with the arrival

    // Behind the area: posts, then groups.
    PostLine *posts() { return reinterpret_cast<PostLine *>(this + 1); }
    CountLine *group(unsigned i) { return reinterpret_cast<CountLine *>(posts() + threads) + i; }
    unsigned group_threads(unsigned i) const {
        return i + 1 < groups ? group_size : threads - group_size * (groups - 1);
    }
};
static_assert(sizeof(BarrierArea) + sizeof(PostLine) + sizeof(CountLine) <= barrier_area_size(1));

void (*barrier_tell)(unsigned, unsigned, const BarrierNews &) = nullptr;

BarrierArea *barrier_create(void *memory, unsigned threads, bool oversubscribed, const BarrierPlace &place) {
    auto *area = static_cast<BarrierArea *>(memory);
    barrier_nodes_create(area->between, place.nodes, place.node);
    area->first = place.first;
    area->instance = place.instance;
    area->threads = threads;
    area->flags = !oversubscribed && threads <= flags_limit && place.nodes == 1;
    // Threads that share cores arrive one after the other: groups would only cost a second line.
    area->groups = oversubscribed ? 1 : (threads + group_size - 1) / group_size;
    if (area->groups == 1) area->groups = 0;
    return area;
}

namespace {

void publish(BarrierArea &area, std::uint32_t epoch, BarrierPost outcome) {
    area.outcome[epoch & 1].exchange(pack(epoch, outcome), std::memory_order_seq_cst);
    sync::wait_signal_after_rmw(area.point);
}

BarrierPost post_in(BarrierArea &area, unsigned thread, std::uint32_t epoch) {
    return unpack(area.posts()[thread].word[epoch & 1].load(std::memory_order_relaxed));
}

// Other nodes first: they wait for it.
void follow(BarrierArea &area, std::uint32_t epoch, const BarrierStep &step) {
    for (unsigned i = 0; i < step.count; ++i)
        barrier_tell(area.instance, step.send[i].node, step.send[i].news);
    if (!step.over) return;
    area.verdict[epoch & 1] = step.verdict;
    publish(area, epoch, step.verdict.conflict ? BarrierPost{BarrierTag::conflict, 0} : step.verdict.post);
}

[[gnu::noinline]] void arrive_on_node(BarrierArea &area, std::uint32_t epoch) {
    BarrierVerdict verdict{post_in(area, 0, epoch), area.first};
    for (unsigned t = 1; t < area.threads; ++t)
        verdict = barrier_join(verdict, {post_in(area, t, epoch), area.first + t});
    verdict.carry = area.carry[epoch & 1];
    area.carry[epoch & 1] = 0;
    BarrierStep step;
    barrier_nodes_arrive(area.between, epoch, verdict, &step);
    follow(area, epoch, step);
}

// The last arrival: everybody's post is visible to it (acquire on the counters).
void all_arrived(BarrierArea &area, std::uint32_t epoch, bool all_plain) {
    if (area.between.nodes > 1) return arrive_on_node(area, epoch);
    BarrierPost outcome;
    if (!all_plain) {
        outcome = post_in(area, 0, epoch);
        for (unsigned t = 1; t < area.threads && outcome.tag != BarrierTag::conflict; ++t)
            outcome = merge(outcome, post_in(area, t, epoch));
    }
    publish(area, epoch, outcome);
}

// Counts `what` in; true and the sum for the last of `expected`, who also resets the line: nobody
// comes again before the epoch is published.
bool count_in(CountLine &line, std::uint64_t what, unsigned expected, std::uint64_t *sum) {
    delay_point();
    *sum = line.arrived.fetch_add(what, std::memory_order_seq_cst) + what;
    if (static_cast<std::uint32_t>(*sum) != expected) return false;
    delay_point();
    line.arrived.store(0, std::memory_order_relaxed);
    return true;
}

void arrive(BarrierArea &area, std::uint32_t thread, std::uint32_t epoch, bool plain) {
    const std::uint64_t mine = plain ? 1 : 1 + one_not_plain;
    std::uint64_t sum = mine;
    if (area.groups) {
        const unsigned group = thread / group_size;
        if (!count_in(*area.group(group), mine, area.group_threads(group), &sum)) return;
        sum = 1 + (sum >> 32 ? one_not_plain : 0);
    }
    if (count_in(area.root, sum, area.groups ? area.groups : area.threads, &sum))
        all_arrived(area, epoch, sum >> 32 == 0);
}

void notify(BarrierMember &member, BarrierPost post) {
    BarrierArea &area = *member.area;
    const std::uint32_t epoch = ++member.epoch;
    delay_point();
    PostLine &line = area.posts()[member.thread];
    if (area.flags) {
        line.word[epoch & 1].exchange(pack(epoch, post), std::memory_order_seq_cst);
        sync::wait_signal_after_rmw(line.point);
    } else {
        line.word[epoch & 1].store(pack(epoch, post), std::memory_order_relaxed);
        arrive(area, member.thread, epoch, post.tag == BarrierTag::plain);
    }
}

// Waits for all and returns what their posts come to.
BarrierPost await_flags(const BarrierMember &member, WaitKind kind) {
    BarrierArea &area = *member.area;
    const std::uint32_t epoch = member.epoch;
    BarrierPost outcome = unpack(area.posts()[member.thread].word[epoch & 1].load(std::memory_order_relaxed));
    for (unsigned t = 0; t < area.threads; ++t) {
        PostLine &line = area.posts()[t];
        const std::atomic<std::uint64_t> &word = line.word[epoch & 1];
        std::uint64_t seen = 0;
        sync::wait_until(line.point, {kind, epoch, t}, [&] {
            seen = word.load(std::memory_order_acquire);
            return is_of(seen, epoch);
        });
        outcome = merge(outcome, unpack(seen));
    }
    return outcome;
}

BarrierPost await_counter(const BarrierMember &member, WaitKind kind) {
    BarrierArea &area = *member.area;
    const std::uint32_t epoch = member.epoch;
    const std::atomic<std::uint64_t> &word = area.outcome[epoch & 1];
    std::uint64_t seen = 0;
    sync::wait_until(area.point, {kind, epoch, no_peer, area.between.nodes > 1}, [&] {
        seen = word.load(std::memory_order_acquire);
        return is_of(seen, epoch);
    });
    return unpack(seen);
}

BarrierResult await(const BarrierMember &member, BarrierPost post, WaitKind kind) {
    const BarrierPost outcome = member.area->flags ? await_flags(member, kind) : await_counter(member, kind);
    if (outcome.tag == BarrierTag::conflict) return BarrierResult::mismatch;
    // Rule 2: a value given to upc_wait must be the one given to upc_notify, if any thread gave one
    // there.
    if (post.tag == BarrierTag::value && outcome.tag == BarrierTag::value && post.value != outcome.value)
        return BarrierResult::mismatch;
    return BarrierResult::ok;
}

} // namespace

BarrierResult barrier_notify(BarrierMember &member, BarrierPost post) {
    if (member.notified) return BarrierResult::notified_twice;
    fence::strict_write();
    std::atomic_thread_fence(std::memory_order_seq_cst);
    notify(member, post);
    member.notified = true;
    return BarrierResult::ok;
}

BarrierResult barrier_wait(BarrierMember &member, BarrierPost post, WaitKind kind) {
    if (!member.notified) return BarrierResult::not_notified;
    const BarrierResult result = await(member, post, kind);
    member.notified = false;
    fence::strict_read(); // between the halves the program may have read
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return result;
}

BarrierResult barrier_pass(BarrierMember &member, BarrierPost post, WaitKind kind) {
    if (member.notified) return BarrierResult::notified_twice;
    fence::strict_write();
#if !defined(__x86_64__) // where a sequentially consistent read-modify-write is not a full fence
    std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
    notify(member, post);
    const BarrierResult result = await(member, post, kind);
#if !defined(__x86_64__)
    std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
    return result;
}

bool barrier_post_of(const BarrierMember &member, unsigned thread, BarrierPost *post) {
    const std::uint64_t word = member.area->posts()[thread].word[member.epoch & 1].load(std::memory_order_acquire);
    if (!is_of(word, member.epoch)) return false;
    *post = unpack(word);
    return true;
}

const BarrierVerdict &barrier_verdict(const BarrierMember &member) {
    return member.area->verdict[member.epoch & 1];
}

void barrier_carry(const BarrierMember &member, std::uint64_t word) {
    member.area->carry[(member.epoch + 1) & 1] = word;
}

void barrier_hear(BarrierArea &area, const BarrierNews &news) {
    BarrierStep step;
    if (barrier_nodes_hear(area.between, news, &step)) follow(area, news.epoch, step);
}

std::uint64_t barrier_messages(const BarrierArea &area) {
    return area.between.sent.load(std::memory_order_relaxed);
}

} // namespace polder::barrier

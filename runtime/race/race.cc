// What of race.h needs no particular detector: the hand, helpers of non-blocking copies, memory
// that changes hands.
#include "runtime/race/race.h"
#include "runtime/race/tsan.h"

#include "base/futex.h"
#include "runtime/core/job.h"
#include "runtime/node_heap/node_heap.h"
#include "runtime/segment/segment.h"

#include <cstdio>
#include <cstdlib>

namespace polder::race {

const RaceDetector *race_detector = nullptr;

namespace {

// An actor and the tokens by which the calling thread and it tell one another what they know.
struct Actor {
    void *is;       // null: not made yet
    char begins[8]; // tokens
    char ends[8];   // tokens
};

// Of a UPC thread; its other system threads share it.
struct Hand {
    FutexLock lock;
    Actor actor;
    bool used;   // something has been the hand's deed, or may be
    bool behind; // there was a fence since it last learnt, which it was not told of as it was not used
};
POLDER_PRIVATE Hand hand = {};

void make(Actor &actor, const char *kind) {
    if (actor.is) return;
    char name[64];
    std::snprintf(name, sizeof name, "%s of UPC thread %u", kind, mythread());
    actor.is = race_detector->actor_make(name);
}

// In scope while the calling system thread acts as another; returns to what it was.
class Acting {
public:
    explicit Acting(const Actor &actor) : before_(race_detector->actor_now()) { race_detector->become(actor.is); }
    ~Acting() { race_detector->become(before_); }
    Acting(const Acting &) = delete;
    Acting &operator=(const Acting &) = delete;

private:
    void *const before_;
};

Hand &locked_hand() {
    Hand &mine = local(hand);
    mine.lock.lock();
    make(mine.actor, "hand");
    return mine;
}

// Both halves: the hand learns what the thread has done, the thread what the hand has done.
void teach(Hand &mine) {
    mine.behind = false;
    race_detector->give(mine.actor.begins);
    {
        const Acting as_hand(mine.actor);
        race_detector->take(mine.actor.begins);
        race_detector->give(mine.actor.ends);
    }
    race_detector->take(mine.actor.ends);
}

// To act as it: from now on it must be told of each fence.
Hand &used_hand() {
    Hand &mine = locked_hand();
    if (mine.behind) teach(mine);
    mine.used = true;
    return mine;
}

} // namespace

void race_start() {
    race_detector = tsan_detector();
    if (!race_watched() || control().shape.processes == 1 || job_process != 0) return;
    std::fprintf(stderr, "polder: ThreadSanitizer sees the threads of one process only; of races between processes it "
                         "says nothing\nhint: upcrun -p 1\n");
}

void race_thread_start() {
    if (race_watched()) race_detector->thread_name(mythread());
}

// ---- order ----

void fence_of_all() {
    Hand &mine = locked_hand();
    teach(mine);
    mine.lock.unlock();
}

// A loop that waits for a strict flag makes millions of fences, and detectors number what threads
// give with few bits. So a hand that nothing was ever done by is not told. At its first deed it
// knows a little too much, all up to that moment.
void fence() {
    if (local(hand).used) return fence_of_all();
    local(hand).behind = true;
}

void give(RaceToken token) {
    fence();
    race_detector->give(token);
}

void take(RaceToken token) {
    race_detector->take(token);
    fence();
}

// The hand gives what it knows in front of the operation and takes behind it. So a reader of the
// value takes what its writer's hand knew: what the writer had done at its last fence. The reader
// learns that at a fence of its own. This is C11's rule.
void atomic_before(const volatile void *at, std::size_t bytes, bool writes, const RaceSite &site) {
    race_detector->atomic(at, bytes, writes, site);
    if (!writes) return;
    Hand &mine = used_hand();
    {
        const Acting as_hand(mine.actor);
        race_detector->give(at);
    }
    mine.lock.unlock();
}

void atomic_after(const volatile void *at, bool reads) {
    if (!reads) return;
    Hand &mine = used_hand();
    {
        const Acting as_hand(mine.actor);
        race_detector->take(at);
    }
    mine.lock.unlock();
}

RaceHand::RaceHand() : before_(race_detector->actor_now()) {
    race_detector->become(used_hand().actor.is);
}

RaceHand::~RaceHand() {
    race_detector->become(before_);
    local(hand).lock.unlock();
}

// ---- accesses ----

namespace {

bool in_reach(polder_ga at, std::size_t bytes) {
    return bytes && ga_is_near(at) && ga_is_near(at + bytes - 1);
}

// Each part of a block on this node: of one from the symmetric heap there is one in each segment.
template <class Visit> void visit_parts(polder_ga block, Visit visit) {
    if (!ga_is_near(block)) return;
    if (ga_offset(block) >= node_range.local_begin) return visit(static_cast<char *>(near_pointer(block)));
    for (unsigned t = 0; t < node_range.threads; ++t)
        visit(static_cast<char *>(segment_of(node_range.first + t)) + ga_offset(block));
}

// Memory changes hands by tokens of places: each page of it has one, and of large blocks each four
// million bytes. So no list is kept of what was given back; whoever obtains any part of it takes
// the token of its place.
constexpr std::uintptr_t page = 4096;
constexpr std::uintptr_t large = 4 << 20;

template <class Visit> void visit_places(const char *at, std::size_t bytes, std::uintptr_t unit, Visit visit) {
    const auto begin = reinterpret_cast<std::uintptr_t>(at);
    for (std::uintptr_t place = begin / unit * unit; place < begin + bytes; place += unit)
        visit(reinterpret_cast<RaceToken>(place + (unit == large ? 8 : 0)));
}

POLDER_PRIVATE RaceSite site_now = {};

// Of what is given back: telling takes the detector as much memory as a use of it.
constexpr std::size_t most_told = 65536;

} // namespace

void at(const RaceSite &site) {
    local(site_now) = site;
}

const RaceSite &last_site() {
    return local(site_now);
}

void RaceCall::begin() const {
    race::at(site_);
    race_detector->hush();
}

void copied(const void *source, void *target, std::size_t bytes) {
    if (!bytes) return;
    race_detector->speak();
    race_detector->access(source, bytes, false, race::last_site());
    race_detector->access(target, bytes, true, race::last_site());
    race_detector->hush();
}

void RaceCall::tell(const void *at, std::size_t bytes, bool writes) const {
    if (!bytes) return;
    race_detector->speak();
    race_detector->access(at, bytes, writes, site_);
    race_detector->hush();
}

void RaceCall::tell_shared(polder_ga at, std::size_t bytes, bool writes) const {
    if (in_reach(at, bytes)) tell(near_pointer(at), bytes, writes);
}

void RaceCall::tell_obtained(polder_ga block, std::size_t bytes) const {
    visit_parts(block, [&](const char *at) {
        visit_places(at, bytes, page, race_detector->take);
        visit_places(at, bytes, large, race_detector->take);
    });
}

void RaceCall::tell_given_back(polder_ga block) const {
    if (!ga_is_near(block)) return;
    const bool own = ga_offset(block) >= node_range.local_begin;
    const std::size_t bytes = own ? node_heap::allocation_bytes(block) : node_heap::symmetric_bytes_each(block);
    if (!bytes) return; // no block: the call is about to say so
    visit_parts(block, [&](char *at) {
        tell(at, bytes < most_told ? bytes : most_told, true);
        visit_places(at, bytes, bytes < large ? page : large, race_detector->give);
    });
}

// ---- non-blocking copies ----

namespace {

struct Helper {
    Actor actor;
    std::uint32_t generation;
    bool busy;
};

constexpr unsigned most_helpers = 64; // under way at once in a UPC thread; a detector has a few thousand actors
constexpr unsigned long handle_mark = 1UL << 30; // no handle of runtime/rma/async.cc has it

struct Helpers { // of a UPC thread
    FutexLock lock;
    Actor implicit;
    Helper helper[most_helpers];
};
POLDER_PRIVATE Helpers *helpers_made = nullptr;

Helpers &helpers() {
    Hand &guard = locked_hand();
    Helpers *&mine = local(helpers_made);
    if (!mine) mine = static_cast<Helpers *>(std::calloc(1, sizeof(Helpers)));
    guard.lock.unlock();
    if (!mine) job_fail(1, "no memory to watch non-blocking copies");
    return *mine;
}

void carry(Actor &actor, const RaceCopy &copy, const RaceSite &site) {
    make(actor, "copy");
    race_detector->give(actor.begins);
    const Acting as_helper(actor);
    race_detector->take(actor.begins);
    if (copy.source) race_detector->access(copy.source, copy.bytes, false, site);
    race_detector->access(copy.target, copy.bytes, true, site);
    race_detector->give(actor.ends);
}

Helper *find(unsigned long handle) {
    const unsigned index = static_cast<unsigned>(handle & (handle_mark - 1));
    if (!(handle & handle_mark) || index >= most_helpers) return nullptr;
    Helper &helper = helpers().helper[index];
    return helper.busy && helper.generation == handle >> 32 ? &helper : nullptr;
}

} // namespace

unsigned long race_copy_begun(const RaceCopy &copy, const RaceSite &site) {
    Helpers &mine = helpers();
    mine.lock.lock();
    unsigned i = 0;
    while (i < most_helpers && mine.helper[i].busy)
        ++i;
    unsigned long handle = 0;
    if (i < most_helpers) {
        Helper &helper = mine.helper[i];
        helper.busy = true;
        carry(helper.actor, copy, site);
        handle = static_cast<unsigned long>(++helper.generation) << 32 | handle_mark | i;
    }
    mine.lock.unlock();
    return handle;
}

bool race_copy_is_handle(unsigned long handle) {
    return race_watched() && find(handle);
}

void race_copy_waited(unsigned long handle) {
    Helper &helper = *find(handle);
    race_detector->take(helper.actor.ends);
    helper.busy = false;
}

void race_copy_implicit(const RaceCopy &copy, const RaceSite &site) {
    Helpers &mine = helpers();
    mine.lock.lock();
    carry(mine.implicit, copy, site);
    mine.lock.unlock();
}

void race_copies_waited() {
    race_detector->take(helpers().implicit.ends);
}

} // namespace polder::race

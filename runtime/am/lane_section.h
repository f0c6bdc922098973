// Which thread of a process may use the process's lanes (lane.h). A process of one system thread
// uses them as they are. With several, the first one that needs a lane becomes the owner of a
// biased lock (core/biased_lock.h). The owner sends and receives by lanes without a locked
// instruction. So a thread beside it that computes, or polls the network, costs messages nothing.
//
// The lanes are in one of three states, which follow one another.
//
//   unused   nobody has needed a lane while there were several threads
//   biased   the owner uses lanes inside a *section*; others use none. They send by the rings
//   locked   all threads use lanes, under a lock a lane
//
// Another thread than the owner that finds a message makes the state `locked`, for good. A process
// with several UPC threads is `locked` from the start, as all of them take messages.
//
// Invariant. Who uses a lane's data is alone there, and sees everything that earlier users did.
// Held by tests/unit/runtime/am/am_sections.cc.
//
//   1. biased: only the owner uses lanes, inside its section. Sections neither nest nor run
//      handlers, and wait for nobody.
//   2. The change from `biased` to `locked` is made under `changing`: the bias is revoked, then
//      inside is found to be 0. By the proof of biased_lock.h the owner never comes in again, and
//      all that it did happens before this look. If it is inside, the change is left to a later
//      call, so nobody waits.
//   3. `locked` is stored with release behind that look, and read with acquire by whoever takes the
//      lock of a lane. So step 2 happens before each use under a lock.
//   4. The owner may find its bias revoked when it has to end a lane (lane_ended). It then uses the
//      lane as in `locked`: it was the only one inside, and is not. Others use the lane only from
//      step 3 on, by read-modify-writes as this one does.
//   5. One system thread: nobody else is there, in any state. What threads did that have ended
//      happens before. Threads that it starts see what it did.
#pragma once

#include "runtime/core/biased_lock.h"

namespace polder::am {

enum class LaneState : std::uint32_t { unused, biased, locked };

struct LaneSharing {
    BiasedLock bias;
    std::atomic<LaneState> state;
    std::atomic<std::uint32_t> changing; // a thread is at the state; nobody waits for it
};
extern LaneSharing lane_sharing;

// Of a process with several threads. The first one becomes the owner if nobody is; true: then the
// caller is inside.
bool lane_section_first();
// True: the state is `locked`, because of this call or since before.
bool lane_make_locked();

inline bool lane_is_locked() {
    return lane_sharing.state.load(std::memory_order_acquire) == LaneState::locked;
}

class LaneSection {
public:
    // shared: the process may have several threads.
    [[gnu::always_inline]] explicit LaneSection(bool shared)
        : alone_(!shared || lane_sharing.bias.enter_quickly() || lane_section_first()), inside_(shared && alone_) {}
    [[gnu::always_inline]] ~LaneSection() { leave(); }
    LaneSection(const LaneSection &) = delete;
    LaneSection &operator=(const LaneSection &) = delete;

    // Nobody else is at the lanes until leave().
    bool is_alone() const { return alone_; }
    [[gnu::always_inline]] void leave() {
        if (inside_) lane_sharing.bias.leave();
        inside_ = false;
    }

private:
    bool alone_;
    bool inside_;
};

} // namespace polder::am

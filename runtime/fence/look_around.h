// Loops that look at memory until what they wait for is there: a turn in vain moves the job on. The
// thread sees what others write, and they what it has written.
#pragma once

#include "runtime/fence/strict.h"
#include "runtime/net/net.h"
#include "runtime/sync/spin_loop.h"

namespace polder::fence {

inline void move_on() {
    if (net::net_on()) net::net_poll();
    strict_acquire();
}

// A turn of a wait.
inline void look_around() {
    move_on();
    sync::spin_turn();
}

// A test that found nothing, maybe in a loop that works meanwhile (runtime/sync/spin_loop.h).
inline void look_around_once() {
    move_on();
    sync::poll_turn();
}

} // namespace polder::fence

// polder_spin: what a loop of the program that waits for shared memory to change calls in each
// turn.
#include "runtime/fence/strict.h"
#include "runtime/sync/spin_loop.h"

using namespace polder;

extern "C" [[gnu::visibility("default")]] void polder_spin() {
    __asm__ __volatile__("" ::: "memory");
    fence::strict_acquire(); // the loop sees what others write, and they what it has written
    sync::spin_turn();
}

// Spin loops: waits for a value in shared memory that nobody signals, so that they cannot park. A
// loop looks, and calls spin_turn when it has found nothing.
//
// A loop spins first, then gives way (give_way.h). Where threads share cores it then gives way in
// every turn, as long as the calls keep coming; elsewhere now and then (rule G6).
#pragma once

namespace polder::sync {

void spin_turn();
// The loop has found a message: more may come at once. So the next turns do not even pause.
void spin_again();

} // namespace polder::sync

// What an address is for the symmetric heap.
#pragma once

namespace polder::shmem {

// inside: it is in the heap, and not the start of a block.
enum class BlockState { in_use, freed, inside, outside };
// Of an initialised library.
BlockState block_state(void *memory);

} // namespace polder::shmem

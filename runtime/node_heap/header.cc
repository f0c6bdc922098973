// What is written into headers of blocks; see header.h. Reading and writing memory is the callers'.
#include "runtime/node_heap/header.h"

#include "runtime/core/job.h"

#include <polder/check.h>

#include <cstring>

extern "C" {
#pragma GCC visibility push(default)
const unsigned long *polder_freed = nullptr;
#pragma GCC visibility pop
}

namespace polder {

POLDER_PRIVATE CallPlace call_place = {nullptr, 0, nullptr, 0, 0};
bool heaps_checked = false;

namespace {

// The end of a long text, which says more of a path than its beginning.
template <std::size_t n> void keep_text(char (&to)[n], const char *text) {
    if (!text) return;
    const std::size_t length = std::strlen(text);
    std::strncpy(to, length < n ? text : text + (length - n + 1), n - 1);
}

} // namespace

BlockRecord record_made(std::size_t bytes) {
    const CallPlace &place = local(call_place);
    BlockRecord record = {};
    BlockHeader &header = record.header;
    header.magic = block_live;
    header.bytes = bytes;
    header.blocks = place.blocks;
    header.block = place.block;
    header.least = place.block ? place.blocks / threads() * place.block : bytes;
    header.line = place.line;
    keep_text(record.names.function, place.function);
    keep_text(record.names.file, place.file);
    call_place_forget();
    return record;
}

bool header_say_freed(BlockHeader *header, BlockNames *names) {
    if (header->magic != block_live) return false;
    const CallPlace &place = local(call_place);
    header->magic = block_freed;
    header->freed_line = place.line;
    keep_text(names->freed_file, place.file);
    return true;
}

void call_place_forget() {
    local(call_place) = {};
}

} // namespace polder

// What the end of a job before its time needs of the layers above runtime/core.
#include "runtime/boot/ranks.h"
#include "runtime/fault/explain.h"
#include "runtime/fault/snapshot.h"
#include "runtime/io/output.h"
#include "runtime/start/start.h"

namespace polder {

namespace {

void copy_stack(const void *context) {
    snapshot_take(area<SnapshotArea>(Area::snapshot)->ending, context);
}

} // namespace

void ending_prepare() {
    ending_steps = {output_flush_thread, copy_stack, crash_places_print, ranks_end};
}

} // namespace polder

// What the end of a job before its time needs of the layers above runtime/core.
#include "runtime/boot/ranks.h"
#include "runtime/fault/explain.h"
#include "runtime/fault/snapshot.h"
#include "runtime/io/write_out.h"
#include "runtime/start/start.h"

namespace polder::start {

namespace {

void copy_stack(const void *context) {
    fault::snapshot_take(area<fault::SnapshotArea>(Area::snapshot)->ending, context);
}

} // namespace

void ending_prepare() {
    ending_steps = {io::write_out, copy_stack, fault::crash_places_print, boot::ranks_end};
}

} // namespace polder::start

// Node parts: what the classes that watch a node have in common. The supervisor owns them, but for
// the control block and who is told, and all outlive those classes.
#pragma once

#include "runtime/core/job.h"

namespace polder::run {

class Children;
class JobObserver;
class NodeEnd;

struct NodeParts {
    ControlBlock &block;
    Children &children;
    NodeEnd &end;
    JobObserver &observer;
};

} // namespace polder::run

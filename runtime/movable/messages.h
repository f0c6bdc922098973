// The messages of this folder, by their numbers in runtime/am.
#pragma once

namespace polder::movable {

enum Handler : unsigned {
    handle_steal = 80, // to a thread of another node: half of what a thread there offers
    handle_stolen,     // the answer: tasks, or none
    handle_question,   // of thread 0 to the first thread of a node (termination.cc)
    handle_answer,
    handle_over
};

} // namespace polder::movable

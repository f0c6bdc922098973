// What calls of <polder/polder.h> that compilers do in place know of this node; the rules are in
// polder/inline/here.h. The variable is a constant to them; here it is written under a name of its
// own, once.
//
// It says what polder_node says to generated code, so that memory that tests declare far
// (POLDER_FAR_TEST) is reached by calls. A detector of races has to be told of each access: then it
// stays as it is, and every call comes to the library.
#include "runtime/start/here.h"
#include "runtime/race/race.h"

#include <polder/memory.h>

extern "C" {
[[gnu::visibility("default")]] extern struct polder_here polder_here_told __asm__("polder_here");
}
struct polder_here polder_here_told = {polder_ga{1} << 63, polder_ga{1} << 62, 0, 0};

namespace polder::start {

void here_told() {
    if (race::race_watched()) return;
    polder_here_told.shift = polder_node.shift;
    polder_here_told.first = polder_node.first - polder_node.shift;
    polder_here_told.length = polder_node.length;
    polder_here_told.whole = polder_node.one != 0;
}

} // namespace polder::start

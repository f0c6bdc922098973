// What the program's language calls the threads of the job: threads in UPC, PEs in OpenSHMEM.
// Messages of the engine and of the launcher name them so.
#pragma once

#include "runtime/core/job.h"

#include <cstdio>

namespace polder {

// "thread", "PE".
inline const char *member_word(MemberWord word) {
    return word == MemberWord::pe ? "PE" : "thread";
}
inline const char *member_word(const ControlBlock &block) {
    return member_word(block.naming.word.load(std::memory_order_relaxed));
}
inline const char *member_word() {
    return member_word(control());
}

// Where system threads are spoken of, too: "UPC thread", "PE".
inline const char *member_term() {
    return control().naming.word.load(std::memory_order_relaxed) == MemberWord::pe ? "PE" : "UPC thread";
}

// "thread 3", "PE 3".
struct MemberName {
    char text[24];
};
inline MemberName member_name(const ControlBlock &block, unsigned thread) {
    MemberName name;
    std::snprintf(name.text, sizeof name.text, "%s %u", member_word(block), thread);
    return name;
}
inline MemberName member_name(unsigned thread) {
    return member_name(control(), thread);
}

} // namespace polder

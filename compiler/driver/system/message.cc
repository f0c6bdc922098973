// Writes messages of the driver to standard error, a hint on a line of its own.
#include "compiler/driver/system/message.h"

#include <cstdio>

namespace polder::cc {
namespace {

void say(const char *kind, const std::string &text, const char *hint) {
    fprintf(stderr, "upcc: %s: %s\n", kind, text.c_str());
    if (hint) fprintf(stderr, "hint: %s\n", hint);
}

} // namespace

void complain(const std::string &text, const char *hint) {
    say("error", text, hint);
}
void advise(const char *hint) {
    fprintf(stderr, "hint: %s\n", hint);
}
void warn(const std::string &text, const char *hint) {
    say("warning", text, hint);
}

} // namespace polder::cc

// polder doctor: does Polder work on this machine, and if not, why? It compiles a program and runs
// it on each mapping, looks at what limits jobs, and with hosts tries each of them and each pair.
//
// A finding is `ok`, a `note` (works, but not everything, or not for long), or `wrong`: something
// has failed or will. Only `wrong` makes the exit status 1. What a run shows goes before what a
// limit suggests.
#pragma once

#include "tools/polder/polder.h"

namespace polder::tool {

class Findings {
public:
    void ok(const std::string &what) { say("ok", what, ""); }
    void note(const std::string &what, const std::string &hint) {
        say("note", what, hint);
        ++notes_;
    }
    void wrong(const std::string &what, const std::string &hint) {
        say("wrong", what, hint);
        ++wrongs_;
    }
    unsigned wrongs() const { return wrongs_; }
    unsigned notes() const { return notes_; }

private:
    static void say(const char *kind, const std::string &what, const std::string &hint);
    unsigned notes_ = 0;
    unsigned wrongs_ = 0;
};

// The compiler, and the program it makes on each mapping.
void examine_mappings(Findings &findings);
// Limits of the shell, shared memory, debuggers.
void examine_machine(Findings &findings);
// The hosts of a job of these options of upcrun: each, then all, then pairs if all fail.
void examine_hosts(Findings &findings, const Words &launch);

} // namespace polder::tool

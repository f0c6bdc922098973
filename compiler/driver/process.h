// Running the stages of the back end, and what must not outlive upcc: temporary files.
// Text goes between upcc and a stage through anonymous memory files: nothing to clean up, no deadlock between two pipes, and
// the back end sees an ordinary file.
// Invariant: whatever ends upcc (return, fatal signal), every file made by temporary_file is gone.
#pragma once

#include <string>
#include <vector>

namespace polder::cc {

struct Streams {
    int in = -1;  // -1: inherited
    int out = -1;
};

/// Runs a command to its end. Returns its exit status; 1 and a message if it cannot be started or dies of a signal.
int run_command(const std::vector<std::string> &words, Streams streams = {});

/// A memory file of that content, positioned at its start; -1 and a message on failure.
int memory_file(const std::string &content);
/// Reads a memory file from its start to its end.
bool read_memory_file(int fd, std::string &content);

/// A new empty file in $TMPDIR (else /tmp) whose name ends in suffix; empty and a message on failure.
std::string temporary_file(const std::string &suffix);
/// Removes all of them. Called by the handlers of fatal signals too.
void remove_temporary_files();
/// From now on INT, TERM, HUP and PIPE clean up, end the running stage and then end upcc.
void catch_fatal_signals();

/// For -v and -###: the words quoted for a shell.
std::string shell_quoted(const std::vector<std::string> &words);

} // namespace polder::cc

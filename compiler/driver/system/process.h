// Running the stages of the back end, and what must not outlive upcc: temporary files and running
// stages.
//
// The compiling stage is started while the preprocessor still works, because starting a compiler
// takes as long as translating a small file. It waits for its text on a pipe. Its text begins
// inside a comment that the real text closes first, and lies in the pipe before the stage starts.
// So a stage whose upcc was killed meets the end of the file in a comment and makes no object.
//
// Invariant: every file made by temporary_file is gone once upcc and its stages are, whatever ends
// upcc (return, signal, SIGKILL too). An upcc that ends by itself removes the files. For the end
// that upcc does not see there is a guard, a process forked with the first file. The guard has a
// session of its own, so signals to upcc's group or terminal do not reach it. The guard reads the
// names from a socket. Held by tests/e2e/driver/driver_interrupt.py. Proof:
//   1. upcc holds the socket's other end, and every stage and what a stage starts inherit it.
//   2. So the end of the socket says that none of them is left. Nobody makes one of the files once
//      more after the guard removed it.
//   3. An empty name says that the files are gone; the guard leaves without touching names that
//      somebody else may have by then.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace polder::cc {

/// Runs a command to its end. Returns its exit status; 1 and a message if it cannot be started or
/// dies of a signal.
int run_command(const std::vector<std::string> &words);

/// How a preprocessor ended.
struct Reading {
    int status = 0;             // as of run_command
    bool too_long = false;      // it wrote more than longest_text; it was stopped
    bool out_of_memory = false; // it failed after it had taken about as much memory as it may
};

/// A preprocessor, with its output collected in text. seen is called after each piece, with what is
/// there so far. It may take as much memory as a text of greatest length can need, not all that the
/// machine has. A header without an end (a device, a pipe) must not starve the other programs of
/// the machine.
Reading run_and_read(const std::vector<std::string> &words, std::string &text, const std::function<void()> &seen);

/// The same with what it says on standard error.
int run_and_read_messages(const std::vector<std::string> &words, std::string &text);

/// Where a command's standard error goes.
enum class Messages : uint8_t { shown, kept };

/// A command that reads on its standard input what will be known later: C text, which may be
/// preceded by a comment. At most two are there at a time.
class FedCommand {
public:
    FedCommand() = default;
    FedCommand(const FedCommand &) = delete;
    FedCommand &operator=(const FedCommand &) = delete;
    ~FedCommand() { abandon(); }

    bool started() const { return child_ > 0; }
    /// False and a message if it cannot be started. `head` is text that is known already, `output`
    /// what abandon removes.
    bool start(const std::vector<std::string> &words, const std::string &head, const std::string &output,
               Messages messages = Messages::shown);
    /// Gives it the text, all that it will get.
    void feed(const std::string &text);
    /// Waits for its end. Returns as run_command. What it said, if that is kept, is in messages().
    int finish();
    const std::string &messages() const { return messages_; }
    /// Ends it without a word and without an object.
    void abandon();

private:
    void read_messages();

    std::string name_;
    std::string output_;
    std::string messages_;
    pid_t child_ = 0;
    size_t slot_ = 0; // of the list that the handler of fatal signals reads
    int input_ = -1;
    int said_ = -1;
};

/// Whether a command that ended well has made its file. If not, complains.
bool has_made(const std::vector<std::string> &command, const std::string &path);

/// Removes a file that a command made; devices and pipes stay.
void remove_output(const std::string &path);

/// A new empty file in $TMPDIR (else /tmp) whose name ends in suffix; empty and a message on
/// failure.
std::string temporary_file(const std::string &suffix);
/// Removes all of them. Called by the handlers of fatal signals too.
void remove_temporary_files();
/// The same at the end of upcc, when no stage runs.
void end_temporary_files();
/// From now on INT, TERM, HUP and PIPE clean up, end the running stage and then end upcc.
void catch_fatal_signals();
/// What those signals do before upcc ends; for handlers: no allocation, no lock.
void end_stages_and_clean_up(int signal_number);

/// For -v and -###: the words quoted for a shell.
std::string shell_quoted(const std::vector<std::string> &words);

} // namespace polder::cc

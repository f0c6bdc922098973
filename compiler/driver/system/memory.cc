// The handler runs where an allocation failed, so it allocates nothing and throws nothing: all it
// says stands in arrays.
#include "compiler/driver/system/memory.h"

#include "compiler/driver/system/process.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <unistd.h>

namespace polder::cc {
namespace {

char file_name[4096];

void on_end_of_memory() {
    char message[sizeof file_name + 300];
    const int length =
        snprintf(message, sizeof message,
                 "upcc: error: out of memory%s%s\n"
                 "hint: upcc needs about ten times the size of the preprocessed text (upcc -E shows it); does the "
                 "source include a file without an end, or is there a limit (ulimit -v)?\n",
                 *file_name ? " while compiling " : "", file_name);
    sigset_t everything;
    sigfillset(&everything);
    sigprocmask(SIG_BLOCK, &everything, nullptr);
    end_stages_and_clean_up(SIGTERM);
    const ssize_t written = write(STDERR_FILENO, message, static_cast<size_t>(length));
    _exit(written < 0 ? 2 : 1);
}

} // namespace

void catch_end_of_memory() {
    std::set_new_handler(on_end_of_memory);
}

void memory_is_for(const std::string &file) {
    snprintf(file_name, sizeof file_name, "%s", file.c_str());
}

} // namespace polder::cc

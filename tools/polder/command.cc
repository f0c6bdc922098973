// Runs a command with a pipe for each of its streams and waits for its end.
#include "tools/polder/command.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace polder::tool {
namespace {

[[noreturn]] void execute(const Words &words, const int (&out)[2], const int (&err)[2]) {
    const int null = open("/dev/null", O_RDONLY);
    if (null >= 0) dup2(null, STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    dup2(err[1], STDERR_FILENO);
    std::vector<char *> arguments;
    for (const std::string &word : words)
        arguments.push_back(const_cast<char *>(word.c_str()));
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data());
    dprintf(STDERR_FILENO, "cannot run %s: %s\n", arguments[0], std::strerror(errno));
    _exit(127);
}

// What comes through both pipes until nobody holds them.
void read_both(int out, int err, Outcome &outcome) {
    pollfd ends[2] = {{out, POLLIN, 0}, {err, POLLIN, 0}};
    std::string *texts[2] = {&outcome.out, &outcome.err};
    char buffer[4096];
    while (ends[0].fd >= 0 || ends[1].fd >= 0) {
        if (poll(ends, 2, -1) < 0 && errno != EINTR) return;
        for (int i = 0; i < 2; ++i) {
            if (ends[i].fd < 0 || !ends[i].revents) continue;
            const ssize_t got = read(ends[i].fd, buffer, sizeof buffer);
            if (got > 0)
                texts[i]->append(buffer, static_cast<std::size_t>(got));
            else if (got == 0 || errno != EINTR)
                ends[i].fd = -1;
        }
    }
}

} // namespace

Outcome run_command(const Words &words) {
    Outcome outcome;
    int out[2] = {-1, -1};
    int err[2] = {-1, -1};
    pid_t child = -1;
    if (pipe2(out, O_CLOEXEC) == 0 && pipe2(err, O_CLOEXEC) == 0) child = fork();
    if (child == 0) execute(words, out, err);
    if (child < 0) outcome = {127, "", std::string("cannot start a process: ") + std::strerror(errno) + "\n"};
    for (const int fd : {out[1], err[1]})
        if (fd >= 0) close(fd);
    if (child > 0) read_both(out[0], err[0], outcome);
    for (const int fd : {out[0], err[0]})
        if (fd >= 0) close(fd);
    int status = 0;
    if (child > 0 && waitpid(child, &status, 0) == child)
        outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return outcome;
}

std::string own_folder() {
    const std::string self = own_path();
    return self.substr(0, self.rfind('/') + 1);
}

std::string last_line(const std::string &text) {
    const std::size_t end = text.find_last_not_of('\n');
    if (end == std::string::npos) return {};
    const std::size_t begin = text.rfind('\n', end);
    return text.substr(begin == std::string::npos ? 0 : begin + 1, end - (begin == std::string::npos ? -1ul : begin));
}

std::string first_error(const std::string &text) {
    const std::size_t at = text.find("error: ");
    if (at == std::string::npos) return last_line(text);
    return text.substr(at + 7, text.find('\n', at) - at - 7);
}

} // namespace polder::tool

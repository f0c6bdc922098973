#include "compiler/driver/process.h"

#include "compiler/driver/message.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace polder::cc {
namespace {

// Names live in a list that only grows: a signal handler may walk it at any moment.
struct TemporaryName {
    TemporaryName *next;
    char path[1];
};
std::atomic<TemporaryName *> temporary_names{nullptr};
std::atomic<pid_t> running{0};

void on_fatal_signal(int signal_number) {
    if (const pid_t child = running.load()) kill(child, signal_number);
    remove_temporary_files();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

void remember(const std::string &path) {
    auto *name = static_cast<TemporaryName *>(malloc(sizeof(TemporaryName) + path.size()));
    if (!name) return;
    memcpy(name->path, path.c_str(), path.size() + 1);
    name->next = temporary_names.load();
    temporary_names.store(name);
}

int status_of(const std::vector<std::string> &words, int status) {
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    const int number = WTERMSIG(status);
    complain(words[0] + " was ended by signal " + std::to_string(number) + " (" + strsignal(number) + ")",
             number == SIGKILL ? "the machine may be out of memory" : nullptr);
    return 1;
}

} // namespace

int run_command(const std::vector<std::string> &words, Streams streams) {
    std::vector<char *> argv;
    for (const std::string &word : words)
        argv.push_back(const_cast<char *>(word.c_str()));
    argv.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (streams.in >= 0) posix_spawn_file_actions_adddup2(&actions, streams.in, 0);
    if (streams.out >= 0) posix_spawn_file_actions_adddup2(&actions, streams.out, 1);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed) {
        complain("cannot run '" + words[0] + "': " + strerror(failed));
        return 1;
    }
    running = child;
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    running = 0;
    return status_of(words, status);
}

int memory_file(const std::string &content) {
    const int fd = memfd_create("upcc", MFD_CLOEXEC);
    for (size_t done = 0; fd >= 0 && done < content.size();) {
        const ssize_t n = write(fd, content.data() + done, content.size() - done);
        if (n > 0) {
            done += static_cast<size_t>(n);
        } else if (errno != EINTR) {
            close(fd);
            complain(std::string("cannot keep the generated code in memory: ") + strerror(errno));
            return -1;
        }
    }
    if (fd < 0) complain(std::string("cannot make a memory file: ") + strerror(errno));
    else lseek(fd, 0, SEEK_SET);
    return fd;
}

bool read_memory_file(int fd, std::string &content) {
    struct stat info;
    if (fstat(fd, &info) < 0) return false;
    content.resize(static_cast<size_t>(info.st_size));
    for (size_t done = 0; done < content.size();) {
        const ssize_t n = pread(fd, content.data() + done, content.size() - done, static_cast<off_t>(done));
        if (n > 0) done += static_cast<size_t>(n);
        else if (n == 0 || errno != EINTR) return false;
    }
    return true;
}

std::string temporary_file(const std::string &suffix) {
    const char *dir = getenv("TMPDIR");
    std::string path = std::string(dir && *dir ? dir : "/tmp") + "/upccXXXXXX" + suffix;
    sigset_t everything, before;
    sigfillset(&everything);
    sigprocmask(SIG_BLOCK, &everything, &before); // no signal between making the file and remembering it
    const int fd = mkostemps(path.data(), static_cast<int>(suffix.size()), 0);
    if (fd >= 0) remember(path);
    sigprocmask(SIG_SETMASK, &before, nullptr);
    if (fd < 0) {
        complain("cannot make a temporary file '" + path + "': " + strerror(errno), "set TMPDIR to a writable folder");
        return "";
    }
    close(fd);
    return path;
}

void remove_temporary_files() {
    for (TemporaryName *name = temporary_names.load(); name; name = name->next)
        unlink(name->path);
}

void catch_fatal_signals() {
    for (int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
        struct sigaction now = {};
        if (sigaction(number, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) continue;
        signal(number, on_fatal_signal);
    }
}

std::string shell_quoted(const std::vector<std::string> &words) {
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%^";
    std::string text;
    for (const std::string &word : words) {
        text += text.empty() ? "" : " ";
        if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) {
            text += word;
            continue;
        }
        text += '\'';
        for (char c : word)
            text += c == '\'' ? std::string("'\\''") : std::string(1, c);
        text += '\'';
    }
    return text;
}

} // namespace polder::cc

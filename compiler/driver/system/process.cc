// Starts stages with pipes between them, and the guard that removes files if upcc is killed.
#include "compiler/driver/system/process.h"

#include "base/instrumented.h"
#include "compiler/driver/system/message.h"
#include "compiler/lex/source.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
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
std::atomic<pid_t> running{0}; // a stage in our process group
std::atomic<pid_t> waiting[2]; // FedCommands, each with a process group of its own

void on_fatal_signal(int signal_number) {
    end_stages_and_clean_up(signal_number);
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

// ---- the guard of the temporary files ----

int guard_input = -1; // inherited by all stages

[[noreturn]] void guard_main(int input) {
    setsid();
    dup2(input, 0); // and nothing else: whoever reads upcc's output waits for all who hold it
    close_range(1, ~0u, 0);
    std::string said;
    char buffer[4096];
    for (ssize_t n; (n = read(0, buffer, sizeof buffer)) != 0;) {
        if (n < 0) break;
        said.append(buffer, static_cast<size_t>(n));
        if (said.size() > 1 && said.ends_with(std::string_view("\0\0", 2))) _exit(0); // an empty name behind the others
    }
    for (const char *name = said.data(), *end = name + said.size(); name < end; name += strlen(name) + 1)
        unlink(name);
    _exit(0);
}

/// Called with all signals blocked, which the guard keeps so. Without a guard upcc still removes
/// its files when it sees its end.
void guard_start() {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return;
    const pid_t guard = fork();
    if (guard == 0) {
        close(ends[1]);
        guard_main(ends[0]);
    }
    close(ends[0]);
    if (guard < 0) {
        close(ends[1]);
        return;
    }
    fcntl(ends[1], F_SETFD, 0);
    guard_input = ends[1];
}

void guard_tell(const char *name) {
    if (guard_input < 0) return;
    if (send(guard_input, name, strlen(name) + 1, MSG_NOSIGNAL) < 0) guard_input = -1;
}

/// The exit status for that of a child. A reader who has seen enough ends a child by SIGPIPE, as in
/// `upcc --version | head -1`. That is no mistake: nothing is said, and the status is a shell's.
int status_of(const std::string &program, int status) {
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    const int number = WTERMSIG(status);
    if (number == SIGPIPE) return 128 + SIGPIPE;
    complain(program + " was ended by signal " + std::to_string(number) + " (" + strsignal(number) + ")",
             number == SIGKILL ? "the machine may be out of memory" : nullptr);
    return 1;
}

int wait_for(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

struct Pipe {
    int read = -1;
    int write = -1;
    bool open() {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) < 0) {
            complain(std::string("cannot make a pipe: ") + strerror(errno));
            return false;
        }
        read = ends[0];
        write = ends[1];
        fcntl(write, F_SETPIPE_SZ, 1 << 20); // fewer switches between the two processes; no matter if refused
        return true;
    }
};

/// Starts a command and notes it in `place` for the signal handler; no signal comes between the
/// two. Gives 0 and a message if the command cannot be started.
pid_t spawn(const std::vector<std::string> &words, int in, int out, std::atomic<pid_t> &place, int err = -1) {
    const bool own_group = &place != &running;
    std::vector<char *> argv;
    argv.reserve(words.size() + 1);
    for (const std::string &word : words)
        argv.push_back(const_cast<char *>(word.c_str()));
    argv.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (in >= 0) posix_spawn_file_actions_adddup2(&actions, in, 0);
    if (out >= 0) posix_spawn_file_actions_adddup2(&actions, out, 1);
    if (err >= 0) posix_spawn_file_actions_adddup2(&actions, err, 2);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t everything;
    sigset_t mask;
    sigfillset(&everything);
    sigprocmask(SIG_BLOCK, &everything, &mask);
    posix_spawnattr_setsigmask(&attributes, &mask);
    posix_spawnattr_setflags(&attributes,
                             static_cast<short>(POSIX_SPAWN_SETSIGMASK | (own_group ? POSIX_SPAWN_SETPGROUP : 0)));
    // In a group of its own a stage is in the background of the terminal, and may write messages
    // there all the same.
    void (*before)(int) = own_group ? signal(SIGTTOU, SIG_IGN) : SIG_ERR;
    pid_t child = 0;
    const int failed = posix_spawnp(&child, argv[0], &actions, &attributes, argv.data(), environ);
    if (before != SIG_ERR) signal(SIGTTOU, before);
    if (!failed) place = child;
    sigprocmask(SIG_SETMASK, &mask, nullptr);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (!failed) return child;
    complain("cannot run '" + words[0] + "': " + strerror(failed));
    return 0;
}

/// Writes all of it; stops quietly if the reader is gone, whose exit status says why.
void write_all(int fd, std::string_view text) {
    struct sigaction before;
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &ignore, &before);
    while (!text.empty()) {
        const ssize_t n = write(fd, text.data(), text.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) break;
        text.remove_prefix(static_cast<size_t>(n));
    }
    sigaction(SIGPIPE, &before, nullptr);
}

} // namespace

int run_command(const std::vector<std::string> &words) {
    const pid_t child = spawn(words, -1, -1, running);
    if (!child) return 1;
    const int status = wait_for(child);
    running = 0;
    return status_of(words[0], status);
}

namespace {

/// What upcc keeps of a text of greatest length is half as much again; the preprocessor needs no
/// more.
constexpr rlim_t most_memory = rlim_t{longest_text} / 2 * 3;

/// Whether upcc itself is instrumented: then it has terabytes of shadow memory, above any limit.
constexpr bool instrumented = address_instrumented || thread_instrumented;

/// While it lives, commands that are started may take that much memory. They are the ones it is
/// meant for: upcc takes little memory meanwhile.
class LimitedMemory {
public:
    LimitedMemory() {
        if (instrumented) return;
        if (getrlimit(RLIMIT_DATA, &before_) < 0 || before_.rlim_cur <= most_memory) return;
        const struct rlimit now = {most_memory, before_.rlim_max};
        set_ = setrlimit(RLIMIT_DATA, &now) == 0;
    }
    LimitedMemory(const LimitedMemory &) = delete;
    LimitedMemory &operator=(const LimitedMemory &) = delete;
    ~LimitedMemory() {
        if (set_) setrlimit(RLIMIT_DATA, &before_);
    }

private:
    struct rlimit before_ = {};
    bool set_ = false;
};

/// Of what a preprocessor may take.
rlim_t memory_allowed() {
    rlim_t least = most_memory;
    for (const auto resource : {RLIMIT_AS, RLIMIT_DATA}) {
        struct rlimit limit;
        if (getrlimit(resource, &limit) == 0) least = std::min(least, limit.rlim_cur);
    }
    return least;
}

/// Reads to the end or until the text is longer than `most`. Returns whether it is.
bool read_all(int fd, size_t most, std::string &text, const std::function<void()> &seen) {
    char buffer[65536];
    for (ssize_t n; (n = read(fd, buffer, sizeof buffer)) != 0;) {
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) break;
        if (text.size() + static_cast<size_t>(n) > most) return true;
        text.append(buffer, static_cast<size_t>(n));
        seen();
    }
    return false;
}

} // namespace

Reading run_and_read(const std::vector<std::string> &words, std::string &text, const std::function<void()> &seen) {
    Pipe pipe;
    if (!pipe.open()) return {1};
    pid_t child = 0;
    {
        const LimitedMemory limit;
        child = spawn(words, -1, pipe.write, running);
    }
    close(pipe.write);
    Reading result;
    if (child) result.too_long = read_all(pipe.read, longest_text, text, seen);
    close(pipe.read);
    if (!child) return {1};
    if (result.too_long) kill(child, SIGTERM); // its own children meet the closed pipe
    int status = 0;
    struct rusage used = {};
    while (wait4(child, &status, 0, &used) < 0 && errno == EINTR) {
    }
    running = 0;
    if (result.too_long) {
        result.status = 1;
        return result;
    }
    result.status = status_of(words[0], status);
    result.out_of_memory = result.status != 0 && rlim_t(used.ru_maxrss) * 1024 > memory_allowed() / 2;
    return result;
}

int run_and_read_messages(const std::vector<std::string> &words, std::string &text) {
    Pipe pipe;
    if (!pipe.open()) return 1;
    const pid_t child = spawn(words, -1, -1, running, pipe.write);
    close(pipe.write);
    if (child) read_all(pipe.read, text.max_size(), text, [] {});
    close(pipe.read);
    if (!child) return 1;
    const int status = wait_for(child);
    running = 0;
    return status_of(words[0], status);
}

bool FedCommand::start(const std::vector<std::string> &words, const std::string &head, const std::string &output,
                       Messages messages) {
    Pipe pipe;
    if (!pipe.open()) return false;
    // A file, not a pipe: nobody needs to read while the command runs.
    if (messages == Messages::kept) said_ = memfd_create("messages", MFD_CLOEXEC);
    slot_ = waiting[0] == 0 ? 0 : 1;
    // Written before the command starts, which would make an object of an empty text. PIPE_BUF
    // bytes fit into every pipe, so this write cannot block. A head cut within its file name is
    // refused.
    const std::string first = head + "/*";
    const size_t held = std::min<size_t>(first.size(), PIPE_BUF);
    input_ = pipe.write;
    write_all(input_, std::string_view(first).substr(0, held));
    child_ = spawn(words, pipe.read, -1, waiting[slot_], said_);
    close(pipe.read);
    name_ = words[0];
    output_ = output;
    if (!child_) {
        abandon();
        return false;
    }
    write_all(input_, std::string_view(first).substr(held));
    return true;
}

void FedCommand::feed(const std::string &text) {
    write_all(input_, "*/\n");
    write_all(input_, text);
    close(input_);
    input_ = -1;
}

int FedCommand::finish() {
    const int status = wait_for(child_);
    waiting[slot_] = child_ = 0;
    read_messages();
    return status_of(name_, status);
}

void FedCommand::read_messages() {
    if (said_ < 0) return;
    char buffer[65536];
    lseek(said_, 0, SEEK_SET);
    for (ssize_t n; (n = read(said_, buffer, sizeof buffer)) > 0;)
        messages_.append(buffer, static_cast<size_t>(n));
    close(said_);
    said_ = -1;
}

bool has_made(const std::vector<std::string> &command, const std::string &path) {
    if (path == "-" || access(path.c_str(), F_OK) == 0) return true;
    complain("'" + command[0] + "' ended without an error, and there is no '" + path + "'",
             "is it a C compiler? --cc and POLDER_CC name the one that upcc uses");
    return false;
}

void remove_output(const std::string &path) {
    struct stat info;
    if (!path.empty() && stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode)) unlink(path.c_str());
}

void FedCommand::abandon() {
    if (child_) {
        // First the driver of the compiler, which cleans up, then the rest of its group, which
        // still waits for the pipe. As their reaper we see the end of them all: an assembler that
        // was just starting may make its file until then.
        const pid_t group = child_;
        siginfo_t ended;
        prctl(PR_SET_CHILD_SUBREAPER, 1);
        kill(group, SIGTERM);
        while (waitid(P_PID, static_cast<id_t>(group), &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
        }
        kill(-group, SIGKILL);
        while (waitpid(-group, nullptr, 0) > 0 || errno == EINTR) {
        }
        waiting[slot_] = child_ = 0;
        remove_output(output_);
    }
    if (input_ >= 0) close(input_);
    if (said_ >= 0) close(said_);
    input_ = said_ = -1;
}

std::string temporary_file(const std::string &suffix) {
    const char *dir = getenv("TMPDIR");
    std::string path = std::string(dir && *dir ? dir : "/tmp") + "/upccXXXXXX" + suffix;
    sigset_t everything;
    sigset_t before;
    sigfillset(&everything);
    sigprocmask(SIG_BLOCK, &everything, &before); // no signal between making the file and remembering it
    const int fd = mkostemps(path.data(), static_cast<int>(suffix.size()), 0);
    if (fd >= 0) {
        if (!temporary_names.load()) guard_start();
        guard_tell(path.c_str());
        remember(path);
    }
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

void end_temporary_files() {
    remove_temporary_files();
    guard_tell("");
}

void end_stages_and_clean_up(int signal_number) {
    if (const pid_t child = running.load()) kill(child, signal_number);
    for (const std::atomic<pid_t> &place : waiting)
        if (const pid_t group = place.load()) kill(-group, signal_number);
    remove_temporary_files();
}

void catch_fatal_signals() {
    for (int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
        struct sigaction now = {};
        if (sigaction(number, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) continue;
        signal(number, on_fatal_signal);
    }
}

std::string shell_quoted(const std::vector<std::string> &words) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%^";
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

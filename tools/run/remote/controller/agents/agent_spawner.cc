// Makes the command for a host and starts so many of them at a time.
#include "tools/run/remote/controller/agents/agent_spawner.h"
#include "tools/run/plan/plan.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace polder::run {

namespace {

std::string own_path() {
    char path[4096];
    const ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
    return size > 0 ? std::string(path, static_cast<std::size_t>(size)) : "upcrun";
}

// Words as a shell would see them, without its expansions: blanks part them, quotes and backslashes
// keep.
std::vector<std::string> words_of(const std::string &text) {
    std::vector<std::string> words;
    bool inside = false;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (!quote && (c == ' ' || c == '\t')) {
            inside = false;
            continue;
        }
        if (!inside) words.emplace_back();
        inside = true;
        if (quote ? c == quote : c == '\'' || c == '"')
            quote = quote ? '\0' : c;
        else if (c == '\\' && quote != '\'' && i + 1 < text.size())
            words.back() += text[++i];
        else
            words.back() += c;
    }
    return words;
}

bool replace_host(std::string &word, const std::string &host) {
    static const std::string mark = "{host}";
    bool found = false;
    for (std::size_t at = 0; (at = word.find(mark, at)) != std::string::npos; at += host.size(), found = true)
        word.replace(at, mark.size(), host);
    return found;
}

bool goes_through_shell(const std::string &program) {
    const std::string name = program.substr(program.rfind('/') + 1);
    for (const char *known : {"ssh", "rsh", "remsh", "krsh", "oarsh", "qrsh", "autossh", "sshpass"})
        if (name == known) return true;
    return false;
}

std::string quoted(const std::string &text) {
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,:=@%";
    if (!text.empty() && text.find_first_not_of(safe) == std::string::npos) return text;
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + '\'';
}

// A terminal's signals are for the first upcrun alone, so an agent has a process group of its own.
// It stays in the session. Linux gives each session its share of the cores (autogroup), so sessions
// of one job would compete. Linux 6.18 even lets one session starve others for minutes. A process
// in the background that reads the terminal gets an error, and is not stopped.
void leave_foreground() {
    setpgid(0, 0);
    signal(SIGTTIN, SIG_IGN);
    signal(SIGTTOU, SIG_IGN);
}

} // namespace

std::vector<std::string> command_for(const std::string &rule, const std::string &host, const std::string &upcrun) {
    std::vector<std::string> words = words_of(rule.empty() ? "ssh -x {host}" : rule);
    bool named = false;
    for (std::string &word : words)
        named = replace_host(word, host) || named;
    if (!named) words.push_back(host);
    const std::string path = upcrun.empty() ? own_path() : upcrun;
    words.push_back(goes_through_shell(words[0]) ? quoted(path) : path);
    words.push_back(agent_option);
    return words;
}

AgentSpawner::AgentSpawner(const JobPlan &plan, StartOptions options)
    : plan_(plan), options_(std::move(options)), children_(plan.nodes.size()), waits_(epoll_create1(EPOLL_CLOEXEC)) {}

AgentSpawner::~AgentSpawner() {
    for (Child &child : children_) {
        if (child.output >= 0) close(child.output);
        if (!child.pid || child.ended) continue;
        kill(child.pid, child.local ? SIGKILL : SIGTERM);
        waitpid(child.pid, nullptr, child.local ? 0 : WNOHANG);
    }
    if (waits_ >= 0) close(waits_);
}

std::vector<AgentSpawner::Started> AgentSpawner::start_some() {
    std::vector<Started> result;
    while (waits() && under_way_ < options_.width) {
        const unsigned node = next_++;
        children_[node].local = plan_.nodes[node].local;
        children_[node].counted = true;
        ++under_way_;
        int line = -1;
        if (children_[node].local)
            line = fork_agent(node);
        else
            run_command(node);
        if (children_[node].pid) nodes_[children_[node].pid] = node;
        result.push_back({node, line});
    }
    return result;
}

// Not executed anew: the code is here, and nothing has to be found.
int AgentSpawner::fork_agent(unsigned node) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(1);
        const int line = dup2(ends[1], STDERR_FILENO + 1);
        fcntl(line, F_SETFD, FD_CLOEXEC);
        close_range(static_cast<unsigned>(line) + 1, ~0u, 0);
        leave_foreground();
        sigprocmask(SIG_SETMASK, &options_.mask, nullptr);
        _exit(agent_run(line, options_.call.key, node, options_.call.lost_after_s));
    }
    close(ends[1]);
    if (pid < 0) close(ends[0]);
    children_[node].pid = pid > 0 ? pid : 0;
    if (pid < 0) {
        failed_ = children_[node].ended = true;
        children_[node].status = 1;
        children_[node].last_line = std::strerror(errno);
    }
    return pid < 0 ? -1 : ends[0];
}

void AgentSpawner::run_command(unsigned node) {
    Child &child = children_[node];
    AgentCall call = options_.call;
    call.node = node;
    const std::vector<std::string> words = command_for(options_.rule, plan_.nodes[node].host, options_.upcrun);
    int input[2] = {-1, -1};
    int output[2] = {-1, -1};
    const pid_t parent = getpid();
    if (pipe2(input, O_CLOEXEC) == 0 && pipe2(output, O_CLOEXEC) == 0) child.pid = fork();
    if (child.pid == 0 && output[0] >= 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() != parent) _exit(1);
        std::vector<char *> arguments;
        arguments.reserve(words.size() + 1);
        for (const std::string &word : words)
            arguments.push_back(const_cast<char *>(word.c_str()));
        arguments.push_back(nullptr);
        dup2(input[0], STDIN_FILENO);
        dup2(output[1], STDOUT_FILENO);
        dup2(output[1], STDERR_FILENO);
        signal(SIGPIPE, SIG_DFL);
        sigprocmask(SIG_SETMASK, &options_.mask, nullptr);
        execvp(arguments[0], arguments.data());
        dprintf(STDERR_FILENO, "cannot run '%s': %s\n", arguments[0], std::strerror(errno));
        _exit(127);
    }
    const std::string line = call.line();
    if (child.pid < 0 || output[0] < 0 || write(input[1], line.data(), line.size()) < 0) { // fits into a pipe
        failed_ = child.ended = true;
        child.status = 1 << 8;
        child.last_line = std::strerror(errno);
    }
    for (const int fd : {input[0], input[1], output[1]})
        if (fd >= 0) close(fd);
    child.output = output[0];
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u32 = node;
    if (child.output >= 0 && fcntl(child.output, F_SETFL, O_NONBLOCK) == 0)
        epoll_ctl(waits_, EPOLL_CTL_ADD, child.output, &event);
    if (child.pid < 0) child.pid = 0;
}

void AgentSpawner::look() {
    epoll_event events[64];
    const int count = epoll_wait(waits_, events, 64, 0);
    for (int i = 0; i < count; ++i)
        read_output(events[i].data.u32);
}

void AgentSpawner::read_output(unsigned node) {
    Child &child = children_[node];
    char text[4096];
    for (ssize_t got;
         child.output >= 0 && ((got = read(child.output, text, sizeof text)) > 0 || got == 0 || errno != EAGAIN);) {
        if (got <= 0) {
            epoll_ctl(waits_, EPOLL_CTL_DEL, child.output,
                      nullptr); // a child forked meanwhile may hold it for a moment
            close(child.output);
            child.output = -1;
            return;
        }
        std::string_view lines(text, static_cast<std::size_t>(got));
        while (!lines.empty() && (lines.back() == '\n' || lines.back() == '\r'))
            lines.remove_suffix(1);
        if (!lines.empty()) child.last_line = lines.substr(lines.rfind('\n') + 1);
        if (child.last_line.size() > 300) child.last_line.resize(300);
    }
}

void AgentSpawner::connected(unsigned node) {
    if (children_[node].counted) --under_way_;
    children_[node].counted = false;
}

unsigned AgentSpawner::ended(pid_t pid, int status, bool *local_agent) {
    const auto found = nodes_.find(pid);
    if (found == nodes_.end()) return none;
    Child &child = children_[found->second];
    child.ended = true;
    child.status = status;
    failed_ = failed_ || status != 0;
    *local_agent = child.local;
    read_output(found->second);
    return found->second;
}

std::string AgentSpawner::status_text(unsigned node) const {
    const int status = children_[node].status;
    return WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                               : "exit status " + std::to_string(WEXITSTATUS(status));
}

void AgentSpawner::kill_local(unsigned node) {
    const Child &child = children_[node];
    if (child.local && child.pid && !child.ended) kill(child.pid, SIGKILL);
}

} // namespace polder::run

// The pipes of wrapped processes, and the thread that passes their lines on.
#include "tools/run/local/labels.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace polder::run {

namespace {

constexpr int moment_ms = 50; // a prompt at a terminal waits so long

void write_all(int fd, const std::string &text) {
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t n = write(fd, text.data() + done, text.size() - done);
        if (n < 0 && errno != EINTR) return; // nobody reads any more
        if (n > 0) done += static_cast<std::size_t>(n);
    }
}

void close_end(int &fd) {
    if (fd >= 0) close(fd);
    fd = -1;
}

std::string label_of(unsigned first, unsigned last) {
    return '[' + std::to_string(first) + (first == last ? "" : '-' + std::to_string(last)) + "] ";
}

bool begins_with_label(const std::string &line) {
    const std::size_t end = line.find("] ");
    return !line.empty() && line[0] == '[' && end != std::string::npos && end > 1 &&
           line.find_first_not_of("0123456789-", 1) == end;
}

} // namespace

bool Labels::open(const JobShape &shape, int output, int error) {
    output_ = output;
    for (unsigned process = 0; process < shape.processes; ++process)
        for (int target : {output, error}) {
            Stream stream{{-1, -1},
                          target,
                          label_of(shape.first_thread(process), shape.first_thread(process + 1) - 1),
                          "",
                          false};
            if (pipe2(stream.pipe, O_CLOEXEC) != 0) return false;
            streams_.push_back(std::move(stream));
        }
    return true;
}

void Labels::take_streams(unsigned process) const {
    if (!is_open()) return;
    dup2(streams_[std::size_t{2} * process].pipe[1], STDOUT_FILENO);
    dup2(streams_[std::size_t{2} * process + 1].pipe[1], STDERR_FILENO);
}

void Labels::start() {
    if (!is_open()) return;
    for (Stream &stream : streams_)
        close_end(stream.pipe[1]);
    thread_ = std::thread([this] { run(); });
}

Labels::~Labels() {
    job_is_over_.store(true);
    if (thread_.joinable()) thread_.join();
    for (Stream &stream : streams_) {
        close_end(stream.pipe[0]);
        close_end(stream.pipe[1]);
    }
}

void Labels::run() {
    std::vector<pollfd> waits;
    for (;;) {
        waits.clear();
        for (const Stream &stream : streams_)
            waits.push_back({stream.pipe[0], POLLIN, 0}); // poll leaves out what is negative
        bool open = false;
        for (const pollfd &wait : waits)
            open = open || wait.fd >= 0;
        if (!open) return;
        const bool over = job_is_over_.load();
        if (poll(waits.data(), waits.size(), moment_ms) == 0 && !show_unfinished(over) && over) return;
        for (std::size_t i = 0; i < waits.size(); ++i)
            if (waits[i].revents) read_from(streams_[i]);
    }
}

void Labels::read_from(Stream &stream) {
    char buffer[4096];
    const ssize_t n = read(stream.pipe[0], buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) return;
    if (n <= 0) {
        if (!stream.line.empty()) pass_on(stream, stream.line + '\n');
        stream.line.clear();
        return close_end(stream.pipe[0]);
    }
    stream.line.append(buffer, static_cast<std::size_t>(n));
    for (std::size_t end; (end = stream.line.find('\n')) != std::string::npos;) {
        pass_on(stream, stream.line.substr(0, end + 1));
        stream.line.erase(0, end + 1);
    }
}

// A line, or what there is of one.
void Labels::pass_on(Stream &stream, const std::string &text) {
    Stream *&unfinished = unfinished_[stream.target != output_];
    std::string out;
    if (unfinished && unfinished != &stream) {
        out = "\n";
        unfinished->shown = false;
    }
    out += stream.shown || begins_with_label(text) ? text : stream.label + text;
    stream.shown = text.back() != '\n';
    unfinished = stream.shown ? &stream : nullptr;
    write_all(stream.target, out);
}

// Of streams to a terminal, or of all. True if there was something to show.
bool Labels::show_unfinished(bool all) {
    bool shown = false;
    for (Stream &stream : streams_) {
        if (stream.line.empty() || !(all || isatty(stream.target))) continue;
        pass_on(stream, stream.line);
        stream.line.clear();
        shown = true;
    }
    return shown;
}

} // namespace polder::run

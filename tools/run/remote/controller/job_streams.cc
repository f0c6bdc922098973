// Waiting for standard streams while something of them is wanted (job_streams.h).
#include "tools/run/remote/controller/job_streams.h"

#include <unistd.h>

namespace polder::run {

JobStreams::JobStreams(unsigned nodes, Waits &waits, std::uint64_t first_tag,
                       std::function<void(unsigned node, std::uint32_t stream, std::size_t bytes)> written)
    : waits_(waits), first_tag_(first_tag),
      output_(STDOUT_FILENO, nodes, [written](unsigned node, std::size_t bytes) { written(node, 0, bytes); }),
      error_(STDERR_FILENO, nodes, [written](unsigned node, std::size_t bytes) { written(node, 1, bytes); }) {}

void JobStreams::watch(bool is_over) {
    const bool wanted[3] = {input_.wants_input() && !input_.always_ready() && !is_over, !output_.empty(),
                            !error_.empty()};
    for (int fd = 0; fd < 3; ++fd) {
        if (wanted[fd] == watched_[fd]) continue;
        if (!wanted[fd]) {
            waits_.remove(fd);
        } else if (!waits_.add(fd, fd == STDIN_FILENO ? EPOLLIN : EPOLLOUT, first_tag_ + static_cast<unsigned>(fd))) {
            if (fd == STDIN_FILENO) input_.set_always_ready();
            continue;
        }
        watched_[fd] = wanted[fd];
    }
}

void JobStreams::add(unsigned node, std::uint32_t stream, std::string_view bytes, bool may_end) {
    (stream == 0 ? output_ : error_).add(node, bytes, may_end);
}

void JobStreams::gone(unsigned node) {
    output_.gone(node);
    error_.gone(node);
}

} // namespace polder::run

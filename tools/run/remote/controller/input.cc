// Reads standard input and sends it on as the node takes it.
#include "tools/run/remote/controller/input.h"

#include <cerrno>
#include <unistd.h>

namespace polder::run {

bool Input::in_background() {
    return isatty(STDIN_FILENO) && tcgetpgrp(STDIN_FILENO) != getpgrp();
}

void Input::read_some(Channel &to) {
    char bytes[16 << 10];
    const std::size_t room = window - under_way_;
    const ssize_t got = read(STDIN_FILENO, bytes, room < sizeof bytes ? room : sizeof bytes);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (got <= 0) open_ = false;
    const std::size_t size = got > 0 ? static_cast<std::size_t>(got) : 0;
    under_way_ += size;
    to.send(Frame::input, std::string(bytes, size)); // without bytes: its end
}

} // namespace polder::run

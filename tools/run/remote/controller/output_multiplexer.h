// Output multiplexer: writes out here what the nodes write to one stream. It writes line after
// line, whichever node a line is of. It holds no more in memory than a window a node
// (output_pump.h). A node in the middle of a line keeps the others waiting until the line has ended
// or the node has gone.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace polder::run {

class OutputMultiplexer {
public:
    // written: so many bytes of the node's have gone out.
    OutputMultiplexer(int fd, unsigned nodes, std::function<void(unsigned node, std::size_t bytes)> written);

    void add(unsigned node, std::string_view bytes, bool may_end);
    void gone(unsigned node); // nothing more comes from it: a line it began ends here
    // Writes what the descriptor takes without blocking. False, with errno, if it refuses.
    bool pump();
    bool empty() const { return waiting_ == 0; }
    std::size_t waiting() const { return waiting_; } // bytes
    int fd() const { return fd_; }

private:
    struct Piece {
        std::string bytes;
        bool may_end;
    };
    struct Queue {
        std::deque<Piece> pieces;
        std::size_t at = 0; // written of the first
        bool listed = false;
        bool gone = false;
    };
    static constexpr unsigned none = ~0u;
    bool choose();
    ssize_t write_some(std::string_view bytes);
    void list(unsigned node);

    int fd_;
    bool regular_;
    std::function<void(unsigned, std::size_t)> written_;
    std::vector<Queue> queues_;
    std::deque<unsigned> turn_; // nodes with something to write, but not the owner
    unsigned owner_ = none;     // in the middle of a line
    std::size_t waiting_ = 0;   // bytes in all queues
};

} // namespace polder::run

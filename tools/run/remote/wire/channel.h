// Channel: the connection between the first upcrun of a job and its agent on a node. Frames of a
// kind and bytes go in both directions over a stream socket that never blocks. What cannot be sent
// at once is queued. Frames that go to many agents share one copy of their bytes.
//
// A channel carries frames only after the handshake (handshake.h); a length no frame can have
// breaks it all the same. One thread owns a channel; send_alive may be called by another.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace polder::run {

enum class Frame : std::uint32_t {
    alive, // both directions: nothing else was to be said
    // to agents
    setup,    // all an agent has to know (setup.h)
    go,       // start the processes
    signal,   // number of a signal to pass on
    pause,    // the job stops until `resume`: upcrun was stopped from its terminal
    resume,   //
    report,   // say where the threads are
    accused,  // a node does not reach another: is it because of something here?
    input,    // for standard input of thread 0; no bytes: its end
    received, // so many bytes of output have been written: stream, count
    answers,  // of an exchange, of all nodes
    place,    // number of a thread: say where in the program it is, for an error that another node tells
    farewell, // upc_global_exit was called: its exit code. The processes are to write out their streams
    end,      // kill the processes and go: the job is over
    // to the first upcrun
    ready,    // the node can start; text of --show
    output,   // stream, whether a line may end here, bytes
    consumed, // so many bytes of input have been taken
    exchange, // what the leader gives
    unended,  // in front of the answer to report: how many threads have not come to their end, and which
    position, // text: where the threads are
    finished, // all processes ended by themselves: exit code
    failed,   // the job must end: exit code, whether another node may know better, the number of threads whose places
              // explain it and which, text
    word,     // text: what the program calls a thread, if not so
    leaves,   // upc_global_exit was called here: its exit code
    written,  // the processes of the node have written out their streams
    trace,    // behind failed, or answer to place: a thread, and text: where in the program it is
    innocent, // answer to accused: every process here lives, and none is about to end
    count
};

class Channel {
public:
    explicit Channel(int fd); // owned from now on; made non-blocking
    ~Channel();
    Channel(const Channel &) = delete;
    Channel &operator=(const Channel &) = delete;

    struct Received {
        Frame kind;
        std::string_view bytes; // until the next call
    };
    // Reads what has come. False: the other side has closed, or the connection is broken; frames
    // that came before are still there.
    bool receive();
    bool next(Received *frame); // false: no whole frame

    using Bytes = std::shared_ptr<const std::string>;
    void send(Frame kind, std::string bytes = {}) { send(kind, std::make_shared<const std::string>(std::move(bytes))); }
    void send(Frame kind, Bytes bytes);
    void send_alive(); // unless something waits to be sent anyway
    void flush();      // sends what the connection takes now
    // Sends all, but gives up after a time.
    void drain(int timeout_ms);

    int fd() const { return fd_; }
    bool has_unsent() const;
    bool broken() const { return broken_; }
    std::int64_t heard_ns() const { return heard_ns_; } // when something last came
    void heard_now();

private:
    struct Piece {
        Bytes bytes;
        std::size_t at;
    };
    void flush_locked();

    int fd_;
    bool broken_ = false;
    std::string in_;
    std::size_t in_at_ = 0;
    std::deque<Piece> out_;
    mutable std::mutex lock_; // of out_ and of sending
    std::int64_t heard_ns_;
};

} // namespace polder::run

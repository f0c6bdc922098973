// Writing out: what the process holds of its output goes to its files before the job ends early.
// That is the unfinished lines of its UPC threads (output.h) and the buffers of C streams.
//
// fflush(NULL) will not do. It waits for a stream that another thread has locked, and what stands
// behind that stream in the C library's list is lost. Here a locked stream is passed over and tried
// again. A stream without pending output is not touched, as its lock may be held by a thread that
// waits for input.
#pragma once

namespace polder::io {

// In a thread that holds no lock of a stream. Gives up what is locked for almost as long as a
// launcher waits (EndSigns::last_words_ns). May block for ever in a write.
void write_out();

} // namespace polder::io

// Agreement: how the threads of the job come to one outcome of an I/O function. Every thread
// reports. All get the sum of the reports in the order of the threads, by one reduction to all. So
// the steps are the logarithm of the threads, and nobody keeps anything a thread. Where data of
// other threads is to be seen afterwards the caller has fenced before.
#pragma once

#include "frontends/upc/io/transfer.h"

namespace polder::upc::io {

// Of one thread, or of several. 16 bytes: what reductions carry.
struct Report {
    Offset bytes;
    int error;          // errno of the lowest thread that has one; 0: none
    std::uint16_t done; // all are
    std::uint16_t rest; // see the two forms
};

// bytes: what thread 0 says. rest: whether all say the same.
Report agree_with_first(const Report &mine);
// bytes: the sum up to and with the first thread that says it stopped short (rest).
Report agree_on_sum(const Report &mine);

} // namespace polder::upc::io

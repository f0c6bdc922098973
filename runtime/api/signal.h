// Puts with a signal, for the files of the public interface.
#pragma once

#include "runtime/race/race.h"
#include "runtime/rma/async.h"

namespace polder::api {

// Blocking: returns once the source may be reused; a detector of races is told, if there is one.
void put_with_signal(polder_ga to, const void *from, std::size_t bytes, const rma::AsyncSignal &signal,
                     const race::RaceSite &site);

} // namespace polder::api

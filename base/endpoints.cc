// The choice; see endpoints.h.
#include "base/endpoints.h"

#include <cstring>

namespace polder {

Endpoints endpoints_wanted(const char *text) {
    if (!std::strcmp(text, "process")) return Endpoints::process;
    if (!std::strcmp(text, "thread")) return Endpoints::thread;
    return std::strcmp(text, "auto") ? Endpoints::unknown : Endpoints::automatic;
}

EndpointChoice endpoints_choose(Endpoints wanted, unsigned threads, bool shared) {
    if (wanted == Endpoints::process) return {false, "POLDER_ENDPOINTS=process"};
    if (!shared) return {false, "the process has one thread and its end no lock"};
    if (wanted == Endpoints::thread) return {true, "POLDER_ENDPOINTS=thread"};
    if (threads == 1) return {false, "the process has one thread"};
    return {true, "threads of a process would wait for each other's transfers"};
}

} // namespace polder

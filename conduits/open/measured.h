// Measured providers: what `polder tune --network` found about the providers of this machine's
// networks, and which is best. A file of lines
//     PROVIDER  ROUND-TRIP-IN-US  GB-PER-SECOND  PUT-MESSAGES
// of which the first is what jobs take; what follows a # means nothing. Where there is none,
// providers are judged by what they say of themselves (ofi/provider.cc).
#pragma once

#include <cstddef>

namespace polder {

struct MeasuredProvider {
    static constexpr std::size_t name_bytes = 56;
    char name[name_bytes]; // as fi_info says
    double round_trip_us;  // 8 bytes, put and confirmed
    double gigabytes;      // a second, in puts of 1 MB
    double put_messages;   // puts of at most so many bytes are faster as messages; a file may lack it
};
struct MeasuredProviders {
    static constexpr unsigned most = 16;
    MeasuredProvider list[most];
    unsigned count; // 0: nothing was measured
};

// Of a provider, by name; 0: it was not measured, or transfers are faster.
std::size_t measured_put_messages(const MeasuredProviders &measured, const char *provider);
// The best as a sentence: "measured by polder tune --network: ...".
void measured_text(const MeasuredProvider &provider, char *text, std::size_t size);
// POLDER_NETWORK (*named), or the file of this machine. False: there is no place for one.
bool measured_path(char *path, std::size_t size, bool *named);
// A file that is not there counts as empty, unless it is named. False, with a text, if it is no
// such file.
bool measured_load(MeasuredProviders *measured, char *error, std::size_t error_size);

} // namespace polder

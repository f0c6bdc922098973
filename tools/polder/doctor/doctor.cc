// The order of the examinations, and how findings are printed.
#include "tools/polder/doctor/doctor.h"

#include <cstdio>

namespace polder::tool {

void Findings::say(const char *kind, const std::string &what, const std::string &hint) {
    std::printf("%-5s %s\n", kind, what.c_str());
    if (!hint.empty()) std::printf("      %s\n", hint.c_str());
    std::fflush(stdout);
}

int doctor(const Words &given) {
    Words words = given;
    const bool runs = !std::erase(words, "--no-runs");
    Findings findings;
    std::printf("polder %s\n", POLDER_VERSION);
    if (runs) examine_mappings(findings);
    examine_machine(findings);
    if (!words.empty()) examine_hosts(findings, words);
    const unsigned wrongs = findings.wrongs();
    const unsigned notes = findings.notes();
    std::printf("%s; %u note%s\n",
                wrongs == 0   ? "nothing is wrong"
                : wrongs == 1 ? "1 thing is wrong"
                              : (std::to_string(wrongs) + " things are wrong").c_str(),
                notes, notes == 1 ? "" : "s");
    return wrongs ? 1 : 0;
}

} // namespace polder::tool

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
    const auto count = [](unsigned n, const char *what) {
        return std::to_string(n) + ' ' + what + (n == 1 ? "" : "s");
    };
    if (findings.wrongs())
        std::printf("%s, %s\n", count(findings.wrongs(), "thing is wrong").c_str(),
                    count(findings.notes(), "note").c_str());
    else
        std::printf("nothing is wrong; %s\n", count(findings.notes(), "note").c_str());
    return findings.wrongs() ? 1 : 0;
}

} // namespace polder::tool

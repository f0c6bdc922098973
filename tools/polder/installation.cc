// What polder info says of the installation: where its parts lie, and the versions below them.
#include "tools/polder/command.h"
#include "tools/polder/polder.h"

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <hwloc.h>
#include <unistd.h>

namespace polder::tool {
namespace {

void line(const char *what, const std::string &text) {
    std::printf("  %-12s %s\n", what, text.c_str());
}

std::string real_path(const std::string &path) {
    char buffer[PATH_MAX];
    return realpath(path.c_str(), buffer) ? buffer : path;
}

void part(const char *what, const std::string &path, const char *more = "") {
    line(what, access(path.c_str(), R_OK) == 0 ? real_path(path) + more : "missing: " + path + more);
}

// What stands behind "NAME: " in what upcc -v says.
std::string said(const std::string &text, const std::string &name) {
    const std::size_t at = text.find(name + ": ");
    if (at == std::string::npos) return "not found";
    const std::size_t from = at + name.size() + 2;
    return text.substr(from, text.find('\n', from) - from);
}

void print_compiler(const std::string &upcc) {
    const Outcome version = run_command({upcc, "--version"});
    if (version.status) return line("C compiler", "none: " + first_error(version.err));
    const std::size_t at = version.out.find(":\n");
    const std::string below =
        at == std::string::npos ? "" : version.out.substr(at + 2, version.out.find('\n', at + 2) - at - 2);
    const std::string parts = run_command({upcc, "-v"}).err;
    const char *chosen = std::getenv("POLDER_CC");
    line("C compiler", said(parts, "back end") + ", " + below + (chosen && *chosen ? " (POLDER_CC)" : ""));
    line("headers", said(parts, "headers"));
    line("runtime", said(parts, "library"));
}

} // namespace

void print_installation() {
    const std::string bin = own_folder();
    const std::string prefix = real_path(bin + "..") + "/";
    const std::string share = prefix + "share/";
    std::printf("\ninstallation (its folder may be moved):\n");
    line("prefix", prefix.substr(0, prefix.size() - 1));
    part("compiler", bin + "upcc");
    part("launcher", bin + "upcrun");
    print_compiler(bin + "upcc");
    part("guides", share + "doc/polder/guide", " (begin with getting-started.md, tutorial/)");
    if (access((share + "doc/polder/html/index.html").c_str(), R_OK) == 0)
        part("guides, HTML", share + "doc/polder/html/index.html");
    part("examples", share + "doc/polder/examples");
    line("manual", "man upcc, man upcrun, man polder, man upc.h ...");
    part("gdb", share + "gdb/auto-load/polder-gdb.py");
    line("built with", "C++ compiler " __VERSION__ ", hwloc " HWLOC_VERSION);
    std::printf("\n");
}

} // namespace polder::tool

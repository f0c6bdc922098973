// Bind: what --bind can say. Level by level each thread is bound to one object, which it may have
// to share with other threads.
#pragma once

#include <cstring>

namespace polder::run {

enum class Bind { none, share, package, numa, l3, core, pu };

struct BindName {
    const char *name;
    Bind bind;
};
inline constexpr BindName bind_names[] = {
    {"share", Bind::share}, {"package", Bind::package}, {"numa", Bind::numa}, {"l3", Bind::l3},
    {"core", Bind::core},   {"pu", Bind::pu},           {"none", Bind::none},
};

// False: there is no such name.
inline bool bind_parse(const char *text, Bind *bind) {
    for (const BindName &known : bind_names)
        if (!std::strcmp(known.name, text)) {
            *bind = known.bind;
            return true;
        }
    return false;
}

} // namespace polder::run

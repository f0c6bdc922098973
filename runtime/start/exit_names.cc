// The names exit and atexit as plain C code uses them; see exit.cc. Weak: in a static link the C
// library's own definitions, which other parts of it drag in, take their place. In an object of its
// own, so that no compiler folds the question which of the two it was. Linkers that are told
// --wrap=exit, as upcc does in static links, call exit here by __wrap_exit everywhere else.
#include <cstdlib>

extern "C" {

void polder_exit(int code) noexcept __attribute__((noreturn));
int polder_atexit(void (*handler)(void)) noexcept;

void polder_exit_name(int code) noexcept {
    polder_exit(code);
}
int polder_atexit_name(void (*handler)(void)) noexcept {
    return polder_atexit(handler);
}

#pragma GCC visibility push(default)
void exit(int code) noexcept __attribute__((weak, alias("polder_exit_name")));
void __wrap_exit(int code) noexcept __attribute__((alias("polder_exit_name")));
int atexit(void (*handler)(void)) noexcept __attribute__((weak, alias("polder_atexit_name")));
#pragma GCC visibility pop
}

// getopt, getopt_long and getopt_long_only with a state for each UPC thread. All threads of a
// process may parse their arguments at the same time. The compiler sends the names here. Behaviour
// and messages are those of the GNU C library (permutation, optional arguments, abbreviated long
// options, the prefixes + - : and POSIXLY_CORRECT).
#include "runtime/core/private.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <getopt.h>

namespace polder::abi {

namespace {

enum class Order { permute, stop_at_operand, operands_as_options };

struct State {
    char *arg;
    int ind;
    int err;
    int opt;
    bool ready;
    Order order;
    char *next;        // rest of a word of short options
    int first_operand; // operands passed over so far, to be moved behind the options
    int end_operand;
};
POLDER_PRIVATE State state = {nullptr, 1, 1, '?', false, Order::permute, nullptr, 1, 1};

struct Call {
    int argc;
    char **argv;
    const char *letters; // behind + or -
    const option *names; // null: none
    int *index;
    bool single_dash; // getopt_long_only
    bool loud;        // print messages
    State &s;
};

bool is_operand(const char *word) {
    return word[0] != '-' || word[1] == 0;
}

// Moves the options found behind the operands before them.
void rotate(Call &call) {
    State &s = call.s;
    for (int i = s.end_operand; i < s.ind; ++i) {
        char *word = call.argv[i];
        const int to = s.first_operand + (i - s.end_operand);
        std::memmove(call.argv + to + 1, call.argv + to, static_cast<std::size_t>(i - to) * sizeof(char *));
        call.argv[to] = word;
    }
    s.first_operand += s.ind - s.end_operand;
    s.end_operand = s.ind;
}

void prepare(State &s, const char *letters) {
    if (s.ind == 0) s.ind = 1;
    s.first_operand = s.end_operand = s.ind;
    s.next = nullptr;
    s.order = *letters == '-'                                     ? Order::operands_as_options
              : *letters == '+' || std::getenv("POSIXLY_CORRECT") ? Order::stop_at_operand
                                                                  : Order::permute;
    s.ready = true;
}

int missing(const Call &call) {
    return call.letters[0] == ':' ? ':' : '?';
}

// The one option whose name is `length` characters of `text`, or the only one it abbreviates.
// *ambiguous if there are several.
const option *find(const Call &call, const char *text, std::size_t length, bool *ambiguous) {
    const option *found = nullptr;
    *ambiguous = false;
    for (const option *name = call.names; name->name; ++name) {
        if (std::strncmp(name->name, text, length)) continue;
        if (std::strlen(name->name) == length) {
            *ambiguous = false;
            return name;
        }
        if (!found)
            found = name;
        else if (call.single_dash || found->has_arg != name->has_arg || found->flag != name->flag ||
                 found->val != name->val)
            *ambiguous = true;
    }
    return found;
}

int long_unknown(Call &call, const char *prefix, bool ambiguous) {
    State &s = call.s;
    if (call.loud)
        std::fprintf(stderr, ambiguous ? "%s: option '%s%s' is ambiguous\n" : "%s: unrecognized option '%s%s'\n",
                     call.argv[0], prefix, s.next);
    s.next = nullptr;
    ++s.ind;
    s.opt = 0;
    return '?';
}

// s.next is at the name. -1: not a long option after all (single dash).
int take_long(Call &call, const char *prefix) {
    State &s = call.s;
    const std::size_t length = std::strcspn(s.next, "=");
    bool ambiguous;
    const option *found = find(call, s.next, length, &ambiguous);
    if (!found || ambiguous) {
        const bool letters =
            !found && call.single_dash && call.argv[s.ind][1] != '-' && std::strchr(call.letters, *s.next);
        return letters ? -1 : long_unknown(call, prefix, ambiguous);
    }
    char *value = s.next[length] == '=' ? s.next + length + 1 : nullptr;
    s.next = nullptr;
    ++s.ind;
    if (value && found->has_arg == no_argument) {
        if (call.loud)
            std::fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", call.argv[0], prefix, found->name);
        s.opt = found->val;
        return '?';
    }
    if (!value && found->has_arg == required_argument) {
        if (s.ind >= call.argc) {
            if (call.loud)
                std::fprintf(stderr, "%s: option '%s%s' requires an argument\n", call.argv[0], prefix, found->name);
            s.opt = found->val;
            return missing(call);
        }
        value = call.argv[s.ind++];
    }
    s.arg = value;
    if (call.index) *call.index = static_cast<int>(found - call.names);
    if (!found->flag) return found->val;
    *found->flag = found->val;
    return 0;
}

int take_letter(Call &call) {
    State &s = call.s;
    const char letter = *s.next++;
    const char *rule = letter == ':' || letter == ';' ? nullptr : std::strchr(call.letters, letter);
    if (!*s.next) ++s.ind;
    if (!rule) {
        if (call.loud) std::fprintf(stderr, "%s: invalid option -- '%c'\n", call.argv[0], letter);
        s.opt = letter;
        return '?';
    }
    if (rule[1] != ':') return letter;
    const bool optional = rule[2] == ':';
    if (*s.next) {
        s.arg = s.next;
        ++s.ind;
    } else if (!optional && s.ind >= call.argc) {
        if (call.loud) std::fprintf(stderr, "%s: option requires an argument -- '%c'\n", call.argv[0], letter);
        s.opt = letter;
        s.next = nullptr;
        return missing(call);
    } else if (!optional) {
        s.arg = call.argv[s.ind++];
    }
    s.next = nullptr;
    return letter;
}

// Goes to the next word that holds options. True: *result is the answer.
bool next_word(Call &call, int *result) {
    State &s = call.s;
    if (s.end_operand > s.ind) s.end_operand = s.ind;
    if (s.first_operand > s.ind) s.first_operand = s.ind;
    if (s.order == Order::permute) {
        if (s.first_operand != s.end_operand && s.end_operand != s.ind)
            rotate(call);
        else if (s.end_operand != s.ind)
            s.first_operand = s.ind;
        while (s.ind < call.argc && is_operand(call.argv[s.ind]))
            ++s.ind;
        s.end_operand = s.ind;
    }
    if (s.ind < call.argc && !std::strcmp(call.argv[s.ind], "--")) {
        ++s.ind;
        if (s.first_operand != s.end_operand && s.end_operand != s.ind)
            rotate(call);
        else if (s.first_operand == s.end_operand)
            s.first_operand = s.ind;
        s.end_operand = s.ind = call.argc;
    }
    if (s.ind >= call.argc) {
        if (s.first_operand != s.end_operand) s.ind = s.first_operand;
        *result = -1;
        return true;
    }
    if (!is_operand(call.argv[s.ind])) return false;
    *result = -1;
    if (s.order == Order::operands_as_options) {
        s.arg = call.argv[s.ind++];
        *result = 1;
    }
    return true;
}

int run(int argc, char **argv, const char *letters, const option *names, int *index, bool single_dash) {
    State &s = local(state);
    if (argc < 1) return -1;
    s.arg = nullptr;
    if (s.ind == 0 || !s.ready) prepare(s, letters);
    letters += *letters == '+' || *letters == '-';
    Call call{argc, argv, letters, names, index, single_dash, s.err && *letters != ':', s};
    if (s.next && *s.next) return take_letter(call);
    int result;
    if (next_word(call, &result)) return result;
    char *word = argv[s.ind];
    if (names && word[1] == '-') {
        s.next = word + 2;
        return take_long(call, "--");
    }
    s.next = word + 1;
    if (names && single_dash && (word[2] || !std::strchr(letters, word[1])) && (result = take_long(call, "-")) != -1)
        return result;
    return take_letter(call);
}

} // namespace

} // namespace polder::abi

extern "C" {
#pragma GCC visibility push(default)

char **polder_optarg(void) {
    return &polder::local(polder::abi::state).arg;
}
int *polder_optind(void) {
    return &polder::local(polder::abi::state).ind;
}
int *polder_opterr(void) {
    return &polder::local(polder::abi::state).err;
}
int *polder_optopt(void) {
    return &polder::local(polder::abi::state).opt;
}

int polder_getopt(int argc, char *const *argv, const char *letters) {
    return polder::abi::run(argc, const_cast<char **>(argv), letters, nullptr, nullptr, false);
}
int polder_getopt_long(int argc, char *const *argv, const char *letters, const option *names, int *index) {
    return polder::abi::run(argc, const_cast<char **>(argv), letters, names, index, false);
}
int polder_getopt_long_only(int argc, char *const *argv, const char *letters, const option *names, int *index) {
    return polder::abi::run(argc, const_cast<char **>(argv), letters, names, index, true);
}
#pragma GCC visibility pop
}

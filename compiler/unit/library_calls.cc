// The lists of functions (library_calls.h).
#include "compiler/unit/library_calls.h"

#include "compiler/unit/compose.h"

#include <algorithm>
#include <iterator>

namespace polder::cc {

namespace {

/// What the mathematical functions may write is errno, which is no object of the program's.
constexpr std::string_view mathematics[] = {
    "abs",   "labs",  "llabs", "fabs", "sqrt", "cbrt", "hypot", "exp",  "exp2", "expm1", "log",     "log2",  "log10",
    "log1p", "pow",   "sin",   "cos",  "tan",  "asin", "acos",  "atan", "sinh", "cosh",  "tanh",    "atan2", "floor",
    "ceil",  "round", "trunc", "fmin", "fmax", "fmod", "fma",   "rint", "erf",  "erfc",  "copysign"};

/// Of the C library, and POSIX's of time and random numbers; without mathematics. What prints comes
/// first.
constexpr std::string_view prints[] = {"printf",       "fprintf",       "sprintf",       "snprintf",
                                       "__printf_chk", "__fprintf_chk", "__sprintf_chk", "__snprintf_chk"};
/// Of streams, but for those that print.
constexpr std::string_view with_streams[] = {"puts",   "fputs",   "putchar", "putc",   "fputc", "fwrite", "fflush",
                                             "perror", "getchar", "getc",    "fgetc",  "fgets", "fread",  "scanf",
                                             "fscanf", "feof",    "ferror",  "rewind", "fseek", "ftell"};
constexpr std::string_view makes_streams[] = {"open_memstream", "open_wmemstream", "fmemopen", "fopencookie"};
constexpr std::string_view computes[] = {"sscanf",
                                         "fopen",
                                         "malloc",
                                         "calloc",
                                         "memcpy",
                                         "memmove",
                                         "memset",
                                         "memcmp",
                                         "memchr",
                                         "strcpy",
                                         "strncpy",
                                         "strcat",
                                         "strncat",
                                         "strcmp",
                                         "strncmp",
                                         "strlen",
                                         "strchr",
                                         "strrchr",
                                         "strstr",
                                         "atoi",
                                         "atol",
                                         "atoll",
                                         "atof",
                                         "strtol",
                                         "strtoul",
                                         "strtoll",
                                         "strtoull",
                                         "strtod",
                                         "rand",
                                         "srand",
                                         "random",
                                         "srandom",
                                         "rand_r",
                                         "drand48",
                                         "srand48",
                                         "lrand48",
                                         "time",
                                         "clock",
                                         "difftime",
                                         "getenv",
                                         "isalpha",
                                         "isdigit",
                                         "isalnum",
                                         "isspace",
                                         "isupper",
                                         "islower",
                                         "ispunct",
                                         "toupper",
                                         "tolower",
                                         "div",
                                         "ldiv",
                                         "gettimeofday",
                                         "clock_gettime",
                                         "exit",
                                         "abort",
                                         "expect",
                                         "unreachable",
                                         "trap",
                                         "popcount",
                                         "popcountl",
                                         "clz",
                                         "clzl",
                                         "ctz",
                                         "ctzl",
                                         "isnan",
                                         "isinf",
                                         "isfinite",
                                         "prefetch",
                                         "__assert_fail",
                                         "__ctype_b_loc",
                                         "__ctype_tolower_loc",
                                         "__ctype_toupper_loc",
                                         "__errno_location"};
constexpr std::string_view frees[] = {"free", "realloc", "fclose"};

constexpr std::string_view upc_computes[] = {"upc_threadof",     "upc_phaseof",    "upc_resetphase",  "upc_addrfield",
                                             "upc_affinitysize", "upc_ticks_now",  "upc_ticks_to_ns", "upc_cast",
                                             "upc_thread_info",  "upc_global_exit"};
constexpr std::string_view upc_shares[] = {
    "upc_lock",         "upc_unlock",        "upc_lock_attempt", "upc_lock_free",      "upc_all_lock_free",
    "upc_memcpy",       "upc_memget",        "upc_memput",       "upc_memset",         "upc_global_lock_alloc",
    "upc_lock_init",    "upc_free",          "upc_all_free",     "upc_all_lock_alloc", "upc_alloc",
    "upc_local_alloc",  "upc_global_alloc",  "upc_all_alloc",    "upc_atomic_strict",  "upc_atomic_relaxed",
    "upc_poll",         "upc_all_broadcast", "upc_all_scatter",  "upc_all_gather",     "upc_all_gather_all",
    "upc_all_exchange", "upc_all_permute"};

template <size_t N> bool is_one_of(std::string_view name, const std::string_view (&list)[N]) {
    return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

std::string_view without_prefix(std::string_view name) {
    if (name.substr(0, 10) == "__builtin_") name.remove_prefix(10);
    return name;
}

bool is_of_a_system_header(const Context &ctx, const FunctionDecl *f) {
    return f->is_builtin || (ctx.source.tokens()[f->name_token].flags & Token::in_system_header);
}

/// 0 or (void *)0.
bool is_null(const Context &ctx, Expr *e) {
    e = without_conversions(e);
    if (auto *c = as<CastExpr>(e)) return is_null(ctx, c->operand);
    return e->kind == NodeKind::literal && ctx.source.slice(extent(e)) == "0";
}

bool is_of_our_headers(const Context &ctx, const FunctionDecl *f) {
    const std::string_view file = ctx.source.location(f->name_token).file;
    const size_t slash = file.rfind('/');
    const std::string_view name = slash == std::string_view::npos ? file : file.substr(slash + 1);
    return name.substr(0, 3) == "upc";
}

} // namespace

bool is_mathematics(std::string_view name) {
    name = without_prefix(name);
    const auto is = [&](std::string_view each) {
        return name == each || (name.size() == each.size() + 1 && name.substr(0, each.size()) == each &&
                                (name.back() == 'f' || name.back() == 'l'));
    };
    return std::any_of(std::begin(mathematics), std::end(mathematics), is);
}

bool makes_stream(std::string_view name) {
    return is_one_of(name, makes_streams);
}

LibraryCall library_call(const Context &ctx, const FunctionDecl *f) {
    const std::string_view name = ctx.source.name(f->name);
    if (name.substr(0, 4) == "upc_") {
        if (!is_of_our_headers(ctx, f)) return LibraryCall::unknown;
        return is_one_of(name, upc_computes) ? LibraryCall::computes
               : is_one_of(name, upc_shares) ? LibraryCall::shares
                                             : LibraryCall::unknown;
    }
    if (is_mathematics(name)) return LibraryCall::computes;
    const std::string_view plain = without_prefix(name);
    if (!is_of_a_system_header(ctx, f)) return LibraryCall::unknown;
    const bool has_stream = is_one_of(plain, prints) || is_one_of(plain, with_streams) || plain == "fclose";
    if (has_stream && ctx.makes_streams) return LibraryCall::unknown;
    if (is_one_of(plain, prints) || is_one_of(plain, with_streams) || is_one_of(plain, computes))
        return LibraryCall::computes;
    return is_one_of(plain, frees) ? LibraryCall::frees : LibraryCall::unknown;
}

bool writes_through(const Context &ctx, const CallExpr *call, size_t argument) {
    const TypeTable &types = ctx.types;
    Expr *e = call->args[argument];
    if (!types.is_pointer(e->type) || types.is_pointer_to_shared(e->type)) return false;
    const FunctionDecl *f = called_function(call->callee);
    const bool variadic = f && argument >= f->params.size();
    const QualType object = types.canonical(types.pointee(variadic ? without_value_conversions(e)->type : e->type));
    if (types.canonical(types.pointee(e->type)).has(q_const) || object.has(q_const)) return false;
    if (variadic && is_one_of(without_prefix(ctx.source.name(f->name)), prints))
        return types.is_integer(object) && types.kind(object) != TypeKind::char_;
    if (is_null(ctx, e)) return false;
    const RecordDecl *record = types.is_record(object) ? types.get(object).record : nullptr;
    return !record || ctx.source.name(record->name) != "_IO_FILE";
}

bool belongs_to_frame(const Context &ctx, const FunctionDecl *f) {
    static constexpr std::string_view whole[] = {"alloca", "vfork", "savectx", "getcontext"};
    static constexpr std::string_view parts[] = {"setjmp",           "longjmp",
                                                 "__builtin_alloca", "__builtin_apply",
                                                 "__builtin_dwarf",  "__builtin_eh_return",
                                                 "__builtin_frame",  "__builtin_nonlocal",
                                                 "__builtin_return", "__builtin_stack",
                                                 "__builtin_unwind", "__builtin_va_arg_pack"};
    const std::string_view name = ctx.source.name(f->name);
    const auto *first = as<FunctionDecl>(f->canonical);
    const auto returns_twice = [](const Attribute &a) { return a.name == "returns_twice"; };
    return std::find(std::begin(whole), std::end(whole), name) != std::end(whole) ||
           std::any_of(std::begin(parts), std::end(parts), [&](auto part) { return name.find(part) != name.npos; }) ||
           std::any_of(f->attributes.begin(), f->attributes.end(), returns_twice) ||
           (first && std::any_of(first->attributes.begin(), first->attributes.end(), returns_twice));
}

} // namespace polder::cc

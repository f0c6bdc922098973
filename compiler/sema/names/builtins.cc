// The table of builtin functions; see builtins.h.
#include "compiler/sema/names/builtins.h"

namespace polder::cc {

namespace {

// One line a result type, the names without the prefix __builtin_ in any order.
struct Row {
    char code;
    const char *names;
};

//   v void      b bool                i int          u unsigned        h unsigned short
//   l long      m size_t              L long long    U unsigned long long
//   n __int128 unsigned               p void *       c char *
//   f float     d double              e long double
//   F float complex                   z double complex                 E long double complex
constexpr Row rows[] = {
    {'v',
     " abort exit _exit _Exit trap unreachable va_start va_end va_copy prefetch free bzero bcopy __clear_cache "
     "assume assume_separate_storage return longjmp unwind_init eh_return cpu_init ia32_pause ia32_emms ia32_sfence "
     "ia32_lfence ia32_mfence ia32_ldmxcsr debugtrap verbose_trap sincos sincosf sincosl set_thread_pointer "
     "clear_padding nontemporal_store init_dwarf_reg_size_table stack_restore "},
    {'i',
     " abs ffs ffsl ffsll clz clzl clzll clzg ctz ctzl ctzll ctzg popcount popcountl popcountll popcountg parity "
     "parityl "
     "parityll clrsb clrsbl clrsbll "
     "constant_p types_compatible_p memcmp strcmp strncmp strcasecmp strncasecmp printf fprintf sprintf snprintf "
     "vprintf "
     "vsprintf vsnprintf vfprintf scanf sscanf fscanf puts putchar fputs fputc isalnum isalpha isblank iscntrl isdigit "
     "isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper toascii isnan isnanf isnanl isinf "
     "isinff "
     "isinfl isinf_sign isfinite finite finitef finitel isnormal isgreater isgreaterequal isless islessequal "
     "islessgreater isunordered signbit signbitf signbitl fpclassify eh_return_data_regno setjmp cpu_is cpu_supports "
     "classify_type ilogb ilogbf ilogbl LINE va_arg_pack_len issignaling issubnormal iszero is_constant_evaluated "
     "memcmp_eq bcmp __sprintf_chk __snprintf_chk __vsprintf_chk __vsnprintf_chk __printf_chk __fprintf_chk "
     "__vprintf_chk __vfprintf_chk putc flt_rounds putchar_unlocked puts_unlocked ia32_movmskps ia32_movmskpd "
     "has_attribute is_aligned speculation_safe execl execlp execv execve fork "},
    {'u', " bswap32 bitreverse32 ia32_stmxcsr ia32_crc32si ia32_crc32hi ia32_crc32qi "},
    {'h', " bswap16 bitreverse16 "},
    {'l',
     " expect expect_with_probability labs lround lroundf lroundl lrint lrintf lrintl strtol lceil lfloor iceil ifloor "
     "extend_pointer unpredictable "},
    {'m', " strlen strnlen strspn strcspn object_size dynamic_object_size strftime offsetof fwrite "},
    {'U', " bswap64 bitreverse64 ia32_rdtsc ia32_rdtscp ia32_rdpmc readcyclecounter ia32_readeflags_u64 ia32_crc32di "},
    {'L', " llabs llround llroundf llroundl llrint llrintf llrintl imaxabs "},
    {'n', " bswap128 "},
    {'p',
     " alloca alloca_with_align alloca_with_align_and_max memcpy memmove memset mempcpy memchr malloc calloc realloc "
     "aligned_alloc frame_address return_address extract_return_addr frob_return_addr assume_aligned "
     "thread_pointer apply apply_args __memcpy_chk __memmove_chk __memset_chk __mempcpy_chk dwarf_cfa saveregs "
     "memcpy_inline stack_save memset_inline "},
    {'c', " strcpy strncpy strcat strncat strchr strrchr strstr strpbrk stpcpy stpncpy index rindex strdup strndup "
          "__strcpy_chk __strncpy_chk __strcat_chk __strncat_chk __stpcpy_chk __stpncpy_chk FILE FUNCTION "},
    {'f',
     " huge_valf inff nanf nansf fabsf sqrtf sinf cosf tanf asinf acosf atanf atan2f sinhf coshf tanhf expf exp2f "
     "expm1f "
     "logf log2f log10f log1pf powf fmodf ceilf floorf roundf truncf rintf nearbyintf copysignf fmaxf fminf fmaf "
     "hypotf "
     "cbrtf erff erfcf lgammaf tgammaf ldexpf frexpf modff cabsf crealf cimagf cargf remainderf fdimf powif scalbnf "
     "scalblnf logbf nextafterf exp10f acoshf asinhf atanhf roundevenf "},
    {'d',
     " huge_val inf nan nans fabs sqrt sin cos tan asin acos atan atan2 sinh cosh tanh exp exp2 expm1 log log2 log10 "
     "log1p pow fmod ceil floor round trunc rint nearbyint copysign fmax fmin fma hypot cbrt erf erfc lgamma tgamma "
     "ldexp frexp modf cabs creal cimag carg remainder fdim powi scalbn scalbln logb nextafter exp10 acosh asinh atanh "
     "roundeven strtod "},
    {'e',
     " huge_vall infl nanl nansl fabsl sqrtl sinl cosl tanl asinl acosl atanl atan2l sinhl coshl tanhl expl exp2l "
     "expm1l "
     "logl log2l log10l log1pl powl fmodl ceill floorl roundl truncl rintl nearbyintl copysignl fmaxl fminl fmal "
     "hypotl "
     "cbrtl erfl erfcl lgammal tgammal ldexpl frexpl modfl cabsl creall cimagl cargl remainderl fdiml powil scalbnl "
     "scalblnl logbl nextafterl exp10l acoshl asinhl atanhl roundevenl "},
    {'z', " conj cexp clog csqrt cpow csin ccos ctan csinh ccosh ctanh cacos casin catan cproj cexpi "},
    {'F', " conjf cexpf clogf csqrtf cpowf csinf ccosf ctanf csinhf ccoshf ctanhf cprojf cexpif "},
    {'E', " conjl cexpl clogl csqrtl cpowl csinl ccosl ctanl csinhl ccoshl ctanhl cprojl cexpil "},
    {'b', " add_overflow sub_overflow mul_overflow add_overflow_p sub_overflow_p mul_overflow_p sadd_overflow "
          "saddl_overflow "
          "saddll_overflow uadd_overflow uaddl_overflow uaddll_overflow ssub_overflow ssubl_overflow ssubll_overflow "
          "usub_overflow usubl_overflow usubll_overflow smul_overflow smull_overflow smulll_overflow umul_overflow "
          "umull_overflow umulll_overflow "},
};

QualType decode(TypeTable &types, char code) {
    const auto basic = [&](TypeKind k) { return types.basic(k); };
    switch (code) {
    case 'v': return basic(TypeKind::void_);
    case 'b': return basic(TypeKind::bool_);
    case 'u': return basic(TypeKind::uint);
    case 'h': return basic(TypeKind::ushort);
    case 'l': return basic(TypeKind::long_);
    case 'm': return basic(TypeKind::ulong);
    case 'U': return basic(TypeKind::ullong);
    case 'L': return basic(TypeKind::llong);
    case 'n': return basic(TypeKind::uint128);
    case 'p': return types.pointer_to(basic(TypeKind::void_));
    case 'c': return types.pointer_to(basic(TypeKind::char_));
    case 'f': return basic(TypeKind::float_);
    case 'd': return basic(TypeKind::double_);
    case 'e': return basic(TypeKind::ldouble);
    case 'z': return types.complex_of(basic(TypeKind::double_));
    case 'F': return types.complex_of(basic(TypeKind::float_));
    case 'E': return types.complex_of(basic(TypeKind::ldouble));
    default: return basic(TypeKind::int_);
    }
}

char find_row(std::string_view name) {
    std::string key = " ";
    key.append(name).append(" ");
    for (const Row &r : rows)
        if (std::string_view(r.names).find(key) != std::string_view::npos) return r.code;
    return 0;
}

bool starts(std::string_view s, std::string_view prefix) {
    return s.substr(0, prefix.size()) == prefix;
}
bool ends(std::string_view s, std::string_view suffix) {
    return s.size() >= suffix.size() && s.substr(s.size() - suffix.size()) == suffix;
}

BuiltinSignature sync_signature(TypeTable &types, std::string_view n) {
    const auto fixed = [&](char c) { return BuiltinSignature{BuiltinRule::fixed, decode(types, c)}; };
    if (n.find("bool_compare") != n.npos || n.find("compare_exchange") != n.npos ||
        n.find("test_and_set") == n.size() - 12 || n.find("is_lock_free") != n.npos ||
        n.find("always_lock_free") != n.npos)
        return starts(n, "__sync_lock") ? BuiltinSignature{BuiltinRule::first_pointee, {}} : fixed('b');
    if (n.find("synchronize") != n.npos || n.find("fence") != n.npos || ends(n, "_release") || ends(n, "_clear") ||
        n == "__atomic_load" || ends(n, "_store") || ends(n, "_store_n") || n == "__atomic_exchange" ||
        ends(n, "_init"))
        return fixed('v');
    return {BuiltinRule::first_pointee, {}};
}

} // namespace

bool is_builtin_name(std::string_view n) {
    return starts(n, "__builtin_") || starts(n, "__sync_") || starts(n, "__atomic_") || starts(n, "__c11_atomic_") ||
           starts(n, "__scoped_atomic_") || starts(n, "__arm_") || starts(n, "__rdtsc") || starts(n, "_rdtsc");
}

bool is_library_name(std::string_view n) {
    return find_row(n) != 0;
}

BuiltinSignature builtin_signature(TypeTable &types, std::string_view n) {
    if (starts(n, "__sync_") || starts(n, "__atomic_") || starts(n, "__c11_atomic_") || starts(n, "__scoped_atomic_"))
        return sync_signature(types, n);
    if (!starts(n, "__builtin_")) return {};
    const std::string_view name = n.substr(10);
    if (const char code = find_row(name)) return {BuiltinRule::fixed, decode(types, code)};
    if (name == "shuffle" || starts(name, "elementwise_") || name == "align_up" || name == "align_down" ||
        name == "speculation_safe_value" || name == "launder" || name == "addressof")
        return {BuiltinRule::first_type, {}};
    if (name == "nontemporal_load" || starts(name, "reduce_")) return {BuiltinRule::unknown, {}};
    return {};
}

QualType library_result(TypeTable &types, std::string_view name) {
    static constexpr std::string_view known =
        " abort exit malloc calloc realloc free memcpy memmove memset strlen strcpy strncpy strcat strncat strchr "
        "strrchr "
        "strstr strdup alloca sqrt sin cos tan exp log pow floor ceil fabs fmod labs bzero index rindex _exit ";
    std::string key = " ";
    key.append(name).append(" ");
    if (known.find(key) == known.npos) return types.basic(TypeKind::int_);
    const char code = find_row(name);
    return decode(types, code ? code : 'i');
}

FunctionDecl *Builtins::function(Name name, TokenIndex where) {
    const std::string_view text = source.name(name);
    if (!is_builtin_name(text)) return nullptr;
    if (FunctionDecl *known = as<FunctionDecl>(scopes.find_linked(name))) return known;
    const BuiltinSignature s = builtin_signature(types, text);
    FunctionDecl *f = ctx.make<FunctionDecl>();
    f->name = name;
    f->name_token = f->where = where;
    f->canonical = f;
    f->is_builtin = true;
    f->type = types.function(s.rule == BuiltinRule::fixed ? s.result : types.error(), {}, false, false);
    scopes.declare_linked(name, f);
    return f;
}

QualType Builtins::result(const FunctionDecl *f, const std::vector<Expr *> &args) const {
    if (args.empty()) return {};
    const BuiltinSignature s = builtin_signature(types, source.name(f->name));
    if (s.rule == BuiltinRule::first_type) return args[0]->type;
    if (s.rule == BuiltinRule::first_pointee && types.is_pointer(args[0]->type) &&
        !types.is_pointer_to_shared(args[0]->type)) {
        const QualType t = types.pointee(args[0]->type);
        return types.is_void(t) ? types.error() : types.decayed(t);
    }
    return {};
}

namespace {

// ---- predefined typedefs; poison means "any": decimal floating types, vectors without a size ----

struct Predefined {
    const char *name;
    TypeKind kind;
};
constexpr Predefined everywhere[] = {
    {"__builtin_va_list", TypeKind::va_list_}, {"__builtin_ms_va_list", TypeKind::va_list_},
    {"__int128_t", TypeKind::int128},          {"__uint128_t", TypeKind::uint128},
    {"_Decimal32", TypeKind::error},           {"_Decimal64", TypeKind::error},
    {"_Decimal128", TypeKind::error},          {"__fp16", TypeKind::float16},
    {"__float80", TypeKind::ldouble},          {"__mfp8", TypeKind::uchar},
    {"__SVBool_t", TypeKind::error},
};
constexpr Predefined aarch64[] = {
    {"__Poly8_t", TypeKind::uchar},
    {"__Poly16_t", TypeKind::ushort},
    {"__Poly64_t", TypeKind::ulong},
    {"__Poly128_t", TypeKind::uint128},
};

// Of vectors of aarch64. <math.h> of glibc 2.38 names some of them.
struct Element {
    const char *name;
    TypeKind kind;
    unsigned bytes;
};
constexpr Element elements[] = {
    {"Int8", TypeKind::schar, 1},      {"Uint8", TypeKind::uchar, 1},       {"Poly8", TypeKind::uchar, 1},
    {"Int16", TypeKind::short_, 2},    {"Uint16", TypeKind::ushort, 2},     {"Poly16", TypeKind::ushort, 2},
    {"Float16", TypeKind::float16, 2}, {"Bfloat16", TypeKind::bfloat16, 2}, {"Int32", TypeKind::int_, 4},
    {"Uint32", TypeKind::uint, 4},     {"Float32", TypeKind::float_, 4},    {"Int64", TypeKind::long_, 8},
    {"Uint64", TypeKind::ulong, 8},    {"Poly64", TypeKind::ulong, 8},      {"Float64", TypeKind::double_, 8},
};

} // namespace

void Builtins::predefine(std::string_view spelling, QualType type) {
    const Name name = source.intern(spelling);
    if (scopes.find(name)) return;
    TypedefDecl *d = ctx.make<TypedefDecl>();
    d->name = name;
    d->canonical = d;
    d->type = type;
    scopes.declare(name, d);
}

void Builtins::predefine_vectors(std::string_view element, TypeKind kind, unsigned size) {
    for (const unsigned bytes : {8u, 16u}) {
        const unsigned lanes = bytes / size;
        const std::string name = "__" + std::string(element) + "x" + std::to_string(lanes) + "_t";
        predefine(name, types.vector_of(types.basic(kind), lanes));
    }
    predefine("__SV" + std::string(element) + "_t", types.error());
}

void Builtins::declare_predefined_types() {
    for (const Predefined &p : everywhere)
        predefine(p.name, types.basic(p.kind));
    if (!ctx.options.target.is_aarch64()) return;
    for (const Predefined &p : aarch64)
        predefine(p.name, types.basic(p.kind));
    for (const Element &e : elements)
        predefine_vectors(e.name, e.kind, e.bytes);
}

} // namespace polder::cc

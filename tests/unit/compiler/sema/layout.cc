// Record layout against the compiler of the system. Random records are described to upcc through
// the tree and to the real compiler as C text. Sizes, alignments and the place of every member must
// agree.
#include "compiler/sema/layout.h"
#include "compiler/type/conversions.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>

using namespace polder::cc;

namespace {

struct Basic {
    const char *text;
    TypeKind kind;
    bool bit_field;
};

constexpr Basic basics[] = {
    {"char", TypeKind::char_, true},
    {"signed char", TypeKind::schar, true},
    {"unsigned char", TypeKind::uchar, true},
    {"short", TypeKind::short_, true},
    {"unsigned short", TypeKind::ushort, true},
    {"int", TypeKind::int_, true},
    {"unsigned", TypeKind::uint, true},
    {"long", TypeKind::long_, true},
    {"unsigned long", TypeKind::ulong, true},
    {"long long", TypeKind::llong, true},
    {"_Bool", TypeKind::bool_, true},
    {"float", TypeKind::float_, false},
    {"double", TypeKind::double_, false},
    {"long double", TypeKind::ldouble, false},
    {"__int128", TypeKind::int128, false},
};

class Generator {
public:
    explicit Generator(unsigned seed)
        : source_("", "layout.c", false), diags_(source_), ctx_(source_, diags_, {}), rng_(seed) {
        source_.lex(diags_);
    }
    void records(unsigned count) {
        for (unsigned i = 0; i < count; ++i)
            record(i);
    }
    std::string program() const {
        return "#include <stdio.h>\n#include <stddef.h>\n#include <string.h>\n" + declarations_ +
               "static void where(const void *p, size_t n) {\n"
               "    const unsigned char *b = p; size_t i, k;\n"
               "    for (i = 0; i < n; i++) for (k = 0; k < 8; k++) if (b[i] >> k & 1) { printf(\" %zu\", 8 * i + k); "
               "return; }\n"
               "    printf(\" none\");\n}\nint main(void) {\n" +
               body_ + "    return 0;\n}\n";
    }
    const std::vector<std::string> &expected() const { return expected_; }

private:
    unsigned any(unsigned n) { return static_cast<unsigned>(rng_() % n); }
    Expr *number(unsigned n) {
        auto *e = ctx_.make<Literal>();
        e->value = n;
        e->type = ctx_.types.basic(TypeKind::int_);
        return e;
    }
    Attribute aligned(unsigned n) { return {"aligned", {}, number(n)}; }

    void field(RecordDecl &r, std::string &text, unsigned index);
    void record(unsigned index);

    Source source_;
    Diagnostics diags_;
    Context ctx_;
    std::minstd_rand rng_;
    std::vector<RecordDecl *> records_;
    std::string declarations_, body_;
    std::vector<std::string> expected_;
};

void Generator::field(RecordDecl &r, std::string &text, unsigned index) {
    auto *f = ctx_.make<FieldDecl>();
    std::string name = "f" + std::to_string(index), type, after;
    const unsigned kind = any(10);
    if (kind < 5) {
        const Basic &b = basics[any(std::size(basics))];
        type = b.text;
        f->type = ctx_.types.basic(b.kind);
        if (b.bit_field && any(2)) {
            const unsigned most = integer_width(ctx_.types, f->type);
            f->width = any(8) == 0 ? 0 : 1 + any(most);
            f->bit_width = number(f->width);
            if (f->width == 0 || any(8) == 0) name.clear();
            after = " : " + std::to_string(f->width);
        }
    } else if (kind < 7 && !records_.empty()) {
        RecordDecl *other = records_[any(static_cast<unsigned>(records_.size()))];
        type = ctx_.types.print(other->self);
        f->type = other->self;
    } else if (kind == 7) {
        type = "char *";
        f->type = ctx_.types.pointer_to(ctx_.types.basic(TypeKind::char_));
    } else if (kind == 8) {
        type = "float _Complex";
        f->type = ctx_.types.complex_of(ctx_.types.basic(TypeKind::float_));
    } else {
        const Basic &b = basics[any(std::size(basics))];
        type = b.text;
        const unsigned n = any(5);
        after = "[" + std::to_string(n) + "]";
        f->type = ctx_.types.array_of(ctx_.types.basic(b.kind), n);
    }
    if (!f->bit_width && any(6) == 0) {
        const unsigned n = 1u << any(6);
        f->attributes.push_back(aligned(n));
        after += " __attribute__((aligned(" + std::to_string(n) + ")))";
    }
    if (!f->bit_width && any(8) == 0) {
        f->attributes.push_back({"packed", {}, nullptr});
        after += " __attribute__((packed))";
    }
    f->name = name.empty() ? Name::none : source_.intern(name);
    r.fields.push_back(f);
    text += "    " + type + " " + name + after + ";\n";
}

void Generator::record(unsigned index) {
    auto *r = ctx_.make<RecordDecl>();
    const std::string tag = "r" + std::to_string(index);
    r->name = source_.intern(tag);
    r->is_union = any(5) == 0;
    r->self = ctx_.types.record(r);
    const std::string type = ctx_.types.print(r->self);
    std::string text = type + " {\n", attributes;
    for (unsigned i = 0, n = any(8); i < n; ++i)
        field(*r, text, i);
    if (any(5) == 0) {
        r->packed = true;
        attributes += " __attribute__((packed))";
    }
    if (any(6) == 0) {
        r->declared_align = 1u << any(7);
        attributes += " __attribute__((aligned(" + std::to_string(r->declared_align) + ")))";
    }
    text += "}" + attributes + ";\n";
    if (any(8) == 0) {
        r->pack_limit = 1u << any(5);
        text = "#pragma pack(push, " + std::to_string(r->pack_limit) + ")\n" + text + "#pragma pack(pop)\n";
    }
    lay_out_record(ctx_, r);
    records_.push_back(r);
    declarations_ += text;

    std::string line = tag + " " + std::to_string(r->size) + " " + std::to_string(r->align);
    std::string code = "    printf(\"" + tag + " %zu %zu\", sizeof(" + type + "), _Alignof(" + type + "));\n";
    for (const FieldDecl *f : r->fields) {
        if (f->name == Name::none) continue;
        const std::string name(source_.name(f->name));
        if (!f->bit_width) {
            line += " " + std::to_string(f->offset);
            code += "    printf(\" %zu\", offsetof(" + type + ", " + name + "));\n";
            continue;
        }
        line += " " + std::to_string(f->bit_offset);
        code += "    { " + type + " x; memset(&x, 0, sizeof x); x." + name + " = -1; where(&x, sizeof x); }\n";
    }
    expected_.push_back(line + "\n" + text);
    body_ += code + "    printf(\"\\n\");\n";
}

std::vector<std::string> run(const std::string &compiler, const std::string &program) {
    char dir[] = "/tmp/polder-layout-XXXXXX";
    EXPECT_NE(mkdtemp(dir), nullptr);
    const std::string at = dir;
    std::ofstream(at + "/t.c") << program;
    std::vector<std::string> lines;
    if (std::system((compiler + " -w -o " + at + "/t " + at + "/t.c && " + at + "/t >" + at + "/out").c_str()) == 0) {
        std::ifstream out(at + "/out");
        for (std::string line; std::getline(out, line);)
            lines.push_back(line);
    }
    std::system(("rm -r " + at).c_str());
    return lines;
}

class Layouts : public testing::TestWithParam<const char *> {};

TEST_P(Layouts, agree_with_the_compiler) {
    const std::string compiler = GetParam();
    if (std::system(("command -v " + compiler + " >/dev/null 2>&1").c_str()) != 0)
        GTEST_SKIP() << compiler << " is not there";
    Generator g(20);
    g.records(600);
    const std::vector<std::string> real = run(compiler, g.program());
    ASSERT_EQ(real.size(), g.expected().size());
    for (size_t i = 0; i < real.size(); ++i)
        EXPECT_EQ(g.expected()[i].substr(0, g.expected()[i].find('\n')), real[i]) << g.expected()[i];
}

INSTANTIATE_TEST_SUITE_P(Compilers, Layouts, testing::Values("gcc", "clang-14", "clang-16", "clang-19", "clang"));

} // namespace

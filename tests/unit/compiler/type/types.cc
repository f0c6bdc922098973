// The type table: identity, qualifiers through arrays, Shared, conversions, text for people and for
// the backend.
#include "compiler/type/compatible.h"
#include "compiler/type/conversions.h"
#include "compiler/unit/context.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

using namespace polder::cc;

namespace {

class Types : public testing::Test {
protected:
    Types() : source("", "t.upc", true), diags(source), ctx(source, diags, {}), t(ctx.types) { source.lex(diags); }
    QualType basic(TypeKind k) { return t.basic(k); }
    QualType shared_int(uint64_t block) { return t.shared(int_, block); }
    RecordDecl *record(const char *tag, std::vector<QualType> fields, bool complete = true) {
        auto *r = ctx.make<RecordDecl>();
        r->name = *tag ? source.intern(tag) : Name::none;
        r->complete = complete;
        for (QualType q : fields) {
            auto *f = ctx.make<FieldDecl>();
            f->type = q;
            r->fields.push_back(f);
        }
        r->self = t.record(r);
        return r;
    }
    QualType named(const char *name, QualType q, uint32_t align = 0) {
        auto *d = ctx.make<TypedefDecl>();
        d->name = source.intern(name);
        d->type = q;
        return t.typedef_of(d, q, align);
    }
    Source source;
    Diagnostics diags;
    Context ctx;
    TypeTable &t;
    QualType int_ = ctx.types.basic(TypeKind::int_), char_ = ctx.types.basic(TypeKind::char_);
};

TEST_F(Types, same_construction_is_the_same_type) {
    EXPECT_EQ(t.pointer_to(int_), t.pointer_to(int_));
    EXPECT_NE(t.pointer_to(int_), t.pointer_to(int_.with(q_const)));
    EXPECT_EQ(t.array_of(int_, 3), t.array_of(int_, 3));
    EXPECT_NE(t.array_of(int_, 3), t.array_of(int_, 3, true));
    const QualType f = t.function(int_, {{t.pointer_to(char_), source.intern("a")}}, false, true);
    const QualType g = t.function(int_, {{t.pointer_to(char_), source.intern("b")}}, false, true);
    EXPECT_NE(f, g) << "names are kept for messages";
    EXPECT_EQ(t.canonical(f), t.canonical(g));
    EXPECT_NE(t.variable_array(int_, ctx.make<Literal>()), t.variable_array(int_, ctx.make<Literal>()));
}

TEST_F(Types, shared_is_a_layer_below_arrays) {
    EXPECT_EQ(shared_int(1), t.shared(int_, 1));
    EXPECT_NE(shared_int(1), shared_int(4));
    EXPECT_TRUE(shared_int(1).has(q_shared));
    const QualType a = t.shared(t.array_of(t.array_of(int_, 3), 2), 4);
    EXPECT_EQ(a, t.array_of(t.array_of(shared_int(4), 3), 2));
    EXPECT_FALSE(a.has(q_shared));
    EXPECT_TRUE(t.is_shared(a));
    EXPECT_EQ(t.block_of(a), 4u);
    EXPECT_EQ(t.elements_in(a), 6u);
    EXPECT_EQ(t.unshared(a), t.array_of(t.array_of(int_, 3), 2));
    EXPECT_EQ(t.ultimate_element(a), shared_int(4));
}

TEST_F(Types, qualifiers_of_shared_types) {
    const QualType q = t.shared(int_.with(q_const), 2).with(q_strict);
    EXPECT_TRUE(q.has(q_const));
    EXPECT_TRUE(t.is_strict(t.array_of(q, 5)));
    EXPECT_EQ(t.unshared(q), int_.with(q_const));
    EXPECT_EQ(t.decayed(q), int_);
    const QualType sugar = t.shared(named("cint", int_.with(q_const)), 2);
    EXPECT_EQ(t.canonical(sugar), t.shared(int_.with(q_const), 2));
    EXPECT_TRUE(sugar.has(q_shared));
    EXPECT_TRUE(named("sint", shared_int(3)).has(q_shared));
}

TEST_F(Types, qualified_arrays_qualify_elements) {
    const QualType a = named("triple", t.array_of(int_, 3)).with(q_const);
    EXPECT_EQ(t.canonical(a), t.array_of(int_.with(q_const), 3));
    EXPECT_TRUE(t.element(a).has(q_const));
    EXPECT_EQ(t.canonical(t.decayed(a)), t.pointer_to(int_.with(q_const)));
}

TEST_F(Types, pointers_to_shared) {
    const QualType p1 = t.pointer_to(shared_int(1)), p0 = t.pointer_to(shared_int(0)), p4 = t.pointer_to(shared_int(4));
    const QualType v = t.pointer_to(t.shared(basic(TypeKind::void_), 1));
    EXPECT_TRUE(t.is_pointer_to_shared(p1));
    EXPECT_FALSE(t.has_phase(p1));
    EXPECT_FALSE(t.has_phase(p0));
    EXPECT_TRUE(t.has_phase(p4));
    EXPECT_TRUE(t.has_phase(v));
    EXPECT_TRUE(t.is_shared_void_pointer(v));
    EXPECT_EQ(t.size_of(p1), 8u);
    EXPECT_EQ(t.size_of(p4), 16u);
    EXPECT_TRUE(t.has_phase(t.pointer_to(t.array_of(shared_int(2), 7))));
    EXPECT_FALSE(t.is_shared(p4));
    const QualType shared_pointer = t.shared(p4, 1);
    EXPECT_TRUE(t.is_shared(shared_pointer));
    EXPECT_TRUE(t.is_pointer_to_shared(shared_pointer));
    EXPECT_EQ(t.pointee(shared_pointer), shared_int(4));
}

TEST_F(Types, mentions_shared_reaches_through_records) {
    RecordDecl *node = record("node", {int_});
    auto *next = ctx.make<FieldDecl>();
    next->type = t.pointer_to(node->self);
    node->fields.push_back(next);
    EXPECT_FALSE(t.mentions_shared(t.pointer_to(node->self)));
    RecordDecl *later = record("later", {}, false);
    const QualType p = t.pointer_to(later->self);
    EXPECT_FALSE(t.mentions_shared(p));
    auto *field = ctx.make<FieldDecl>();
    field->type = t.pointer_to(shared_int(1));
    later->fields.push_back(field);
    later->complete = true;
    t.record_completed();
    EXPECT_TRUE(t.mentions_shared(p));
    EXPECT_TRUE(t.mentions_shared(t.function(int_, {{p, Name::none}}, false, true)));
    EXPECT_FALSE(t.mentions_shared(t.pointer_to(node->self)));
}

TEST_F(Types, conversions_of_arithmetic) {
    const auto usual = [&](TypeKind a, TypeKind b) { return t.kind(usual_arithmetic(t, basic(a), basic(b))); };
    EXPECT_EQ(usual(TypeKind::char_, TypeKind::short_), TypeKind::int_);
    EXPECT_EQ(usual(TypeKind::int_, TypeKind::uint), TypeKind::uint);
    EXPECT_EQ(usual(TypeKind::uint, TypeKind::long_), TypeKind::long_);
    EXPECT_EQ(usual(TypeKind::ulong, TypeKind::llong), TypeKind::ullong);
    EXPECT_EQ(usual(TypeKind::int128, TypeKind::ulong), TypeKind::int128);
    EXPECT_EQ(usual(TypeKind::float_, TypeKind::ullong), TypeKind::float_);
    EXPECT_EQ(usual(TypeKind::float_, TypeKind::ldouble), TypeKind::ldouble);
    EXPECT_EQ(usual_arithmetic(t, shared_int(4), char_), int_);
    EXPECT_EQ(usual_arithmetic(t, t.complex_of(basic(TypeKind::float_)), basic(TypeKind::double_)),
              t.complex_of(basic(TypeKind::double_)));
}

TEST_F(Types, compatible_and_composite) {
    const QualType open = t.incomplete_array(int_), ten = t.array_of(int_, 10);
    EXPECT_TRUE(compatible(t, open, ten));
    EXPECT_FALSE(compatible(t, t.array_of(int_, 9), ten));
    EXPECT_EQ(composite(t, open, ten), ten);
    const QualType old = t.function(int_, {}, false, false);
    EXPECT_TRUE(compatible(t, old, t.function(int_, {{int_, Name::none}}, false, true)));
    EXPECT_FALSE(compatible(t, old, t.function(int_, {{char_, Name::none}}, false, true)));
    EXPECT_FALSE(compatible(t, t.pointer_to(shared_int(2)), t.pointer_to(shared_int(3))));
    EXPECT_TRUE(compatible(t, t.error(), ten));
}

TEST_F(Types, text_for_people) {
    EXPECT_EQ(t.describe(t.pointer_to(shared_int(4))), "shared [4] int *");
    EXPECT_EQ(t.describe(t.pointer_to(shared_int(1))), "shared int *");
    EXPECT_EQ(t.describe(t.array_of(shared_int(0), 10, true)), "shared [] int [10*THREADS]");
    EXPECT_EQ(t.describe(t.array_of(shared_int(1), 1, true)), "shared int [THREADS]");
    EXPECT_EQ(t.describe(t.pointer_to(record("node", {})->self)), "struct node *");
    EXPECT_EQ(t.describe(named("size", basic(TypeKind::ulong)).with(q_const)), "const size");
    EXPECT_EQ(t.describe(shared_int(1).with(q_strict | q_const)), "strict const shared int");
}

TEST_F(Types, text_for_the_backend) {
    const QualType fn = t.function(int_, {{t.pointer_to(char_.with(q_const)), Name::none}}, true, true);
    EXPECT_EQ(t.print(t.array_of(t.pointer_to(int_), 3), "x"), "int *x[3]");
    EXPECT_EQ(t.print(t.pointer_to(t.array_of(int_, 3)), "x"), "int (*x)[3]");
    EXPECT_EQ(t.print(t.pointer_to(fn), "f"), "int (*f)(const char *, ...)");
    EXPECT_EQ(t.print(t.pointer_to(int_).with(q_const), "p"), "int *const p");
    EXPECT_EQ(t.print(t.pointer_to(shared_int(1)).with(q_const), "p"), "const polder_ga p");
    EXPECT_EQ(t.print(t.pointer_to(t.pointer_to(shared_int(4))), "p"), "polder_gp *p");
    EXPECT_EQ(t.print(t.array_of(shared_int(2), 8), "a"), "int a[8]");
    EXPECT_EQ(t.print(named("sp", t.pointer_to(shared_int(0))), "p"), "polder_ga p");
    RecordDecl *r = record("", {int_});
    auto *d = ctx.make<TypedefDecl>();
    d->name = source.intern("pair");
    r->typedef_name = d;
    EXPECT_EQ(t.print(r->self, "x"), "pair x");
    r->generated_tag = "polder_t1";
    EXPECT_EQ(t.print(t.pointer_to(r->self)), "struct polder_t1 *");
}

// Every printed type must be a declaration that the compiler takes, of the size that the table
// computes.
TEST_F(Types, printed_types_are_c) {
    std::vector<QualType> all = {int_,
                                 basic(TypeKind::int128),
                                 basic(TypeKind::uint128),
                                 basic(TypeKind::ldouble),
                                 basic(TypeKind::float128),
                                 t.complex_of(basic(TypeKind::double_)),
                                 t.vector_of(basic(TypeKind::float_), 4),
                                 int_.with(q_const | q_volatile),
                                 int_.with(q_atomic),
                                 basic(TypeKind::va_list_)};
    for (size_t i = 0; i < 400; ++i) {
        const QualType q = all[(i * 7) % all.size()];
        const bool vector = t.print(q).find("vector_size") != std::string::npos;
        switch (i % 4) {
        case 0: all.push_back(t.pointer_to(q).with(i % 3 ? q_const : q_restrict)); break;
        case 1:
            if (t.size_of(q) < 4096) all.push_back(t.array_of(q, 2 + i % 3));
            break;
        case 2:
            if (!vector && !t.is_array(q))
                all.push_back(t.pointer_to(t.function(q, {{t.decayed(q), Name::none}}, i % 8 == 2, true)));
            break;
        case 3: all.push_back(t.pointer_to(t.array_of(q, 3))); break;
        }
    }
    char dir[] = "/tmp/polder-types-XXXXXX";
    ASSERT_NE(mkdtemp(dir), nullptr);
    const std::string at = dir;
    {
        std::ofstream out(at + "/t.c");
        for (size_t i = 0; i < all.size(); ++i) {
            const std::string name = "x" + std::to_string(i);
            if (t.is_pointer(all[i]) && t.is_function(t.pointee(all[i])) && t.kind(all[i]) == TypeKind::va_list_)
                continue;
            out << "extern " << t.print(all[i], name) << ";\n";
            out << "_Static_assert(sizeof(" << t.print(all[i]) << ") == " << t.size_of(all[i]) << ", \"" << name
                << "\");\n";
            out << "_Static_assert(_Alignof(" << t.print(all[i]) << ") == " << t.layout(all[i]).align << ", \"" << name
                << "\");\n";
        }
    }
    EXPECT_EQ(std::system(("cc -w -c -o " + at + "/t.o " + at + "/t.c").c_str()), 0);
    std::system(("rm -r " + at).c_str());
}

} // namespace

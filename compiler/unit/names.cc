// How a name is made from the words of an access and its role, and kept apart from the names of the
// unit. The head of names.h says what the names look like.
#include "compiler/unit/names.h"

namespace polder::cc {

namespace {

/// The variable that an access begins with: a of `a[i].x`, p of `*(p + 1)`. Null: none.
const Decl *variable_behind(const Expr *e) {
    while (e) {
        e = without_parens(e);
        if (const auto *name = as<NameExpr>(e)) return name->decl;
        if (const auto *i = as<IndexExpr>(e))
            e = i->base;
        else if (const auto *m = as<MemberExpr>(e))
            e = m->base;
        else if (const auto *u = as<UnaryExpr>(e))
            e = u->operand;
        else if (const auto *b = as<BinaryExpr>(e))
            e = b->left;
        else if (const auto *c = as<ImplicitCast>(e))
            e = c->operand;
        else if (const auto *c = as<CastExpr>(e))
            e = c->operand;
        else
            return nullptr;
    }
    return nullptr;
}

/// Could the name be one of those that lowering composes without asking: polder_s_x, polder_n_f,
/// polder_1_f, polder_l1_x?
bool looks_composed(std::string_view stem) {
    const std::string_view word = stem.substr(0, stem.find('_'));
    if (word.size() == stem.size()) return false;
    for (const std::string_view known : {"s", "m", "n", "1", "d", "private", "this"})
        if (word == known) return true;
    return word.size() > 1 && word.substr(1).find_first_not_of("0123456789") == std::string_view::npos;
}

} // namespace

/// No text has this word, so its number divides those of the text from ours.
Names::Names(Source &source) : source_(source), first_own_(source.intern("names of ours")) {}

bool Names::is_free(const std::string &name) {
    return source_.intern(name) > first_own_ && taken_.insert(name).second;
}

std::string Names::fresh(std::string_view role) {
    const std::string first = (looks_composed(role) ? "polder__" : "polder_") + std::string(role);
    unsigned &last = last_of_[first];
    std::string name;
    do
        name = ++last == 1 ? first : first + std::to_string(last);
    while (!is_free(name));
    return name;
}

std::string Names::fresh(std::string_view role, const Decl *of) {
    if (!of || of->name == Name::none) return fresh(role);
    return fresh(std::string(source_.name(of->name)) + "_" + std::string(role));
}

std::string Names::fresh(std::string_view role, const Expr *of) {
    return fresh(role, variable_behind(of));
}

std::string Names::numbered(std::string_view stem) {
    return "polder_" + std::string(stem) + std::to_string(++counter_);
}

} // namespace polder::cc

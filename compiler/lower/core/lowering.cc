// What all parts of lowering say: types, names, threads.
#include "compiler/lower/core/lowering.h"

#include "compiler/lower/core/body_state.h"

#include <utility>

namespace polder::cc {

std::string env_text(uint32_t threads) {
    return threads ? abi::env_get_static + "(" + std::to_string(threads) + ")" : abi::env_get + "()";
}

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\' || c == '"') out += '\\';
        out += c;
    }
    return out;
}

Expr *Lowering::composed(std::span<const Part> parts) const {
    Composer out(ctx);
    for (const Part &part : parts)
        out.part(part);
    return out.finish();
}

Expr *Lowering::composed_call(std::string_view function, std::span<const Part> arguments) const {
    Composer out(ctx);
    out.text(function).text("(");
    std::string_view comma = "";
    for (const Part &argument : arguments)
        out.text(std::exchange(comma, ", ")).part(argument);
    return out.text(")").finish();
}

std::string Lowering::env() const {
    if (in.function) {
        in.function->env = true;
        return "polder_e";
    }
    return env_text(known_threads());
}

uint32_t Lowering::known_threads() const {
    return is_one_thread() ? 1 : ctx.options.static_threads;
}

std::string Lowering::threads() const {
    return known_threads() ? std::to_string(known_threads()) : env() + ".threads";
}

FunctionAnalyses Lowering::analyses() const {
    return {ctx, unit.facts, unit.while_loops, unit.notes, in.function ? in.function->decl : nullptr};
}

std::string Lowering::c_name(VarDecl *v) const {
    const auto renamed = unit.c_names.find(canonical(v));
    return renamed == unit.c_names.end() ? std::string(source_name(v)) : renamed->second;
}

std::string Lowering::print(QualType type) const {
    std::string text = types.print(type);
    const bool plain = text.find_first_of("([") == std::string::npos;
    return plain ? text : "__typeof__(" + text + ")";
}

} // namespace polder::cc

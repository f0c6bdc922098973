// Looks through an operand, and notes its value for the writer (unit/constant_texts.h).
#include "compiler/sema/decl/attribute_operands.h"

#include "compiler/sema/constant.h"
#include "compiler/sema/shared_dependence.h"

namespace polder::cc {

namespace {

bool names_object(const Node *n) {
    const auto *name = as<NameExpr>(n);
    bool found = name && as<VarDecl>(static_cast<const Decl *>(name->decl));
    for_each_child(n, [&](Node *child) { found = found || names_object(child); });
    return found;
}

} // namespace

void AttributeOperands::on_operand(std::string_view attribute, const Expr *operand, TokenRange written) const {
    if (!upc() || !operand || types.is_error(operand->type)) return;
    const bool of_threads = contains(operand, NodeKind::threads_expr);
    const bool of_upc = depends_on_shared(types, operand) || of_threads || contains(operand, NodeKind::mythread_expr);
    if (!of_upc && !names_object(operand)) return;
    const ConstantValue value = evaluate(ctx, operand);
    if (value.known && !value.times_threads && !value.is_floating) {
        const std::string_view text = source.slice(written);
        const auto begin = static_cast<uint32_t>(text.data() - source.text().data());
        const auto end = begin + static_cast<uint32_t>(text.size());
        ctx.constants.add({written, begin, end, std::to_string(static_cast<int64_t>(value.value))});
    } else if (of_threads && ctx.options.static_threads == 0) {
        report(DiagId::upc_threads_attribute, operand->where, {attribute}, written);
    } else if (of_upc) {
        report(DiagId::const_not_constant, operand->where, {"the operand of '" + std::string(attribute) + "'"},
               written);
    }
}

void AttributeOperands::on_unknown(std::string_view attribute, TokenRange written) const {
    for (TokenIndex t = written.first; t < written.last; ++t)
        if (source.tokens()[t].kind == Tok::kw_shared) return report(DiagId::upc_shared_in_attribute, t, {attribute});
}

} // namespace polder::cc

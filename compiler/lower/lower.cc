// The walk over the tree: dispatch by kind of node, and the generic case, a node whose own tokens
// stay and whose children were replaced.
#include "compiler/lower/lower.h"

#include "compiler/lower/checks/check_ahead.h"
#include "compiler/lower/passes/held_pointers.h"
#include "compiler/lower/passes/indirect_prefetch.h"
#include "compiler/lower/passes/induction_variables.h"
#include "compiler/lower/passes/split_phase.h"
#include "compiler/lower/passes/strip_mine.h"
#include "compiler/type/debugger_names.h"

namespace polder::cc {

bool Lowering::in_system_header(const Node *n) const {
    return ctx.source.tokens()[extent(n).first].flags & Token::in_system_header;
}

Node *Lowering::node(Node *n) {
    if (auto *e = as<Expr>(n)) return value(e);
    if (auto *s = as<Stmt>(n)) { // with a comment that says what passes made of it
        const size_t mark = in.report->mark();
        Node *lowered = s == in.adopting ? adopted(s) : statement(s);
        const std::string comment = s->range.empty() ? "" : in.report->comment(mark, s->range.first);
        return comment.empty() ? lowered : make(comment, lowered);
    }
    if (auto *d = as<Declaration>(n)) return declaration(d);
    return rebuild(n);
}

namespace {

/// Is `child` a place where the value of `parent`'s operand is compared to 0?
bool is_condition(const Node *parent, const Node *child) {
    if (const auto *s = as<IfStmt>(parent)) return child == s->condition;
    if (const auto *s = as<WhileStmt>(parent)) return child == s->condition;
    if (const auto *s = as<DoStmt>(parent)) return child == s->condition;
    if (const auto *s = as<ForStmt>(parent)) return child == s->condition;
    if (const auto *e = as<ConditionalExpr>(parent)) return child == e->condition && e->then_value;
    if (const auto *e = as<UnaryExpr>(parent)) return e->op == UnaryOp::logical_not;
    if (const auto *e = as<BinaryExpr>(parent)) return e->op == BinaryOp::logical_and || e->op == BinaryOp::logical_or;
    return false;
}

/// Is the value of `child` dropped?
bool is_effect(const Node *parent, const Node *child) {
    if (const auto *s = as<ExprStmt>(parent)) return child == s->expr;
    if (const auto *s = as<ForStmt>(parent)) return child == s->init || child == s->step;
    if (const auto *e = as<BinaryExpr>(parent)) return e->op == BinaryOp::comma && child == e->left;
    if (const auto *e = as<ImplicitCast>(parent)) return e->conversion == Conversion::to_void;
    return false;
}

Node *stripped(Node *n) {
    while (auto *cast = as<ImplicitCast>(n))
        n = cast->operand;
    return n;
}

} // namespace

Node *Lowering::rebuild(Node *n) {
    Weaver weaver(ctx, extent(n));
    for_each_child(n, [&](Node *child) {
        const TokenRange where = extent(child);
        if (where.empty()) return;
        Expr *e = as<Expr>(child);
        Node *lowered = e && is_condition(n, child) ? condition(e) : e && is_effect(n, child) ? effect(e) : node(child);
        if (stripped(lowered) != stripped(child)) weaver.replace(where, lowered);
    });
    return weaver.finish(n);
}

namespace {

bool is_loop(const Stmt *s) {
    return s->kind == NodeKind::forall_stmt || s->kind == NodeKind::while_stmt || s->kind == NodeKind::do_stmt ||
           s->kind == NodeKind::for_stmt;
}

} // namespace

/// `in_place`: checks of accesses stay where they are.
Node *Lowering::statement(Stmt *s, bool in_place) {
    if (Node *ahead = is_loop(s) && !in_place ? CheckedLoop::lowered(in, s) : nullptr) return ahead;
    if (Node *holding = is_loop(s) ? HeldPointers(in).loop(s) : nullptr) return holding;
    if (Node *viewing = is_loop(s) ? IndirectPrefetch(in).loop(s) : nullptr) return viewing;
    if (Node *following = is_loop(s) ? InductionVariables(in).loop(s) : nullptr) return following;
    switch (s->kind) {
    case NodeKind::barrier_stmt: return barrier(static_cast<BarrierStmt *>(s));
    case NodeKind::fence_stmt: return make(abi::fence + "();");
    case NodeKind::forall_stmt: return forall(static_cast<ForallStmt *>(s));
    case NodeKind::while_stmt:
    case NodeKind::do_stmt:
    case NodeKind::for_stmt: return loop(s);
    case NodeKind::break_stmt: {
        Node *leaving = StripMine(in).leave(static_cast<BreakStmt *>(s));
        return leaving ? leaving : s;
    }
    case NodeKind::pragma_stmt: return pragma(static_cast<PragmaStmt *>(s));
    case NodeKind::asm_stmt: return is_far_code() ? assembly(static_cast<AsmStmt *>(s)) : rebuild(s);
    case NodeKind::compound_stmt: SplitPhase(in).enter(static_cast<CompoundStmt *>(s)); return rebuild(s);
    case NodeKind::expr_stmt:
        if (unit.while_loops.is_step(static_cast<ExprStmt *>(s))) return make(";");
        [[fallthrough]];
    case NodeKind::decl_stmt:
    case NodeKind::return_stmt:
    case NodeKind::if_stmt: {
        bool inside = false;
        Node *early = SplitPhase(in).before(s, &inside);
        return !early ? rebuild(s) : inside ? make(early, rebuild(s)) : make("{ ", early, rebuild(s), " }");
    }
    default: return rebuild(s);
    }
}

Node *Lowering::top_level(Node *item) {
    unit.names.begin_function();
    if (item->kind == NodeKind::pragma_decl && item->upc) return make("");
    auto *d = as<Declaration>(item);
    Node *lowered = d ? declaration(d) : rebuild(item);
    if (const std::string typedefs = types.debugger_names().take_typedefs(); !typedefs.empty())
        unit.before.insert(unit.before.begin(), make(typedefs));
    if (unit.before.empty() && unit.after.empty()) return lowered;
    Composer out(ctx);
    for (Node *n : unit.before)
        out.node(n).text("\n");
    unit.before.clear();
    out.node(lowered);
    for (Node *n : unit.after)
        out.text("\n").node(n);
    unit.after.clear();
    return out.finish();
}

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\' || c == '"') out += '\\';
        out += c;
    }
    return out;
}

Node *Lowering::closing() {
    Composer out(ctx);
    for (Node *n : unit.closing)
        out.text("\n").node(n);
    unit.closing.clear();
    out.text("\nstatic const " + abi::unit + " polder_this_unit __attribute__((section(\"" + abi::section::unit +
             "\"), used, aligned(8))) = {2, " +
             std::to_string((ctx.options.one_node ? 1 : 0) + (ctx.options.check ? 2 : 0)) + ", " +
             std::to_string(ctx.options.static_threads) + ", \"" + escaped(ctx.source.main_file()) +
             "\"};\n"
             "static const char *const polder_this_module __attribute__((used)) = &" +
             abi::module_present + ";\n");
    out.text(link_records());
    if (ctx.options.debug && !ctx.options.debugger_script.empty()) // gdb reads which scripts belong to a program here
        out.text("__asm__(\".pushsection .debug_gdb_scripts,\\\"MS\\\",@progbits,1\\n.byte 1\\n.asciz \\\"" +
                 escaped(escaped(ctx.options.debugger_script)) + "\\\"\\n.popsection\");\n");
    const std::string typedefs = types.debugger_names().take_typedefs();
    return typedefs.empty() ? out.finish() : make(typedefs, out.finish());
}

} // namespace polder::cc

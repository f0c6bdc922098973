// Statements of C and of UPC; each has its children as members.
#pragma once

#include "compiler/ast/decl.h"

#include <vector>

namespace polder::cc {

struct Stmt : Node {
    using Node::Node;
    static bool classof(NodeKind k) { return k >= NodeKind::compound_stmt && k <= NodeKind::attribute_stmt; }
};

#define STMT_KIND(Class, id)                                                                                           \
    Class() : Stmt(NodeKind::id) {}                                                                                    \
    static bool classof(NodeKind k) {                                                                                  \
        return k == NodeKind::id;                                                                                      \
    }

struct CompoundStmt : Stmt {
    std::vector<Node *> items; // Stmt
    STMT_KIND(CompoundStmt, compound_stmt)
};
struct DeclStmt : Stmt {
    Node *declaration = nullptr; // Declaration or StaticAssertDecl
    STMT_KIND(DeclStmt, decl_stmt)
};
struct ExprStmt : Stmt {
    Expr *expr = nullptr; // null: the null statement
    STMT_KIND(ExprStmt, expr_stmt)
};
struct IfStmt : Stmt {
    Expr *condition = nullptr;
    Stmt *then_branch = nullptr;
    Stmt *else_branch = nullptr;
    STMT_KIND(IfStmt, if_stmt)
};
struct SwitchStmt : Stmt {
    Expr *condition = nullptr;
    Stmt *body = nullptr;
    STMT_KIND(SwitchStmt, switch_stmt)
};
struct CaseStmt : Stmt {
    Expr *low = nullptr;
    Expr *high = nullptr; // GNU range
    Stmt *body = nullptr;
    STMT_KIND(CaseStmt, case_stmt)
};
struct DefaultStmt : Stmt {
    Stmt *body = nullptr;
    STMT_KIND(DefaultStmt, default_stmt)
};
struct WhileStmt : Stmt {
    Expr *condition = nullptr;
    Stmt *body = nullptr;
    STMT_KIND(WhileStmt, while_stmt)
};
struct DoStmt : Stmt {
    Stmt *body = nullptr;
    Expr *condition = nullptr;
    STMT_KIND(DoStmt, do_stmt)
};
struct ForStmt : Stmt {
    Node *init = nullptr; // Expr or Declaration; may be null
    Expr *condition = nullptr;
    Expr *step = nullptr;
    Stmt *body = nullptr;
    STMT_KIND(ForStmt, for_stmt)
};
enum class Affinity : uint8_t { absent, continue_, integer, pointer };
struct ForallStmt : Stmt {
    Node *init = nullptr;
    Expr *condition = nullptr;
    Expr *step = nullptr;
    Affinity affinity_kind = Affinity::absent;
    Expr *affinity = nullptr;
    Stmt *body = nullptr;
    ForallStmt *enclosing = nullptr; // lexically, in the same function
    bool is_left = false;            // by a break, goto or return in its body
    TokenIndex l_paren = 0;
    TokenIndex r_paren = 0;
    TokenIndex semicolon[3] = {0, 0, 0};
    STMT_KIND(ForallStmt, forall_stmt)
};
struct GotoStmt : Stmt {
    LabelDecl *label = nullptr;
    Expr *target = nullptr; // computed goto
    STMT_KIND(GotoStmt, goto_stmt)
};
struct ContinueStmt : Stmt {
    Stmt *loop = nullptr;
    STMT_KIND(ContinueStmt, continue_stmt)
};
struct BreakStmt : Stmt {
    Stmt *target = nullptr;
    STMT_KIND(BreakStmt, break_stmt)
};
struct ReturnStmt : Stmt {
    Expr *value = nullptr;
    STMT_KIND(ReturnStmt, return_stmt)
};
struct LabelStmt : Stmt {
    LabelDecl *label = nullptr;
    Stmt *body = nullptr;
    STMT_KIND(LabelStmt, label_stmt)
};
struct AsmStmt : Stmt {
    std::vector<Expr *> operands;
    STMT_KIND(AsmStmt, asm_stmt)
};
enum class PragmaKind : uint8_t { other, upc, omp };
struct PragmaStmt : Stmt {
    PragmaKind pragma = PragmaKind::other;
    bool omp_parallel =
        false; // an OpenMP construct that runs its block on other threads (parallel, task, teams, taskloop …)
    Stmt *body = nullptr; // omp: the structured block or loop it governs; null for standalone directives
    STMT_KIND(PragmaStmt, pragma_stmt)
};
enum class BarrierKind : uint8_t { barrier, notify, wait };
struct BarrierStmt : Stmt {
    BarrierKind barrier = BarrierKind::barrier;
    Expr *value = nullptr;
    STMT_KIND(BarrierStmt, barrier_stmt)
};
struct FenceStmt : Stmt {
    STMT_KIND(FenceStmt, fence_stmt)
};
struct AttributeStmt : Stmt {
    STMT_KIND(AttributeStmt, attribute_stmt)
};
#undef STMT_KIND

inline bool is_loop(const Node *n) {
    return n->kind == NodeKind::for_stmt || n->kind == NodeKind::while_stmt || n->kind == NodeKind::do_stmt ||
           n->kind == NodeKind::forall_stmt;
}

} // namespace polder::cc

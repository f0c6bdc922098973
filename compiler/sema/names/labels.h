// Labels of a function: their declarations, and where labels and jumps lie with respect to
// upc_forall. Leaving or entering one is undefined when it happens (UPC 1.3 6.6.2p10), so a jump
// that does so is a warning here.
#pragma once

#include "compiler/sema/names/sema_state.h"

#include <unordered_map>

namespace polder::cc {

class Labels : SemaPart {
public:
    explicit Labels(SemaState &s) : SemaPart(s) {}

    LabelDecl *label(TokenIndex name, bool definition);
    /// __label__: the name belongs to the innermost block.
    void declare_local(TokenIndex name);
    /// The block that is entered may have labels of its own; the one that is left had some.
    void enter_block() { state.function->label_scopes.emplace_back(); }
    void leave_block() { state.function->label_scopes.pop_back(); }
    void on_label(LabelStmt *s);
    void on_goto(GotoStmt *s);
    /// At the end of the body, when all labels are known.
    void check_function();

private:
    LabelDecl *declare(TokenIndex name, std::unordered_map<Name, LabelDecl *> &scope);
    void check_jump(const FunctionState::Goto &jump, const ForallStmt *to);
};

} // namespace polder::cc

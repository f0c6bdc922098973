// forall over a pointer: a upc_forall that a pointer-to-shared goes through goes from own element
// to own element.
//   before   upc_forall (p = a; p < end; p++; p) *p = f(*p);      // shared [4] double *p, *end
//   after    { const int polder_f1 = *polder_depth; p = a;
//              if (polder_f1) for (; p < end; p++) *p = f(*p);
//              else { const polder_gp polder_s2 = p;
//                const long polder_c3 = p < end ? polder_trip_count(0, end - p, 1, 0) : 0;
//                const long polder_p4 = polder_c3 ? <the place of *p> : 0;
//                for (long polder_k5 = 0; (polder_k5 = polder_own_run_first(
//                       polder_e, 1, polder_p4, 4, polder_k5, polder_c3)) < polder_c3;) {
//                  p = polder_s2 + polder_k5;
//                  for (long polder_n6 = <length of the run>; polder_n6 > 0;
//                       polder_n6--, p.ga += 8, p.phase += 1) *p = f(*p); }
//                p = polder_s2 + polder_c3; } }
//
// The place of iteration k is that of the pointer, in elements of an array that begins on thread 0,
// and k steps more (affinity_places.cc). On one thread the pointer goes on by C's arithmetic. Which
// loops are such: compiler/analysis/iterations/pointer_loop.h.
#include "compiler/lower/forall/pointer_foralls.h"

#include "compiler/lower/access/pointers.h"
#include "compiler/lower/decl/declarations.h"
#include "compiler/lower/forall/affinity_places.h"
#include "compiler/lower/forall/foralls.h"
#include "compiler/lower/runs/strip_mine.h"
#include "compiler/lower/stmt/loops.h"

#include <utility>

namespace polder::cc {

namespace {

constexpr unsigned twice_tokens = 400; // a longer body does not go out twice

} // namespace

/// Fills `pointer_loop`, or says why the loop is none that goes out so.
const char *PointerForalls::find_pointer_loop(ForallStmt *s, PointerLoop &pointer_loop) {
    if (!in.function->decl) return "the loop stands outside functions";
    if (const char *why = recognise_pointer_loop(analyses(), s, pointer_loop)) return why;
    return unit.facts.effects(s->body).twice() && s->body->range.last - s->body->range.first <= twice_tokens
               ? nullptr
               : "the body cannot go out twice";
}

/// The pointer at iteration `k` (code).
Node *PointerForalls::pointer_at(const PointerLoop &pointer_loop, const std::string &start, const std::string &k) {
    return make({source_name(pointer_loop.pointer), " = ",
                 Pointers(in).add_to(types.canonical(pointer_loop.pointer->type).unqualified(), make(start),
                                     make(k + " * " + std::to_string(pointer_loop.step) + "L")),
                 ";"});
}

/// From own element to own element, or from own block to own block.
Node *PointerForalls::pointer_loop_own(const PointerLoop &pointer_loop, const std::string &start,
                                       const std::string &place, const std::string &count, Node *body) {
    const QualType type = types.canonical(pointer_loop.pointer->type);
    const uint64_t block = types.block_of(types.pointee(type));
    const std::string p(source_name(pointer_loop.pointer));
    const std::string k = fresh("iteration");
    const std::string n = fresh("left");
    const std::string e = env();
    const std::string step = std::to_string(pointer_loop.step) + "L";
    const std::string size = "(" + abi::ga + ")(long)" + Pointers(in).element_size(type);
    if (block == 0)
        return make({"for (long " + n + " = " + place + " == (long)" + e + ".mythread ? " + count + " : 0; " + n +
                         " > 0; " + n + "--, " + p + " += (" + abi::ga + ")" + step + " * " + size + ") ",
                     body});
    const std::string arguments = step + ", " + place + ", ";
    if (block == 1) {
        const std::string period = fresh("period");
        const std::string bytes = fresh("bytes");
        return make({"const long " + period + " = " + abi::own_period + "(" + e + ", 0, " + step + "), " + k + " = " +
                         abi::own_first + "(" + e + ", 0, " + arguments + count + "); const " + abi::ga + " " + bytes +
                         " = (" + abi::ga + ")(" + period + " * " + step + " / (long)" + threads() + ") * " + size +
                         "; ",
                     pointer_at(pointer_loop, start, k),
                     " for (long " + n + " = " + k + " < " + count + " ? (" + count + " - " + k + " - 1) / " + period +
                         " + 1 : 0; " + n + " > 0; " + n + "--, " + p + " += " + bytes + ") ",
                     body});
    }
    const std::string end = fresh("run_end");
    const std::string blocks = std::to_string(block) + "L, ";
    const std::string first = abi::own_run_first + "(" + e + ", " + arguments + blocks;
    return make({"for (long " + k + " = 0; (" + k + " = " + first + k + ", " + count + ")) < " + count +
                     ";) { const long " + end + " = " + abi::own_run_end + "(" + arguments + blocks + k + ", " + count +
                     "); ",
                 pointer_at(pointer_loop, start, k),
                 " for (long " + n + " = " + end + " - " + k + "; " + n + " > 0; " + n + "--, " + p + ".ga += (" +
                     abi::ga + ")" + step + " * " + size + ", " + p + ".phase += (unsigned long)" + step + ") ",
                 body, " " + k + " = " + end + "; }"});
}

/// A upc_forall that a pointer goes through, or null.
Node *PointerForalls::forall_pointer(ForallStmt *s, const char *&why) {
    PointerLoop pointer_loop;
    const char *reason = find_pointer_loop(s, pointer_loop);
    if (pointer_loop.pointer) // what it is a loop of is a pointer, so this is why it stays as it is
        why = reason;
    if (reason) return nullptr;
    in.function->env = true;
    in.function->depth = true;
    const std::string outer = fresh("inside");
    const std::string start = fresh("start");
    const std::string count = fresh("count");
    const std::string place = fresh("position");
    const std::string p(source_name(pointer_loop.pointer));
    const QualType type = types.canonical(pointer_loop.pointer->type).unqualified();
    const uint64_t block = types.block_of(types.pointee(type));
    const bool nests = Foralls(in).may_run_forall(s->body) || Foralls(in).may_run_forall(s);
    const bool up = pointer_loop.step > 0;
    const auto lowered = [&](LowerContext inside) {
        inside.controlled = true;
        return Lowering(inside).node(s->body);
    };
    auto *d = as<Declaration>(s->init);
    Composer out(ctx);
    out.text("{ const int " + outer + " = *polder_depth; ");
    if (s->init) out.node(d ? DeclarationLowering(in).declaration(d) : effect(static_cast<Expr *>(s->init))).text("; ");
    out.text(nests ? "*polder_depth = 1; if (" : "if (").text(outer + ") { ");
    const LowerContext seldom = in.seldom();
    out.node(Loops(seldom).plain_for(nullptr, s->condition, s->step, lowered(seldom)));
    out.text(" } else { const " + print(type) + " " + start + " = " + p + "; const long " + count + " = ")
        .node(condition(s->condition));
    out.text(" ? " + abi::trip_count + "(0, (unsigned long)")
        .node(up ? Pointers(in).difference(pointer_loop.bound, pointer_loop.read)
                 : Pointers(in).difference(pointer_loop.read, pointer_loop.bound));
    out.text(", " + std::to_string(std::abs(pointer_loop.step)) +
             (pointer_loop.inclusive ? ", 1) : 0, " : ", 0) : 0, ") + place + " = " + count + " ? ");
    if (block == 0)
        out.text("(long)" + abi::thread_of + "(" + env() + ", " + p + ") : 0; ");
    else
        out.node(AffinityPlaces(in).start_place(pointer_loop.read))
            .text(" + " + std::to_string(pointer_loop.ahead) + "L : 0; ");
    out.node(pointer_loop_own(pointer_loop, start, place, count, lowered(in)));
    if (!d) out.text(" ").node(pointer_at(pointer_loop, start, count));
    done(Pass::forall_stride, s->range.first,
         block == 0   ? "all iterations, or none"
         : block == 1 ? "from own element to own element"
                      : "in runs of own elements");
    return out.text(nests ? " } *polder_depth = " + outer + "; }" : std::string(" } }")).finish();
}

} // namespace polder::cc

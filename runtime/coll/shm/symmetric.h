// Collective operations of members on one node whose results go to *symmetric* places: to the same
// offset in the segment of each member. So a member finds the places of all others without a word.
// Each byte is copied once, from where its giver has it to where its taker wants it.
//
// The caller promises two things.
//   P1  `out` is symmetric.
//   P2  From the moment when one member calls, the `out` of all members may be written. Nobody but
//       the operation touches it until its own member has returned.
// OpenSHMEM demands both of programs (9.10). With P2 who gives data does not wait for who takes it.
// That is what costs no change of threads where threads share cores.
//
//    operation                 a member                                        it waits for
//    broadcast                 the root writes to all                          the root
//    allgather, alltoall       writes its block, or one each, to all           all to be done
//    allreduce, scan           computes its share of the elements for all      all to enter, all to
//                                                                              be done
//      of few bytes            comes to a meeting; one computes everything     the meeting
//      where threads share     comes to a meeting; those that are awake take   the meeting
//      cores                   pieces
//
// An operand of a reduction is read by others, so it should lie in its member's segment. If it does
// not, the member copies it to its `out` first. A member says where its operand is, beside its
// position.
//
// Ordering. Let member A write to the `out` of B, or read the operand of B, in operation k.
//   O1  A's writes come before A's post "done in k", a release. B returns after an await of that
//       post, an acquire. So B sees what was written.
//   O2  A writes the `out` of B after A's call. By P2 nobody else touches it: two members write
//       different blocks or shares.
//   O3  A reads an operand of B after an await of B's post "entered k". So A sees what B wrote
//       there. Where there is a meeting, all come to it before anybody reads.
//   O4  B leaves a reduction when all are done, A too, or when the meeting releases it. So nobody
//       reads B's operand any more. In the other operations nobody but its member reads the source.
//   O5  `in` and `out` of a reduction may be the same memory. Who computes an element reads all
//       operands of it before it writes a result there, and is the only one who does either.
//
// Proof that no position is missed. Positions only grow, so a late member finds the one that it
// awaits or a later one. The signature in a position is compared while its member is in that
// operation. In a reduction each member stays in it until all are done. So nobody overwrites where
// its operand is before all have read that.
#pragma once

#include "runtime/coll/reduction/combine.h"
#include "runtime/coll/request/collective.h"
#include "runtime/coll/shm/group.h"

namespace polder::coll::shm {

struct SymmetricCall {
    const CollectiveArguments &call; // `element` and `ordered` are taken from combine
    const Combine *combine;          // of reductions
    const void *in;
    const SymmetricPlaces &places;
};

// Whether this is a way for the operation. All members get the same answer.
bool symmetric_fits(unsigned members, bool counting, const CollectiveArguments &call, const Combine *combine);
void symmetric_run(Group &group, const SymmetricCall &what);

} // namespace polder::coll::shm

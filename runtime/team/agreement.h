// Agreement: on request (upcrun --check=collectives) the members of a team compare the arguments of
// each blocking operation before they begin it.
//
// Without it the signatures of messages find most mistakes (coll/engine/engine.h), and three kinds
// of them not always. (1) Arguments whose 16-bit signatures are equal: roots 1 and 35, lengths of 8
// and 248 bytes. (2) A member that sends and waits for nobody, such as a root, may never look at
// what others have sent it. (3) Shared lines carry no signature.
//
// Operations that are waited for later are not compared: their members need not be in them at one
// time.
#pragma once

#include "runtime/core/job.h"
#include "runtime/team/team.h"

namespace polder::team {

inline bool agreement_wanted() {
    return check_wanted(Check::collectives);
}
// All members call, with the same number of operations behind them. Ends the job with a message if
// their arguments differ; then both members that it names are still in their calls.
void agreement_check(Team &team, const coll::CollectiveArguments &call, const TeamData &data);

} // namespace polder::team

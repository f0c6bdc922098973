// Collective copies of groups: those of UPC 1.3, 7.4.2, on the group's view of shared arrays.
#include "frontends/upc/groups/group.h"
#include "runtime/world/world.h"

using namespace polder;
using namespace polder::upc;

namespace polder::upc {

using namespace coll;
namespace {

// An array with a part on each member, or one that lies on a single member.
enum class Place { each, one };

struct CopyArray {
    polder_ga at;
    Place place;
};

// A call, with what the movement fixes.
struct GroupCopy {
    const char *function;
    Movement movement;
    CopyArray dst;
    CopyArray src;
    std::size_t bytes;
    upc_flag_t flags;
    race::RaceSite site;
    polder_ga perm = 0;
};

// The data with affinity to the calling member that the operation moves.
void tell(const CollectiveScope &scope, const GroupCopy &call, const CopyRequest &r, const team::Team &team) {
    const std::size_t all = r.bytes * team.size;
    const bool square = r.movement == Movement::gather_all || r.movement == Movement::exchange;
    const bool is_root = team.rank == r.root;
    if (call.src.place == Place::each)
        scope.reads(r.part_of(r.src, team.rank), r.movement == Movement::exchange ? all : r.bytes);
    else if (is_root)
        scope.reads(r.src, r.movement == Movement::scatter ? all : r.bytes);
    if (call.dst.place == Place::each)
        scope.writes(r.part_of(r.dst, team.rank), square ? all : r.bytes);
    else if (is_root)
        scope.writes(r.dst, all);
    if (r.perm) scope.reads(r.part_of(r.perm, team.rank), sizeof(int));
}

// Checks the arrays; an empty call may have any.
CopyRequest request_of(const Group &group, const GroupCopy &call) {
    CopyRequest request{call.movement, 0, 0, 0, call.bytes, 0, group.members, call.function};
    if (!call.bytes) return request;
    check_part(call.function, call.bytes);
    const auto place = [&](const char *parameter, const CopyArray &array) {
        if (array.place == Place::each) return group_array(group, {call.function, parameter}, array.at);
        request.root = group_owner(group, {call.function, parameter}, array.at);
        return array.at;
    };
    request.dst = place("dst", call.dst);
    request.src = place("src", call.src);
    if (call.movement == Movement::permute) request.perm = place("perm", {call.perm, Place::each});
    return request;
}

void copy(Group *given, const GroupCopy &call) {
    Group &group = group_entered(call.function, given);
    const CollectiveScope scope({call.function,
                                 {{"dst", call.dst.at},
                                  {"src", call.src.at},
                                  {"nbytes", call.bytes},
                                  {"flags", static_cast<std::uint64_t>(call.flags)},
                                  {"perm", call.perm}},
                                 group.team},
                                call.flags, call.site);
    const CopyRequest request = request_of(group, call);
    if (call.bytes && race::race_watched()) tell(scope, call, request, *group.team);
    world::copy(*group.team, request, scope.modes());
}

} // namespace
} // namespace polder::upc

#define POLDER_SITE(FUNCTION)                                                                                          \
    { &FUNCTION, __builtin_return_address(0) }

extern "C" {
#pragma GCC visibility push(default)

void upc_group_broadcast(Group *group, polder_gp dst, polder_gp src, std::size_t nbytes, upc_flag_t flags) {
    copy(group, {"upc_group_broadcast",
                 Movement::broadcast,
                 {dst.ga, Place::each},
                 {src.ga, Place::one},
                 nbytes,
                 flags,
                 POLDER_SITE(upc_group_broadcast)});
}

void upc_group_scatter(Group *group, polder_gp dst, polder_gp src, std::size_t nbytes, upc_flag_t flags) {
    copy(group, {"upc_group_scatter",
                 Movement::scatter,
                 {dst.ga, Place::each},
                 {src.ga, Place::one},
                 nbytes,
                 flags,
                 POLDER_SITE(upc_group_scatter)});
}

void upc_group_gather(Group *group, polder_gp dst, polder_gp src, std::size_t nbytes, upc_flag_t flags) {
    copy(group, {"upc_group_gather",
                 Movement::gather,
                 {dst.ga, Place::one},
                 {src.ga, Place::each},
                 nbytes,
                 flags,
                 POLDER_SITE(upc_group_gather)});
}

void upc_group_gather_all(Group *group, polder_gp dst, polder_gp src, std::size_t nbytes, upc_flag_t flags) {
    copy(group, {"upc_group_gather_all",
                 Movement::gather_all,
                 {dst.ga, Place::each},
                 {src.ga, Place::each},
                 nbytes,
                 flags,
                 POLDER_SITE(upc_group_gather_all)});
}

void upc_group_exchange(Group *group, polder_gp dst, polder_gp src, std::size_t nbytes, upc_flag_t flags) {
    copy(group, {"upc_group_exchange",
                 Movement::exchange,
                 {dst.ga, Place::each},
                 {src.ga, Place::each},
                 nbytes,
                 flags,
                 POLDER_SITE(upc_group_exchange)});
}

// perm: element r with affinity to rank r.
void upc_group_permute(Group *group, polder_gp dst, polder_gp src, polder_ga perm, std::size_t nbytes,
                       upc_flag_t flags) {
    copy(group, {"upc_group_permute",
                 Movement::permute,
                 {dst.ga, Place::each},
                 {src.ga, Place::each},
                 nbytes,
                 flags,
                 POLDER_SITE(upc_group_permute),
                 perm});
}
#pragma GCC visibility pop
} // extern "C"

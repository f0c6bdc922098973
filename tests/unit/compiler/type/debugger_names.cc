// Debugger names: types in letters, and each typedef once.
#include "compiler/type/debugger_names.h"

#include <gtest/gtest.h>

using polder::cc::DebuggerNames;

namespace {

TEST(debugger_names, spell_the_type_in_letters) {
    DebuggerNames names;
    EXPECT_EQ(names.of("ptr", "shared [4] int *", "polder_gp"), "polder_ptr_shared_s_a4_z_sint_s_p");
    EXPECT_EQ(names.of("obj", "a_b", "polder_ga"), "polder_obj_a__b");
    EXPECT_EQ(names.of("obj", "f(a, b)", "polder_ga"), "polder_obj_f_la_c_sb_r");
    EXPECT_EQ(names.of("obj", "a:b", "polder_ga"), "polder_obj_a_x3ab") << "any other character by its code";
}

TEST(debugger_names, each_typedef_is_taken_once) {
    DebuggerNames names;
    EXPECT_FALSE(names.are_wanted());
    names.want();
    EXPECT_TRUE(names.are_wanted());
    EXPECT_EQ(names.take_typedefs(), "");
    names.of("ptr", "int", "polder_ga");
    names.of("ptr", "int", "polder_ga");
    EXPECT_EQ(names.take_typedefs(), "typedef polder_ga polder_ptr_int; ");
    names.of("ptr", "int", "polder_ga");
    EXPECT_EQ(names.take_typedefs(), "");
}

} // namespace

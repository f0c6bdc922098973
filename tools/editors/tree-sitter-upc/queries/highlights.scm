; inherits: c
; What UPC adds to the queries of C, which stand in front of these.

[
  "shared"
  "strict"
  "relaxed"
] @keyword.modifier

(layout_qualifier
  "*" @operator)

"upc_forall" @keyword.repeat

(upc_forall_statement
  affinity: "continue" @keyword.repeat)

[
  "upc_barrier"
  "upc_notify"
  "upc_wait"
  "upc_fence"
] @keyword

[
  "upc_localsizeof"
  "upc_blocksizeof"
  "upc_elemsizeof"
] @keyword.operator

(upc_value) @constant.builtin

(upc_pragma
  "#pragma upc" @keyword.directive
  mode: (upc_pragma_mode) @keyword.modifier)

"_Pragma" @keyword.directive

((type_identifier) @type.builtin
  (#match? @type.builtin "^b?upc_"))

((identifier) @constant.builtin
  (#match? @constant.builtin "^(B?UPC|__UPC)_[A-Z0-9_]*$"))

(call_expression
  function: (identifier) @function.builtin
  (#match? @function.builtin "^b?upc_"))

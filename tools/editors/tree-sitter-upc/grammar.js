/**
 * UPC 1.3 for tree-sitter: the grammar of C, extended.
 *
 * tree-sitter-c brings the rules of C, and each rule here says what UPC adds to one of them. So a
 * `.upc` file parses as C does, and the queries written for C hold. Nodes of UPC's own:
 *
 *   layout_qualifier       [4], [*] or [] behind `shared`, which is a type_qualifier
 *   upc_forall_statement   a for_statement with the field `affinity`
 *   upc_barrier_statement  upc_barrier, upc_notify and upc_wait, with the field `value`
 *   upc_fence_statement
 *   upc_sizeof_expression  upc_localsizeof, upc_blocksizeof and upc_elemsizeof
 *   upc_value              THREADS, MYTHREAD and UPC_MAX_BLOCK_SIZE
 *   upc_pragma             #pragma upc strict, and the other pragmas whose first word is upc
 *   pragma_operator        _Pragma("upc strict"), which C has too
 *
 * In an `#if`, THREADS is an identifier as all names are there.
 */

const C = require('tree-sitter-c/grammar');

const UPC_STATEMENTS = $ => [$.upc_forall_statement, $.upc_barrier_statement, $.upc_fence_statement];

module.exports = grammar(C, {
  name: 'upc',

  rules: {
    _top_level_item: ($, c) => choice(c, $.upc_pragma, $.pragma_operator),
    _block_item: ($, c) => choice(c, $.upc_pragma, $.pragma_operator),

    // The mode is raw text as in every pragma: `#pragma upc strict // why` is right, too.
    upc_pragma: $ => seq(
      alias(token(prec(1, /#[ \t]*pragma[ \t]+upc/)), '#pragma upc'),
      field('mode', alias($.preproc_arg, $.upc_pragma_mode)),
      token.immediate(/\r?\n/),
    ),

    pragma_operator: $ => seq('_Pragma', '(', field('pragma', $.string_literal), ')'),

    // `int shared [4] *p`: what stands behind `shared` in brackets is its layout, not an array's length.
    type_qualifier: ($, c) => choice(
      c,
      'strict',
      'relaxed',
      prec.right(seq('shared', field('layout', optional($.layout_qualifier)))),
    ),
    layout_qualifier: $ => seq(
      '[',
      field('block_size', optional(choice($.expression, '*'))),
      ']',
    ),

    _non_case_statement: ($, c) => choice(c, ...UPC_STATEMENTS($)),
    _top_level_statement: ($, c) => choice(c, ...UPC_STATEMENTS($)),

    upc_forall_statement: $ => seq(
      'upc_forall',
      '(',
      $._for_statement_body,
      ';',
      field('affinity', optional(choice($.expression, $.comma_expression, 'continue'))),
      ')',
      field('body', $.statement),
    ),

    upc_barrier_statement: $ => seq(
      choice('upc_barrier', 'upc_notify', 'upc_wait'),
      field('value', optional(choice($.expression, $.comma_expression))),
      ';',
    ),

    upc_fence_statement: _ => seq('upc_fence', ';'),

    _expression_not_binary: ($, c) => choice(c, $.upc_value, $.upc_sizeof_expression),

    upc_value: _ => choice('THREADS', 'MYTHREAD', 'UPC_MAX_BLOCK_SIZE'),

    upc_sizeof_expression: $ => prec(C.PREC.SIZEOF, seq(
      choice('upc_localsizeof', 'upc_blocksizeof', 'upc_elemsizeof'),
      choice(
        field('value', $.expression),
        seq('(', field('type', $.type_descriptor), ')'),
      ),
    )),
  },
});

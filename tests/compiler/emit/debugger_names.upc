// With -g a pointer-to-shared and a shared object are typedefs that carry their UPC type, for tools/gdb.
// flags: -g
// emit: typedef polder_gp polder_ptr_shared_s_a4_z_sint_s_p;
// emit: polder_ptr_shared_s_a4_z_sint_s_p *where __attribute__
// emit: polder_obj_shared_s_a3_z_snode__t_s_d_a2_pTHREADS_z nodes
// emit:  polder_ptr_shared_snode__t_s_p next;
// emit: typedef polder_ptr_const_sshared_s_a_z_schar_s_p text;
// emit: int first(polder_ptr_shared_svoid_s_p any)
// emit-not: polder_ptr_blocked
typedef struct { int key; } node_t;
typedef shared [4] int blocked;
blocked **where;
shared [3] node_t nodes[2 * THREADS];
struct list { struct { shared node_t *next; } head; };
typedef shared [] const char *text;
int first(shared void *any) { return any == 0; }

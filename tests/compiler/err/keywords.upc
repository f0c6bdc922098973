// 6.2p3: the keywords are reserved.
int shared = 3; // error: expected identifier or '(' before '='
int f(int strict) { return 0; } // error: 'strict' or 'relaxed' on 'int', which is not shared
struct s { int THREADS; }; // error: expected identifier or '(' before 'THREADS' // note: 'THREADS' is a keyword of UPC; plain C between '#pragma upc c_code' and '#pragma upc upc_code' may use it as a name
int MYTHREAD; // error: expected identifier or '(' before 'MYTHREAD' // note: 'MYTHREAD' is a keyword of UPC; plain C between '#pragma upc c_code' and '#pragma upc upc_code' may use it as a name
enum { relaxed }; // error: expected identifier before 'relaxed' // note: 'relaxed' is a keyword of UPC; plain C between '#pragma upc c_code' and '#pragma upc upc_code' may use it as a name
int upc_barrier(void); // error: expected identifier or '(' before 'upc_barrier' // note: 'upc_barrier' is a keyword of UPC; plain C between '#pragma upc c_code' and '#pragma upc upc_code' may use it as a name
void g(void) { goto upc_wait; } // error: expected label before 'upc_wait' // note: 'upc_wait' is a keyword of UPC; plain C between '#pragma upc c_code' and '#pragma upc upc_code' may use it as a name
int upc_forall = 1; // error: expected identifier or '(' before 'upc_forall' // note: 'upc_forall' is a keyword of UPC; plain C between '#pragma upc c_code' and '#pragma upc upc_code' may use it as a name

// Statements as UPC 1.0 spelled them.
int main(void)
{
    barrier; // error: 'barrier' undeclared // note: did you mean 'upc_barrier'?
    notify; // error: 'notify' undeclared // note: did you mean 'upc_notify'?
    barrier_wait; // error: 'barrier_wait' undeclared // note: did you mean 'upc_wait'?
    fence; // error: 'fence' undeclared // note: did you mean 'upc_fence'?
}

#pragma upc // warning: expected 'strict', 'relaxed', 'c_code' or 'upc_code' after #pragma upc, found 'nothing'; ignored
#pragma upc sideways // warning: expected 'strict', 'relaxed', 'c_code' or 'upc_code' after #pragma upc, found 'sideways'; ignored
#pragma upc strict indeed // warning: extra tokens behind #pragma upc strict
#pragma upc relaxed
shared int x;
void f(void) {
    x = 1;
#pragma upc strict // warning: #pragma upc strict must precede all declarations and statements of its block
    x = 2;
}

// A parameter is an automatic object (6.5.2p4); an array of shared elements becomes a pointer.
void f(shared int x); // error: parameter has shared type 'shared int'; pass a pointer to shared
void g(shared int a[], shared [4] int *p);
void h(void (*callback)(shared double)); // error: parameter has shared type 'shared double'; pass a pointer to shared

int h(int call(int));
int h(unknown *p) { return 1; }
int g(unknown *p);
int g(int called(int)) { return called(2); }

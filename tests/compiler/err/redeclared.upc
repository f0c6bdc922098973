int x; // note: previous declaration is here
typedef int x; // error: 'x' redeclared as a different kind of symbol
int f(void); // note: previous declaration is here
int f; // error: 'f' redeclared as a different kind of symbol

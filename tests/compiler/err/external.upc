int before;
} // error: extraneous closing brace
int between(void) { return before; }
- 5; // error: expected a declaration before '-'
for (;;) ; // error: expected a declaration before 'for'
int float both; // error: two or more data types in the declaration specifiers
static extern int stored; // error: multiple storage classes in the declaration specifiers
typedef int initialised = 3; // error: 'initialised' cannot have an initializer
int function(void) = 4; // error: 'function' cannot have an initializer
void *label = &&here; // error: label used outside a function
int statement = ({ 3; }); // error: statement expression outside a function
int kr(a, b) int a; int c; { return a; } // error: declaration for 'c', which is not a parameter

extern int x; // note: previous declaration is here
shared int x; // error: conflicting types for 'x': 'shared int', previously 'int'

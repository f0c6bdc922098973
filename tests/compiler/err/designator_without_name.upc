// A designator whose member name is missing: one message, no crash.
struct pair { int a, b; };
struct pair r = {1, . = 2}; // error: expected member name before '='

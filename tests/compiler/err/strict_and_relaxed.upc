// 6.5p2
strict relaxed shared int a; // error: both 'strict' and 'relaxed' in one type
typedef strict shared int s;
relaxed s b; // error: both 'strict' and 'relaxed' in one type
strict s c;
shared strict relaxed int *p; // error: both 'strict' and 'relaxed' in one type

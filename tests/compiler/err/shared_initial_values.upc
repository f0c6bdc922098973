shared int number = "abc"; // error: incompatible types: 'char *' cannot become 'int'
shared [2] int row[2 * THREADS] = {1, "x"}; // error: incompatible types: 'char *' cannot become 'int'
shared struct { char *text; int n; } record = {0, &number == 0 ? 0 : "y"}; // error: incompatible types: 'char *' cannot become 'int'
shared _Bool truth = "is true";
shared [] char text[4] = "abc";

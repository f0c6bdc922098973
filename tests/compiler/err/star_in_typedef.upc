// 6.5.1.1p5
typedef shared [*] int row[7 * THREADS]; // error: layout qualifier [*] in a typedef
typedef shared [*] int scalar; // error: layout qualifier [*] in a typedef

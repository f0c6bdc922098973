// 6.5p3 and 6.5.2p2: not more than one block size, directly or through typedefs.
shared [2] shared [3] int a; // error: more than one block size for one shared type
typedef shared [4] int four;
shared [5] four b; // error: more than one block size for one shared type
shared [4] four c;
shared [] shared [4] int d; // error: more than one block size for one shared type
int *shared [2] shared [3] e; // error: more than one block size for one shared type
typedef shared int plain;
shared [7] plain g;

struct node { struct {} struct node *next; };
struct list { enum { a } struct list

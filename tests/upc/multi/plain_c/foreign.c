int foreign_value = 1234;
int *foreign_address(void) { return &foreign_value; }

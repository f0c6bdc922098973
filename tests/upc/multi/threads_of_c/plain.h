int called_back(int k);
int run_in_threads(int n);
int ask_server(int (*question)(void), long thread);

// The preprocessor warns of it first.
char open = 'ab
; // error@-1: missing terminating ' character // warning@-1: missing terminating ' character

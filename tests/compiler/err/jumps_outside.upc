void f(void) {
    break; // error: break statement not within a loop or switch
    continue; // error: continue statement not within a loop
case 1:; // error: 'case' label not within a switch statement
}

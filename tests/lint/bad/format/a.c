int main(void) { if (1) return 2;
    return 0; }

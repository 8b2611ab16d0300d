/* What an x86-64 processor says of itself. Runs on every one; see processor.py. */

void cpuid(unsigned leaf, unsigned subleaf, unsigned out[4]) {
    __asm__ volatile("cpuid"
                     : "=a"(out[0]), "=b"(out[1]), "=c"(out[2]), "=d"(out[3])
                     : "a"(leaf), "c"(subleaf));
}

unsigned long long xgetbv(void) {
    unsigned low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (unsigned long long)high << 32 | low;
}

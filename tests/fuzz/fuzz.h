/* What libFuzzer calls; every target defines it. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* One input; returns 0. A fault ends the process. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A property that has to hold of every input, also where asserts are off. */
#define HOLDS(property) ((property) ? (void)0 : abort())

#endif

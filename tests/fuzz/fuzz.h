/* The entry point of libFuzzer, which every target defines. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* One input; returns 0. A fault ends the process. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A property that must hold for every input, also without asserts. */
#define HOLDS(property) ((property) ? (void)0 : abort())

#endif

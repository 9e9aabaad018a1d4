/* The memory that this process may use. */
#ifndef AD_BASE_MEMORY_H
#define AD_BASE_MEMORY_H

#include <stdint.h>

/*
 * Bytes of memory that this process may use: the machine's, or less where its control group
 * (cgroup v2, memory.max) has a limit. At least 1.
 */
int64_t ad_memory_size(void);

#endif

"""Makes the C source that holds a static file. Usage: style_embed.py IN OUT NAME"""

import hashlib
import os
import sys

with open(sys.argv[1], "rb") as file:
    data = file.read()
data.decode("ascii")
name = sys.argv[3]
suffix = os.path.splitext(sys.argv[1])[1]
rows = [", ".join(str(byte) for byte in data[at:at + 20]) for at in range(0, len(data), 20)]
digest = hashlib.sha256(data).hexdigest()[:16]
with open(sys.argv[2], "w", encoding="ascii") as file:
    file.write(f'#include "http/style.h"\n\nconst char ad_{name}_text[] = {{\n\t')
    file.write(",\n\t".join(rows))
    file.write(f"\n}};\nconst size_t ad_{name}_size = sizeof(ad_{name}_text);\n")
    file.write(f'const char ad_{name}_path[] = AD_STYLE_PREFIX "{digest}{suffix}";\n')

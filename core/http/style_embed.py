"""Makes the C source that holds the stylesheet. Usage: style_embed.py IN OUT"""

import hashlib
import sys

with open(sys.argv[1], "rb") as file:
    data = file.read()
data.decode("ascii")
rows = [", ".join(str(byte) for byte in data[at:at + 20]) for at in range(0, len(data), 20)]
with open(sys.argv[2], "w", encoding="ascii") as file:
    file.write('#include "http/style.h"\n\nconst char ad_style_text[] = {\n\t')
    file.write(",\n\t".join(rows))
    file.write("\n};\nconst size_t ad_style_size = sizeof(ad_style_text);\n")
    file.write(f'const char ad_style_path[] = AD_STYLE_PREFIX "{hashlib.sha256(data).hexdigest()[:16]}.css";\n')

"""Small images and videos, made byte by byte. `weight` is the number of filler bytes."""

import os
import struct
import zlib


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width=300, height=300, weight=0, seed=None):
    """A PNG. The seed, or random filling, makes its bytes unique."""
    filling = (seed or b"") + os.urandom(weight)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + (chunk(b"tEXt", b"Comment\0" + filling) if filling else b"")
        + chunk(b"IDAT", zlib.compress(b"\0" * 16))
        + chunk(b"IEND", b"")
    )


def jpeg(width=300, height=300):
    return (
        b"\xff\xd8\xff\xe0\x00\x10JFIF\0\1\1\0\0\1\0\1\0\0"
        + b"\xff\xc0\x00\x0b\x08" + struct.pack(">HH", height, width) + b"\1\1\x11\0"
        + b"\xff\xda\x00\x08\1\1\0\0\x3f\0" + b"\x12\xff\x00\x34\xff\xd0\x56\xff\xd9"
    )


def gif(width=300, height=300, frames=1):
    size = struct.pack("<HH", width, height)
    frame = b"\x21\xf9\4\0\0\0\0\0\x2c\0\0\0\0" + size + b"\0\2\2\x44\1\0"
    return b"GIF89a" + size + b"\x80\0\0\0\0\0\xff\xff\xff" + frame * frames + b"\x3b"


def webp(width=300, height=300):
    frame = b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", width, height)
    body = b"WEBPVP8 " + struct.pack("<I", len(frame)) + frame
    return b"RIFF" + struct.pack("<I", len(body)) + body


def webp_large(width=300, height=300):
    size = struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]
    lossless = b"\x2f" + struct.pack("<I", (width - 1) | (height - 1) << 14) + b"\0\0"
    body = b"WEBPVP8X\x0a\0\0\0\0\0\0\0" + size + b"VP8L" + struct.pack("<I", 6) + lossless[:6]
    return b"RIFF" + struct.pack("<I", len(body)) + body


def box(kind, *parts):
    data = b"".join(parts)
    return struct.pack(">I", len(data) + 8) + kind + data


def mp4(width=1280, height=720, milliseconds=2500, brand=b"isom", weight=6):
    length = box(b"mvhd", bytes(12), struct.pack(">II", 1000, milliseconds), bytes(80))
    track = box(b"tkhd", bytes(76), struct.pack(">II", width << 16, height << 16))
    media = box(b"mdia", box(b"hdlr", bytes(8), b"vide", bytes(13)))
    return (
        box(b"ftyp", brand, bytes(4), brand)
        + box(b"moov", length, box(b"trak", track, media))
        + box(b"mdat", os.urandom(weight))
    )


def element(ident, data):
    name = ident.to_bytes((ident.bit_length() + 7) // 8, "big")
    return name + struct.pack(">H", 0x4000 | len(data)) + data


def webm(width=1280, height=720):
    info = element(0x1549A966, element(0x4489, struct.pack(">f", 2500.0)))
    video = element(0xE0, element(0xB0, struct.pack(">H", width)) + element(0xBA, struct.pack(">H", height)))
    tracks = element(0x1654AE6B, element(0xAE, element(0x83, b"\1") + video))
    return element(0x1A45DFA3, element(0x4282, b"webm")) + element(
        0x18538067, info + tracks + element(0x1F43B675, b"frames")
    )

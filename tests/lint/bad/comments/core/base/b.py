"""Whose riddle this is."""

# How it goes on.
# A plain comment.
PLAIN = "# no comment"

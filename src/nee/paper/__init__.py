"""The paper, once more: its published numbers, and every table and figure measured again."""

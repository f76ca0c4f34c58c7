"""The report: what an item shows, and its forms as a page, as Markdown and as JSON."""

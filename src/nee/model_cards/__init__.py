"""What each engine that ships is: its model card, and a folder with both that could be published."""

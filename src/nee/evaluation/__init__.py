"""How often engines are right, and how sure that is."""

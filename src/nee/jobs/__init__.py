"""Work that survives being killed, on all cores or on Ray."""

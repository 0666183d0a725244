// Room: Control.

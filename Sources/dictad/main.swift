// Room: dictad.

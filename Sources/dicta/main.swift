// Room: dicta.

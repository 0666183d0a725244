// Room: Engine.

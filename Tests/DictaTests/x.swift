// Room: tests.

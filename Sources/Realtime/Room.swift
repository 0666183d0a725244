// Room: Realtime.

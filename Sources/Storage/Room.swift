// Room: Storage.

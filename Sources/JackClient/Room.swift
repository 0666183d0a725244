// Room: JackClient.

// Room: Dictation.

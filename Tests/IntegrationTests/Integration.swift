// One after another: each has a private JACK server, and a process can talk to one at a time.
import Testing

/// The parent of all suites that need a JACK server.
@Suite(.serialized, .inTurn) struct Integration {}

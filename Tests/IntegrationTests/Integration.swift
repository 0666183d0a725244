// Parent of all suites with a JACK server. One test after another: a process can talk to one server at a time.
import Testing

/// Parent of all suites that need a JACK server.
@Suite(.serialized, .inTurn) struct Integration {}

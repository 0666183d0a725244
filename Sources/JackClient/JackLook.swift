// A short look at a JACK server through libjack. One caller, in a process of its own: a frozen server blocks it.
internal import CJack
internal import System

/// Figures of a server that runs, asked by a client without ports that leaves at once.
public struct JackLook: Sendable {
    /// Sample rate in Hz.
    public let rate: Int
    /// Frames a period.
    public let period: Int
    /// True if the server runs in realtime mode.
    public let isRealtime: Bool
    /// Names of the audio ports of sound cards that can be recorded.
    public let sources: [String]
    /// Names of the audio ports of sound cards that are heard.
    public let sinks: [String]
    /// Number of MIDI ports of the graph, Dicta's own ones left out.
    public let midiPorts: Int

    /// Asks the server. Blocks on a frozen one. Throws `noServer` or `clientRefused`.
    public init() throws(JackError) {
        let opened = try JackClient.open("dicta-doctor", nil)
        // The client has no ports and is not active, so a failure loses nothing.
        defer { _ = unsafe jack_client_close(opened.handle) }
        rate = unsafe Int(jack_get_sample_rate(opened.handle))
        period = unsafe Int(jack_get_buffer_size(opened.handle))
        isRealtime = unsafe jack_is_realtime(opened.handle) != 0
        let physical = UInt(JackPortIsPhysical.rawValue)
        sources = unsafe JackClient.names(
            jack_get_ports(opened.handle, nil, JACK_DEFAULT_AUDIO_TYPE, physical | UInt(JackPortIsOutput.rawValue)))
        sinks = unsafe JackClient.names(
            jack_get_ports(opened.handle, nil, JACK_DEFAULT_AUDIO_TYPE, physical | UInt(JackPortIsInput.rawValue)))
        let midi = unsafe JackClient.names(
            jack_get_ports(opened.handle, nil, JACK_DEFAULT_MIDI_TYPE, UInt(JackPortIsOutput.rawValue)))
        midiPorts = midi.count { !$0.hasPrefix("dicta") }
    }
}

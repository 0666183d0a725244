// Messages to and events of the JACK worker thread. Any thread; values.
internal import Dictation
internal import JackClient

extension JackConnector {
    /// Orders to the JACK worker thread.
    enum Order: Sendable {
        /// Try to open a client until a server answers: see `ReturnPause`.
        case open
        /// Connect one side of the client by a pattern.
        case connect(JackClient, JackClient.Side, pattern: String)
        /// Connect one side of the client to the desktop's default device, then disconnect it from the ports of the last one.
        case follow(JackClient, JackClient.Side, from: [String])
        /// Make connections, then remove others.
        case exchange(JackClient, id: UInt64, making: [PortConnection], removing: [PortConnection])
        /// List the ports that can feed the inputs.
        case list(JackClient, id: UInt64)
        /// Make connections that existed before.
        case restore(JackClient, [PortConnection])
        /// Tell the graph that the latency from inputs to outputs has changed.
        case latency(JackClient)
        /// Answer a JACK session: with the command line that starts the engine again, or nil if saving has failed.
        case answer(JackClient, JackSessionEvent, line: String?)
        /// Close this client.
        case close(JackClient)
        /// Close the client that is left, then end the thread.
        case quit
    }

    /// Events of the JACK worker thread.
    enum Event: Sendable {
        /// A client runs. `lockRefused` says why the system would not lock its memory; nil if it did.
        case opened(JackClient, lockRefused: String?)
        /// A client could not be opened; the worker tries again.
        case refused(JackError)
        /// An order `connect` or `follow` was carried out: that side was connected to these ports, or to none.
        case connected(JackClient, JackClient.Side, [String])
        /// An order `exchange` was carried out; an error means that it was not, or not all of it.
        case exchanged(id: UInt64, JackError?)
        /// The ports that can feed the inputs.
        case listed(id: UInt64, [SourcePort])
        /// A connection of before was made again.
        case restored(PortConnection)
        /// The server refused to connect or disconnect.
        case connectionRefused(JackError)
        /// The client was closed; an error does not keep it open.
        case closed(JackError?)
        /// A JACK session was answered: with success or failure of the save, and any error of the answer itself.
        case answered(JackSessionEvent, isSaved: Bool, JackError?)
    }
}

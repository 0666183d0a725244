// Messages to the JACK worker thread, and its events. Values of any thread.
internal import Dictation
internal import JackClient

extension JackConnector {
    enum Message: Sendable {
        /// Try to open until a server is there: see `ReturnPause`.
        case open
        case connect(JackClient, JackClient.Side, pattern: String, except: Set<String>)
        /// No periods come though the server goes on: let go of the programs that keep them, beside those that are let go already.
        case letGoOfHolders(JackClient, held: [PortConnection])
        /// Try the connections that were let go.
        case takeBack(JackClient, [PortConnection])
        /// Make connections that were there before.
        case restore(JackClient, [PortConnection])
        /// Tell the graph that the way from the inputs to the outputs is another.
        case latency(JackClient)
        /// Answer JACK's session: with the line that starts us again, or none where saving has failed.
        case answer(JackClient, JackSessionEvent, line: String?)
        case close(JackClient)
        /// Close the client that is left, and end.
        case quit
    }

    enum Event: Sendable {
        /// The client runs; `lockRefused` names the memory that the system would not lock.
        case opened(JackClient, lockRefused: String?)
        /// Not now; it is tried again.
        case refused(JackError)
        case connected(JackClient.Side, [String])
        case restored(PortConnection)
        /// Connections that are let go now: after `letGoOfHolders` or `takeBack`.
        case held(JackClient, [PortConnection])
        case connectionRefused(JackError)
        case closed(JackError?)
        case answered(JackSessionEvent, isSaved: Bool, JackError?)
    }
}

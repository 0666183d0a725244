// Disconnection of programs that feed the engine and hang (J2, J9). Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Messages
internal import Realtime

extension ConnectionDesk {
    /// Asks the worker to disconnect ports that hold the engine up, and later to connect them again. Called once in each round
    /// of the loop.
    func watchHeldPorts(_ client: JackClient, _ time: GraphTime) {
        guard !time.isFreewheeling, held.isDue else { return }
        if jack.isStalled {
            let feeding = client.feeding
            guard !feeding.isEmpty, jack.isHeldUp(client, time) else { return }
            held.begin(feeding)
            jack.post(.letGoOfHolders(client, held: held.connections))
        } else if !held.connections.isEmpty {
            let now = client.connections
            // A program may have come back under another name and been connected then; its old port is forgotten.
            held.forget { old in
                !client.exists(old.other) || now.contains { $0 == old || $0.isRenamed(old) }
            }
            jack.hold(heldTrouble?.text)
            guard !held.connections.isEmpty, !held.isHopeless(xruns: client.xruns) else { return }
            held.begin(held.connections)
            jack.post(.takeBack(client, held.connections))
        }
    }

    /// Notes the connections that the worker has left disconnected, and logs those that were connected again.
    func nowHeld(_ connections: [PortConnection], _ client: JackClient) {
        guard client === jack.client else { return }
        let before = held.ports
        held.end(held: connections)
        let new = held.ports.filter { !before.contains($0) }
        let free = before.filter { !held.contains($0) }
        if !new.isEmpty, let heldTrouble { board.report(LogText(heldTrouble), of: "jack") }
        if !free.isEmpty { EngineLog.say(.info, .jack, "\(plain: free.joined(separator: ", ")): connected again") }
        jack.hold(heldTrouble?.text)
        // Other ports that match the patterns may have come meanwhile.
        lookAtPorts()
    }

    private var heldNames: String { held.ports.joined(separator: ", ") }

    /// Sentence for the user about the disconnected ports; nil if there are none.
    var heldTrouble: Message? {
        guard !held.connections.isEmpty else { return nil }
        return "\(heldNames) stand still and hold the engine up: disconnected until they move again"
    }
}

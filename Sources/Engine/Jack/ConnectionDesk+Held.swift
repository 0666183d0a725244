// Programs that feed the engine and hang (J2, J9). Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime

extension ConnectionDesk {
    /// Once in each round of the loop: has the worker look for who holds us up, and try those again that were let go.
    func watchHeldPorts(_ client: JackClient, _ time: GraphTime) {
        guard !time.isFreewheeling, held.isDue else { return }
        if jack.isStalled {
            let feeding = client.feeding
            guard !feeding.isEmpty, jack.isHeldUp(client, time) else { return }
            held.begin(feeding)
            jack.post(.letGoOfHolders(client, held: held.connections))
        } else if !held.connections.isEmpty {
            let now = client.connections
            // One that came back under another name, and was taken then, has the old one's place.
            held.forget { old in
                !client.exists(old.other) || now.contains { $0 == old || $0.isRenamed(old) }
            }
            jack.hold(heldTrouble)
            guard !held.connections.isEmpty, !held.isHopeless(xruns: client.xruns) else { return }
            held.begin(held.connections)
            jack.post(.takeBack(client, held.connections))
        }
    }

    /// Takes over the connections that the worker has left disconnected.
    func nowHeld(_ connections: [PortConnection], _ client: JackClient) {
        guard client === jack.client else { return }
        let before = held.ports
        held.end(held: connections)
        let new = held.ports.filter { !before.contains($0) }
        let free = before.filter { !held.contains($0) }
        if !new.isEmpty, let heldTrouble { board.report(heldTrouble, of: "jack") }
        if !free.isEmpty { EngineLog.say("\(free.joined(separator: ", ")): connected again") }
        jack.hold(heldTrouble)
        // Patterns may fit others that have come meanwhile.
        lookAtPorts()
    }

    /// Why there is no sound of some ports; `nil` where there are none.
    private var heldTrouble: String? {
        guard !held.connections.isEmpty else { return nil }
        return "\(held.ports.joined(separator: ", ")) stand still and hold the engine up: disconnected until they move again"
    }
}

// Room: Engine. Control loop only: programs that feed us and hang (J2, J9).
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime

extension Engine {
    /// True while the server goes through its cycles while none of them comes to us: then it is somebody before us in the graph who
    /// stands still. A server that stands still itself keeps its frame time.
    func isHeldUp(_ client: JackClient, _ time: GraphTime) -> Bool {
        let ahead = Int32(bitPattern: client.serverFrame &- time.telemetry.jackFrame)
        return Double(ahead) > patience / 4 * Double(client.rate)
    }

    /// Once in each round of the loop: has the worker look for who holds us up, and try those again that were let go.
    func watchHeldPorts(_ client: JackClient, _ time: GraphTime) {
        guard !time.isFreewheeling, held.isDue else { return }
        if isStalled {
            let feeding = client.feeding
            guard !feeding.isEmpty, isHeldUp(client, time) else { return }
            held.begin(feeding)
            jack.post(.letGoOfHolders(client, held: held.patches))
        } else if !held.patches.isEmpty {
            let now = client.patches
            // One that came back under another name, and was taken then, has the old one's place.
            held.forget { old in
                !client.exists(old.other) || now.contains { $0 == old || $0.isRenamed(old) }
            }
            jackTrouble = heldTrouble
            guard !held.patches.isEmpty, !held.isHopeless(xruns: client.xruns) else { return }
            held.begin(held.patches)
            jack.post(.takeBack(client, held.patches))
        }
    }

    /// Takes over the connections that the worker has left disconnected.
    func nowHeld(_ patches: [Patch], _ client: JackClient) {
        guard client === self.client else { return }
        let before = held.ports
        held.end(held: patches)
        let new = held.ports.filter { !before.contains($0) }
        let free = before.filter { !held.contains($0) }
        if !new.isEmpty, let heldTrouble { report(heldTrouble, of: "jack") }
        if !free.isEmpty { EngineLog.say("\(free.joined(separator: ", ")): connected again") }
        if !isStalled || !patches.isEmpty { jackTrouble = heldTrouble }
        // Patterns may fit others that have come meanwhile.
        portsDue = Moment.now
        subscriptions.noteNews()
    }

    /// Why there is no sound of some ports; `nil` where there are none.
    var heldTrouble: String? {
        guard !held.patches.isEmpty else { return nil }
        return "\(held.ports.joined(separator: ", ")) stand still and hold the engine up: disconnected until they move again"
    }
}

// Default devices of the desktop, which sides without a pattern follow (J8). Control loop only.
internal import Dictation
internal import JackClient
internal import System

extension ConnectionDesk {
    /// The pattern of a side; nil for none.
    func pattern(of side: JackClient.Side) -> String? {
        switch side {
        case .input: settings.current.text(.connectIn) ?? (followsDesktop ? "default" : nil)
        case .output: settings.current.text(.connectOut) ?? (followsDesktop ? "default" : nil)
        case .midi: settings.current.text(.midiConnect)
        }
    }

    /// Notes that connections made by a pattern belong to the past.
    func forget(_ past: [JackClient.Side: [String]]) {
        madeBefore.merge(past) { $1 }
        made = made.filter { past[$0.key] == nil }
    }

    /// Has the worker make connections again that are back. The connections to the last default device are left out: the default
    /// may be another one now, and is connected beside those that people have made.
    func restore(_ wanted: [PortConnection], _ client: JackClient) {
        let followed = wanted.filter { isFollowed($0, client) }
        owed.formUnion(followed.map(\.side))
        let restored = wanted.filter { !followed.contains($0) }
        if !restored.isEmpty { jack.post(.restore(client, restored)) }
    }

    /// True for a connection to the default device of a side that follows it. An engine that has not connected that side yet
    /// cannot tell the default device of its last run from others.
    private func isFollowed(_ connection: PortConnection, _ client: JackClient) -> Bool {
        let side = connection.side
        guard pattern(of: side) == "default" else { return false }
        guard let known = made[side] ?? madeBefore[side] else { return client.isPhysical(connection.other) }
        return known.contains(connection.other) || madeBefore[side]?.contains(connection.other) == true
    }

    /// Moves each side that follows the default device, when the user has picked another one. A side that is connected to something
    /// else stays as it is. libjack tells nobody of a new default, so each round of the loop looks.
    func followDefaults(_ client: JackClient) {
        guard makesConnections else { return }
        for side in [JackClient.Side.input, .output] where pattern(of: side) == "default" {
            guard tries[side]?.isDue(Moment.now) ?? true else { continue }
            let (target, partners) = (client.defaultPorts(side), client.partners(of: side))
            guard let first = target.first else { continue }
            let wanted = [first, target.count > 1 ? target[1] : first]
            guard let last = made[side] else {
                if partners.isEmpty {
                    // A device that came without a new port: connect to it as to a new one.
                    connect(side, "default", client)
                } else if owed.contains(side) {
                    // Connections that people have made may be back before the device, or before it is the default again.
                    tries[side, default: ConnectionTries()].begin()
                    jack.post(.follow(client, side, from: []))
                }
                continue
            }
            guard last != wanted else { continue }
            let isOurs =
                partners.isEmpty
                ? !last.allSatisfy(client.exists) : partners.allSatisfy { last.contains($0) || wanted.contains($0) }
            guard isOurs else {
                made[side] = wanted
                continue
            }
            tries[side, default: ConnectionTries()].begin()
            jack.post(.follow(client, side, from: last))
        }
    }
}

extension PortConnection {
    /// The side of an audio port.
    fileprivate var side: JackClient.Side { port.hasPrefix("out") ? .output : .input }
}

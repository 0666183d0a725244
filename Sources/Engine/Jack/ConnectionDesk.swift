// Connections of the engine's ports, kept and made again (J2). Control loop only.
internal import Dictation
internal import JackClient
internal import Storage

/// Owns what the ports are to be connected to, and what was let go of it.
final class ConnectionDesk: Desk {
    let board: Switchboard
    let jack: JackDesk
    private let library: LibraryDesk
    private let settings: SettingsDesk
    /// The name that connections are kept under.
    private let name: String
    /// False where a session manager restores connections by itself: ours would come on top of them.
    private let makesConnections: Bool
    /// Trouble with the file of connections, found at the start; nil where there was none.
    let startTrouble: String?

    private var connections: ConnectionMemory
    /// Connections that were let go: see `HeldPorts`.
    var held = HeldPorts()
    private var portChangesSeen = 0
    /// Since when ports have come that no pattern has looked at.
    private var portsDue: Moment?
    /// Ports that came a moment ago.
    private var recentPorts: [(name: String, since: Moment)] = []
    private var connectionChangesSeen = 0
    /// Since when a second look at the connections is due.
    private var connectAgain: Moment?
    /// Set while connections are missing and it is not known yet whether somebody removed them.
    private var doubt: ConnectionDoubt?
    /// Since when the connections differ from the kept ones.
    private var connectionsDue: Moment?

    /// Reads the kept connections. Blocks on the disk: called before the loop runs.
    init(_ board: Switchboard, _ jack: JackDesk, _ library: LibraryDesk, _ settings: SettingsDesk, _ options: EngineOptions) {
        self.board = board
        self.jack = jack
        self.library = library
        self.settings = settings
        name = options.patchName
        makesConnections = options.sessionID == nil
        (connections, startTrouble) = ConnectionDesk.kept(name, library.library)
    }

    func turn(_ now: Moment) {
        if let time = jack.time {
            watchHeldPorts(time.client, time)
            watchConnections(time.client)
            watchPorts(time.client)
        }
        if let due = connectionsDue, now.seconds(since: due) >= 1 { keep() }
    }

    func hear(_ news: News) {
        switch news {
        case .attached:
            held = HeldPorts()
            jack.hold(nil)
            portChangesSeen = -1
            connectionChangesSeen = -1
            connections.beginGraph()
            connectAgain = nil
            recentPorts = []
            doubt = nil
        case .detaching: jack.hold(nil)
        case .stalled: held.hurry()
        case .held(let connections, let client): nowHeld(connections, client)
        case .settings(let keys, _):
            if !keys.isDisjoint(with: [.connectIn, .connectOut, .midiConnect]) { portChangesSeen = -1 }
        // Ports that were waited for may be there too.
        case .sessionLoaded: portChangesSeen = -1
        default: break
        }
    }

    /// Connections of the last engine of this name and library. A file that cannot be read is put aside, begun anew and told.
    private static func kept(_ name: String, _ library: Library) -> (memory: ConnectionMemory, trouble: String?) {
        do throws(StorageError) {
            return (try library.connections(of: name), nil)
        } catch {
            let lost = "\(error): what was connected is not known"
            do throws(StorageError) {
                return (ConnectionMemory(), "\(lost); put aside as \(try library.putConnectionsAside(of: name))")
            } catch {
                return (ConnectionMemory(), "\(lost), and \(error)")
            }
        }
    }

    /// Looks at what is connected, and has made what was before.
    private func watchConnections(_ client: JackClient) {
        let before = connections.kept
        // A port that was let go counts as gone: nobody has taken it away.
        let isThere = { [held] in client.exists($0) && !held.contains($0) }
        defer { if connections.kept != before, connectionsDue == nil { connectionsDue = Moment.now } }
        if doubt?.isOver(Moment.now) == true {
            doubt = nil
            connections.settle(exists: isThere)
        }
        let changes = client.graphChanges &+ client.portChanges
        if changes != connectionChangesSeen {
            connectionChangesSeen = changes
            connectAgain = Moment.now
        } else {
            // PipeWire tells of a connection that goes while it still lists it: a second look.
            guard let since = connectAgain, Moment.now.seconds(since: since) >= 0.1 else { return }
            connectAgain = nil
        }
        let appeared = client.takeAppeared()
        noteRecent(appeared)
        let recent = connections.isNew ? client.allPorts : recentPorts.map(\.name)
        let wanted = connections.look(client.connections, appeared: appeared, recent: recent, exists: isThere)
        doubt = connections.isInDoubt ? ConnectionDoubt(Moment.now) : nil
        if !wanted.isEmpty, makesConnections, settings.current.text(.connections) != "leave" {
            jack.post(.restore(client, wanted))
        }
    }

    /// A program that was lost may have come back under another name before its old ports went: whatever goes now, patterns
    /// look at those that came.
    private func noteRecent(_ appeared: Set<String>) {
        let now = Moment.now
        recentPorts.removeAll { now.seconds(since: $0.since) > ConnectionDesk.renameSeconds }
        if !recentPorts.isEmpty { portsDue = portsDue ?? now }
        recentPorts += appeared.sorted().map { ($0, now) }
    }

    /// A server may keep the ports of a room that the network lost for some seconds beside those that it came back with.
    private static var renameSeconds: Double { 10 }

    /// Keeps the connections as they are. A person who connects makes many connections at once: `turn` calls this a second after
    /// the first one.
    func keep() {
        guard connectionsDue != nil else { return }
        connectionsDue = nil
        library.post(.keepConnections(connections, engine: name))
    }

    /// New ports are there that patterns may fit.
    func lookAtPorts() { portsDue = Moment.now }

    var timeout: Int32 { [held.timeout, ownTimeout].filter { $0 >= 0 }.min() ?? -1 }

    /// Milliseconds to the next look; -1 while there is nothing to keep, and nothing to connect.
    private var ownTimeout: Int32 {
        if portsDue != nil { return Int32(ConnectionDesk.portPause * 1000 / 2) }
        if connectAgain != nil { return 100 }
        if doubt != nil { return Int32(ConnectionDoubt.milliseconds) }
        return connectionsDue == nil ? -1 : 200
    }

    /// A program registers one port after the other: patterns look once all are there. Seconds.
    private static var portPause: Double { 0.15 }

    /// Ports came that patterns may fit.
    private func watchPorts(_ client: JackClient) {
        if client.portChanges != portChangesSeen {
            let isFirst = portChangesSeen == -1
            portChangesSeen = client.portChanges
            portsDue = Moment.now
            guard isFirst else { return }
        } else {
            guard let due = portsDue, Moment.now.seconds(since: due) >= ConnectionDesk.portPause else { return }
        }
        portsDue = nil
        guard makesConnections else { return }
        connect(.input, settings.current.text(.connectIn), client)
        connect(.output, settings.current.text(.connectOut), client)
        connect(.midi, settings.current.text(.midiConnect), client)
    }

    private func connect(_ side: JackClient.Side, _ pattern: String?, _ client: JackClient) {
        guard let pattern, !client.isConnected(side) else { return }
        jack.post(.connect(client, side, pattern: pattern, except: Set(held.ports)))
    }
}

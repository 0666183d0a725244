// Connections of the engine's ports, remembered and restored (J2). Control loop only.
internal import Dictation
internal import JackClient
internal import Messages
internal import Storage
internal import System

/// Owns the connections that the engine's ports should have.
final class ConnectionDesk: Desk {
    let board: Switchboard
    let jack: JackDesk
    private let library: LibraryDesk
    let settings: SettingsDesk
    /// The name under which the connections are stored.
    private let name: String
    /// False if a session manager restores connections itself; the engine would make them a second time.
    let makesConnections: Bool
    /// True if sides without a pattern follow the desktop's default devices.
    let followsDesktop: Bool
    /// True in a session, whose manager or user makes the connections.
    let isInSession: Bool
    /// Ports that each side was connected to by a pattern, in this graph.
    var made: [JackClient.Side: [String]] = [:]
    /// Ports that each side was connected to by a pattern before, in this graph or an earlier one.
    var madeBefore: [JackClient.Side: [String]] = [:]
    /// Sides that were connected to their default device beside others before the server went, and are not yet again.
    var owed: Set<JackClient.Side> = []
    /// Tries to connect each side.
    var tries: [JackClient.Side: ConnectionTries] = [:]
    /// Problem with the file of connections, found at the start; nil if there was none.
    let startTrouble: StoredText?

    private(set) var connections: ConnectionMemory
    /// Connections made in place of lost ones: see `SourceDesk`.
    var fallback: Set<PortConnection> = []
    /// `JackClient.portChanges` at the last look; -1 forces a look.
    private var portChangesSeen = 0
    /// When ports came that no pattern has been matched with yet; nil if there are none.
    private var portsDue: Moment?
    /// Ports that came within the last `renameSeconds`.
    private var recentPorts: [(name: String, since: Moment)] = []
    /// Counter of graph changes at the last look; -1 forces a look.
    private var connectionChangesSeen = 0
    /// When the graph last changed, while a second look at the connections is due; nil otherwise.
    private var connectAgain: Moment?
    /// Set while connections are missing and it is unknown if a person removed them.
    private var doubt: ConnectionDoubt?
    /// When the connections first differed from the stored ones; nil if they are stored.
    private var connectionsDue: Moment?

    /// Reads the stored connections. Blocks on the disk, so it is called before the loop runs.
    init(
        _ board: Switchboard, _ jack: JackDesk, _ library: LibraryDesk, _ settings: SettingsDesk, _ options: EngineOptions,
        isInSession: Bool
    ) {
        self.board = board
        self.jack = jack
        self.library = library
        self.settings = settings
        name = options.connectionsName
        makesConnections = options.sessionID == nil
        self.isInSession = isInSession
        followsDesktop = JackChoice.followsDesktop && !isInSession
        (connections, startTrouble) = ConnectionDesk.kept(name, library.library)
    }

    func turn(_ now: Moment) {
        if let time = jack.time {
            watchConnections(time.client)
            watchPorts(time.client)
            followDefaults(time.client)
        }
        if let due = connectionsDue, now.seconds(since: due) >= 1 { keep() }
    }

    func hear(_ news: News) {
        switch news {
        case .attached:
            fallback = []
            portChangesSeen = -1
            connectionChangesSeen = -1
            connections.beginGraph()
            connectAgain = nil
            recentPorts = []
            doubt = nil
            forget(made)
            tries = [:]
            owed = []
        case .connected(let side, let partners, let client):
            guard client === jack.client else { break }
            tries[side, default: ConnectionTries()].end(isConnected: !partners.isEmpty, Moment.now)
            guard !partners.isEmpty else { break }
            made[side] = partners
            owed.remove(side)
        case .settings(let keys, _):
            if !keys.isDisjoint(with: [.connectIn, .connectOut, .midiConnect]) {
                portChangesSeen = -1
                made = [:]
                owed = []
            }
        // Ports of other clients in the session may be there now.
        case .sessionLoaded: portChangesSeen = -1
        default: break
        }
    }

    /// Connections stored by the last engine of this name in this library. A file that cannot be read is put aside and
    /// reported, and an empty memory takes its place.
    private static func kept(_ name: String, _ library: Library) -> (memory: ConnectionMemory, trouble: StoredText?) {
        do throws(StorageError) {
            return (try library.connections(of: name), nil)
        } catch {
            let reason = error
            do throws(StorageError) {
                let aside = try library.putConnectionsAside(of: name)
                let words = StoredText(tr("\(reason): the previous connections are lost; put aside as \(aside)"))
                return (ConnectionMemory(), words)
            } catch {
                return (ConnectionMemory(), StoredText(tr("\(reason): the previous connections are lost, and \(error)")))
            }
        }
    }

    /// Compares the connections with the remembered ones and restores those that are missing.
    private func watchConnections(_ client: JackClient) {
        let before = connections.kept
        defer { if connections.kept != before, connectionsDue == nil { connectionsDue = Moment.now } }
        if doubt?.isOver(Moment.now) == true {
            doubt = nil
            connections.settle(exists: client.exists)
        }
        let changes = client.graphChanges &+ client.portChanges
        if changes != connectionChangesSeen {
            connectionChangesSeen = changes
            connectAgain = Moment.now
        } else {
            // PipeWire reports a removed connection while it still lists it, so a second look follows.
            guard let since = connectAgain, Moment.now.seconds(since: since) >= 0.1 else { return }
            connectAgain = nil
        }
        let appeared = client.takeAppeared()
        noteRecent(appeared)
        let recent = connections.isNew ? client.allPorts : recentPorts.map(\.name)
        // A fallback is for now: it is not made again when the engine starts next.
        let now = client.connections.filter { !fallback.contains($0) }
        let wanted = connections.look(now, appeared: appeared, recent: recent, exists: client.exists)
        doubt = connections.isInDoubt ? ConnectionDoubt(Moment.now) : nil
        guard makesConnections, settings.current.text(.connections) != "leave" else { return }
        restore(wanted, client)
    }

    /// Notes new ports. A lost program may come back under another name before its old ports disappear, so a later change makes
    /// patterns look at recent ports again.
    private func noteRecent(_ appeared: Set<String>) {
        let now = Moment.now
        recentPorts.removeAll { now.seconds(since: $0.since) > ConnectionDesk.renameSeconds }
        if !recentPorts.isEmpty { portsDue = portsDue ?? now }
        // A port that came back is not the one that somebody has disconnected.
        forget(made.filter { !appeared.isDisjoint(with: $0.value) })
        recentPorts += appeared.sorted().map { ($0, now) }
    }

    /// Seconds for which a port counts as recent. If the network loses a remote room, a server may for some seconds list
    /// the old ports of that room beside the ones that it came back with.
    private static var renameSeconds: Double { 10 }

    /// Stores the connections as they are. A person makes many connections in a row, so `turn` calls this a second after the
    /// first change.
    func keep() {
        guard connectionsDue != nil else { return }
        connectionsDue = nil
        library.post(.keepConnections(connections, engine: name))
    }

    /// Forgets connections that a command has replaced: they are not made again.
    func forget(where isForgotten: (PortConnection) -> Bool) {
        let before = connections.kept
        connections.forget(where: isForgotten)
        if connections.kept != before, connectionsDue == nil { connectionsDue = Moment.now }
    }

    /// Milliseconds to the next look; -1 if there is nothing to store or connect.
    var timeout: Int32 {
        if portsDue != nil { return Int32(ConnectionDesk.portPause * 1000 / 2) }
        if connectAgain != nil { return 100 }
        if doubt != nil { return Int32(ConnectionDoubt.milliseconds) }
        return connectionsDue == nil ? -1 : 200
    }

    /// Seconds from the first new port until patterns are matched: a program registers its ports one after the other.
    private static var portPause: Double { 0.15 }

    /// Connects ports that match the patterns of the settings, once new ports have settled.
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
        for side in [JackClient.Side.input, .output, .midi] { connect(side, pattern(of: side), client) }
    }

    /// Has the worker connect one side of the engine by a pattern, unless that side is connected already, or somebody has
    /// disconnected it from ports that are still there.
    func connect(_ side: JackClient.Side, _ pattern: String?, _ client: JackClient) {
        guard let pattern, !client.isConnected(side) else { return }
        if side != .midi, let made = made[side], made.allSatisfy(client.exists) { return }
        tries[side, default: ConnectionTries()].begin()
        jack.post(.connect(client, side, pattern: pattern))
    }
}

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

    private var patches: PatchMemory
    /// Connections that were let go: see `HeldPorts`.
    var held = HeldPorts()
    private var portChangesSeen = 0
    /// Since when ports have come that no pattern has looked at.
    private var portsDue: Moment?
    /// Ports that came a moment ago.
    private var recentPorts: [(name: String, since: Moment)] = []
    private var patchChangesSeen = 0
    /// Since when a second look at the connections is due.
    private var patchAgain: Moment?
    /// Set while connections are missing and it is not known yet whether somebody removed them.
    private var doubt: PatchDoubt?
    /// Since when the connections differ from the kept ones.
    private var patchesDue: Moment?

    /// Reads the kept connections. Blocks on the disk: called before the loop runs.
    init(_ board: Switchboard, _ jack: JackDesk, _ library: LibraryDesk, _ settings: SettingsDesk, _ options: EngineOptions) {
        self.board = board
        self.jack = jack
        self.library = library
        self.settings = settings
        name = options.patchName
        makesConnections = options.sessionID == nil
        (patches, startTrouble) = ConnectionDesk.kept(name, library.library)
    }

    func turn(_ now: Moment) {
        if let time = jack.time {
            watchHeldPorts(time.client, time)
            watchPatches(time.client)
            watchPorts(time.client)
        }
        if let due = patchesDue, now.seconds(since: due) >= 1 { keep() }
    }

    func hear(_ news: News) {
        switch news {
        case .attached:
            held = HeldPorts()
            jack.hold(nil)
            portChangesSeen = -1
            patchChangesSeen = -1
            patches.beginGraph()
            patchAgain = nil
            recentPorts = []
            doubt = nil
        case .detaching: jack.hold(nil)
        case .stalled: held.hurry()
        case .held(let patches, let client): nowHeld(patches, client)
        case .settings(let keys, _):
            if !keys.isDisjoint(with: [.connectIn, .connectOut, .midiConnect]) { portChangesSeen = -1 }
        // Ports that were waited for may be there too.
        case .sessionLoaded: portChangesSeen = -1
        default: break
        }
    }

    /// Connections of the last engine of this name and library. A file that cannot be read is put aside, begun anew and told.
    private static func kept(_ name: String, _ library: Library) -> (memory: PatchMemory, trouble: String?) {
        do throws(StorageError) {
            return (try library.patches(of: name), nil)
        } catch {
            let lost = "\(error): what was connected is not known"
            do throws(StorageError) {
                return (PatchMemory(), "\(lost); put aside as \(try library.putPatchesAside(of: name))")
            } catch {
                return (PatchMemory(), "\(lost), and \(error)")
            }
        }
    }

    /// Looks at what is connected, and has made what was before.
    private func watchPatches(_ client: JackClient) {
        let before = patches.kept
        // A port that was let go counts as gone: nobody has taken it away.
        let isThere = { [held] in client.exists($0) && !held.contains($0) }
        defer { if patches.kept != before, patchesDue == nil { patchesDue = Moment.now } }
        if doubt?.isOver(Moment.now) == true {
            doubt = nil
            patches.settle(exists: isThere)
        }
        let changes = client.graphChanges &+ client.portChanges
        if changes != patchChangesSeen {
            patchChangesSeen = changes
            patchAgain = Moment.now
        } else {
            // PipeWire tells of a connection that goes while it still lists it: a second look.
            guard let since = patchAgain, Moment.now.seconds(since: since) >= 0.1 else { return }
            patchAgain = nil
        }
        let appeared = client.takeAppeared()
        noteRecent(appeared)
        let recent = patches.isNew ? client.allPorts : recentPorts.map(\.name)
        let wanted = patches.look(client.patches, appeared: appeared, recent: recent, exists: isThere)
        doubt = patches.isInDoubt ? PatchDoubt(Moment.now) : nil
        if !wanted.isEmpty, makesConnections, settings.current.text(.connections) != "leave" { jack.post(.patch(client, wanted)) }
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
        guard patchesDue != nil else { return }
        patchesDue = nil
        library.post(.keepPatches(patches, engine: name))
    }

    /// New ports are there that patterns may fit.
    func lookAtPorts() { portsDue = Moment.now }

    var timeout: Int32 { [held.timeout, ownTimeout].filter { $0 >= 0 }.min() ?? -1 }

    /// Milliseconds to the next look; -1 while there is nothing to keep, and nothing to connect.
    private var ownTimeout: Int32 {
        if portsDue != nil { return Int32(ConnectionDesk.portPause * 1000 / 2) }
        if patchAgain != nil { return 100 }
        if doubt != nil { return Int32(PatchDoubt.milliseconds) }
        return patchesDue == nil ? -1 : 200
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

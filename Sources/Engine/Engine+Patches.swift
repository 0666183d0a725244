// Room: Engine. Control loop only: connections that are kept and made again (J2).
internal import Dictation
internal import JackClient
internal import Storage

extension Engine {
    /// Connections of the last engine of this name and library. A file that cannot be read is put aside, begun anew and told.
    static func keptPatches(_ options: EngineOptions, _ library: Library) -> (memory: PatchMemory, trouble: String?) {
        do throws(StorageError) {
            return (try library.patches(of: options.patchName), nil)
        } catch {
            let lost = "\(error): what was connected is not known"
            do throws(StorageError) {
                return (PatchMemory(), "\(lost); put aside as \(try library.putPatchesAside(of: options.patchName))")
            } catch {
                return (PatchMemory(), "\(lost), and \(error)")
            }
        }
    }

    /// Looks at what is connected, and has made what was before.
    func watchPatches(_ client: JackClient) {
        let before = patches.kept
        // A port that was let go counts as gone: nobody has taken it away.
        let isThere = { [held] in client.exists($0) && !held.contains($0) }
        defer { if patches.kept != before, patchesDue == nil { patchesDue = Moment.now } }
        if patchDoubt?.isOver(Moment.now) == true {
            patchDoubt = nil
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
        patchDoubt = patches.isInDoubt ? PatchDoubt(Moment.now) : nil
        if !wanted.isEmpty, patchesItself, settings.current.text("connections") != "leave" { jack.post(.patch(client, wanted)) }
    }

    /// A program that was lost may have come back under another name before its old ports went: whatever goes now, patterns
    /// look at those that came.
    private func noteRecent(_ appeared: Set<String>) {
        let now = Moment.now
        recentPorts.removeAll { now.seconds(since: $0.since) > Engine.renameSeconds }
        if !recentPorts.isEmpty { portsDue = portsDue ?? now }
        recentPorts += appeared.sorted().map { ($0, now) }
    }

    /// A server may keep the ports of a room that the network lost for some seconds beside those that it came back with.
    private static var renameSeconds: Double { 10 }

    /// Somebody who patches makes many connections at once: a second after the first one all of them are kept.
    func keepPatches(isLast: Bool = false) {
        guard let due = patchesDue, isLast || Moment.now.seconds(since: due) >= 1 else { return }
        patchesDue = nil
        librarian.post(.keepPatches(patches, engine: options.patchName))
    }

    /// Milliseconds to the next look; -1 while there is nothing to keep, and nothing to connect.
    var patchPause: Int32 {
        if portsDue != nil { return Int32(Engine.portPause * 1000 / 2) }
        if patchAgain != nil { return 100 }
        if patchDoubt != nil { return Int32(PatchDoubt.milliseconds) }
        return patchesDue == nil ? -1 : 200
    }

    /// A program registers one port after the other: patterns look once all are there. Seconds.
    static var portPause: Double { 0.15 }

    /// Ports came that patterns may fit.
    func watchPorts(_ client: JackClient) {
        if client.portChanges != portChangesSeen {
            let isFirst = portChangesSeen == -1
            portChangesSeen = client.portChanges
            portsDue = Moment.now
            guard isFirst else { return }
        } else {
            guard let due = portsDue, Moment.now.seconds(since: due) >= Engine.portPause else { return }
        }
        portsDue = nil
        guard patchesItself else { return }
        connect(.input, settings.current.text("connect-in"), client)
        connect(.output, settings.current.text("connect-out"), client)
        connect(.midi, settings.current.text("midi-connect"), client)
    }

    private func connect(_ side: JackClient.Side, _ pattern: String?, _ client: JackClient) {
        guard let pattern, !client.isConnected(side) else { return }
        jack.post(.connect(client, side, pattern: pattern, except: Set(held.ports)))
    }
}

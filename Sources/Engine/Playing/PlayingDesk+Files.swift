// Following recordings that are renamed, deleted or replaced while they are loaded. Control loop only.
internal import Catalogue
internal import Dictation
internal import JackClient
internal import Messages
internal import Playback
internal import Player
internal import Storage
internal import Threads

extension PlayingDesk {
    /// Follows a change of a recording's files: a renamed recording stays loaded and goes on playing, a deleted one is unloaded,
    /// and one with other files is opened again.
    func hear(_ change: FileChange) {
        switch change {
        case .renamed(let name, let newName, let files): rename(name, to: newName, files)
        case .deleted(let name, let id):
            if recorded?.name == name { recorded = nil }
            unload(name, id)
            forgetFollowing(name)
        case .replaced(let name):
            reload(name)
            forgetFollowing(name)
        }
    }

    /// Gives a recording and its files their new names, wherever they are loaded, being loaded, or the aim of a command.
    private func rename(_ name: String, to newName: String, _ files: [String: String]) {
        let folder = library.library.folder
        let paths = Dictionary(files.map { ("\(folder)/\($0)", "\(folder)/\($1)") }) { first, _ in first }
        reader.post(.rename(paths))
        if let loaded { self.loaded = loaded.renamed(name, to: newName, paths) }
        if let path = listener.flatMap({ paths[$0.path] }) {
            listener?.path = path
            // A save under the old name may have come too late.
            listener?.kept = nil
        }
        following.rename(name, to: newName, paths)
        if let reloaded { self.reloaded = reloaded.renamed(name, to: newName, paths) }
        locates.change { $0 = $0.renamed(name, to: newName, paths) }
        if isBusy { renamed.append((name, newName, paths)) }
        if let opening, opening.name == name, paths[opening.path] != nil || opening.path.isEmpty {
            self.opening?.name = newName
            self.opening?.path = paths[opening.path] ?? opening.path
            self.opening?.source = opening.source?.renamed(paths)
        }
        if let take = recorded, take.name == name {
            recorded = RecordedTake(name: newName, place: take.place, isReached: take.isReached)
        }
    }

    /// Stops and unloads a recording that was deleted, and had the identity `id`; another one that had its name before stays.
    private func unload(_ name: String, _ id: String) {
        let isMeant = { (known: Identifier) in known.isUnset || id.isEmpty || known.description == id }
        let isIt = { (target: Loaded) in
            target.name == name && isMeant(target.recordingID) && self.library.library.owns(target.path)
        }
        if let opening, opening.name == name, isMeant(opening.recordingID),
            opening.path.isEmpty || library.library.owns(opening.path)
        {
            cancelOpening(.refused(Failure(.notFound, tr("\(name) was deleted while it was loaded"))))
        }
        guard destination.map(isIt) == true else { return }
        leave(because: nil, jack.time)
    }
}

extension Loaded {
    /// The recording under its new name, if it is the one that was renamed; `paths` has the new paths by the old ones.
    func renamed(_ name: String, to newName: String, _ paths: [String: String]) -> Loaded {
        guard self.name == name, let path = paths[path] else { return self }
        var target = self
        target.name = newName
        target.path = path
        target.source = source.renamed(paths)
        return target
    }
}

extension TimelineSource {
    /// The source with renamed files; `paths` has the new paths by the old ones.
    func renamed(_ paths: [String: String]) -> TimelineSource {
        let spans = { (spans: [FileSpan]) in
            spans.map { FileSpan(path: paths[$0.path] ?? $0.path, first: $0.first, length: $0.length, rate: $0.rate) }
        }
        return switch self {
        case .file(let path): .file(paths[path] ?? path)
        case .spans(let all): .spans(spans(all))
        case .take(let before, let path, let frames): .take(after: spans(before), path: paths[path] ?? path, frames: frames)
        }
    }
}

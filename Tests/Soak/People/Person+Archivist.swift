// The archivist: ALAC, and work on the library beside takes: exports, recognition, waveforms, names. Main thread only.
import JackTestSupport
import TestSupport

extension Person {
    static var archivist: Person {
        Person(
            name: "archivist", feed: .fine, options: [], settings: "rec-format = alac\n",
            acts: [
                { seat in
                    [
                        .after(1...2) { seat throws(EngineProcess.Trouble) in try seat.record("tape") },
                        .after(4...15) { seat throws(EngineProcess.Trouble) in try seat.stop(checking: 8) },
                    ]
                },
                { seat in
                    guard let name = seat.anyRecording else { return [] }
                    let kinds = ["flac", "mp3", "ogg", "m4a", "wav", "opus"]
                    return [
                        .after(1...3, "export", name, "to", seat.newPath(kinds[seat.roll(6)]), "background", "yes"),
                        .after(1...2) { seat throws(EngineProcess.Trouble) in try seat.record("beside") },
                        .after(3...10, "operations"),
                        .after(2...6) { seat throws(EngineProcess.Trouble) in try seat.stop(checking: 10) },
                    ]
                },
                { seat in
                    guard let name = seat.anyRecording, let program = seat.makeRecogniser() else { return [] }
                    return [
                        .after(
                            1...3, "transcribe", name, "recogniser", program, "again", "yes", "background", "yes"),
                        .after(3...8, "search", "spoken"), .after(1...4, "transcript", "name", name),
                    ]
                },
                { seat in
                    guard let name = seat.anyRecording else { return [] }
                    return [
                        .after(1...3, "peaks", name, "columns", "500"), .after(1...3, "analyse", name, "again", "yes"),
                        .after(1...3, "verify", name, "deep", "yes", "background", "yes"), .after(2...5, "ls"),
                        .after(1...3, "tag", name, "add", "work"), .after(1...3, "search", "work"),
                    ]
                },
                { seat in
                    guard let name = seat.anyRecording else { return [] }
                    let new = seat.newName("renamed")
                    return [
                        .after(1...3) { seat throws(EngineProcess.Trouble) in
                            try seat.ask("rename", [name, "to", new])
                            seat.recordings.removeAll { $0 == name }
                            seat.recordings.append(new)
                        },
                        .after(1...3, "info", new),
                        // The real program, as a script calls it.
                        .after(1...3) { seat throws(EngineProcess.Trouble) in
                            let end = seat.engine.dicta("ls", "--json")
                            if end.code != 0 { throw .noAnswer("dicta ls ended with \(end.code): \(end.errors)") }
                        },
                        .after(1...2, "verify", "background", "yes"),
                    ]
                },
            ])
    }
}

extension Seat {
    /// The path of a new file to export to. Old ones are removed: a run lasts for hours.
    func newPath(_ ending: String) -> String {
        for path in exported.dropLast(4) where Files.exists(path) { _ = Files.remove(path) }
        exported = exported.suffix(4) + [engine.folder.file("\(newName("export")).\(ending)")]
        return exported[exported.count - 1]
    }

    /// Writes a recogniser that hears one word in each piece, after a while; nil where the disk refuses.
    func makeRecogniser() -> String? {
        let script = """
            #!/bin/sh
            sleep 1
            echo '{"language":"en"}'
            echo '{"segment":{"start":0,"end":0.1,"words":[{"text":"spoken","start":0,"end":0.1,"confidence":0.9}]}}'

            """
        let path = engine.folder.file("recogniser")
        return Files.exists(path) || engine.folder.write(script, to: "recogniser", mode: 0o700) ? path : nil
    }
}

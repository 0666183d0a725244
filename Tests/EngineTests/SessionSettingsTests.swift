// Tests of the settings that a session's folder may bring, without an engine (C10).
import Dictation
import Storage
import TestSupport
import Testing

@testable import Engine
@testable import Settings

@Suite("Settings in a session: the project's own, and the user's (C10, issue 12 no. 1)")
struct SessionSettingsTests {
    private let folder = TempFolder()
    private var own: String { folder.file("own") }
    private var project: SessionFolder {
        get throws { try SessionFolder(folder.file("p"), userSettings: own) }
    }

    private func store(_ project: SessionFolder) throws -> SettingsStore {
        let words = ["--settings", own]
        return SettingsStore(try CommandTable.daemon.check(words: words), project: project.settings) { _ in nil }
    }

    @Test("a new project begins with what the user has of a project's settings, and with no hook")
    func begins() throws {
        #expect(folder.write("rec-format = flac\non-error = true # secret\nosc-udp = 9000\n", to: "own"))
        let project = try project
        let (values, problems) = SettingsText(Files.read(project.settings) ?? "").read()
        #expect(values == [.recFormat: .text("flac")] && problems.isEmpty)
        #expect(Files.read(project.settings)?.contains("on-error") == false)
        let settings = try store(project)
        #expect(settings.current.text(.recFormat) == "flac" && settings.current.text(.onError) == "true # secret")
        #expect(settings.source(of: .recFormat) == "project" && settings.source(of: .oscUdp) == "file")
        #expect(settings.problems.isEmpty)
    }

    @Test("what is no project's is left out of a session's settings, and told once; the user's own holds")
    func leftOut() throws {
        #expect(folder.write("rec-format = wav\nreserve = 5\nosc-udp = 9000\n", to: "own"))
        let project = try project
        for setting in SettingsTable.all where setting.needs != .project && !setting.isList && setting.key != .oscUdp {
            let special: [ParameterKey: String] = [
                .oscMay: "all", .oscAllow: "0.0.0.0/0", .keys: "mark=t", .hookDurable: "completed",
            ]
            let limits = setting.parameter.limits
            let number = limits?.contains(2) == false ? "\(limits?.lowerBound ?? 2)" : "2"
            let value = setting.parameter.choices.last ?? special[setting.key] ?? number
            #expect(Files.write("rec-format = flac\nosc-udp = 9000\n\(setting.key) = \(value)\n", to: project.settings))
            let settings = try store(project)
            #expect(settings.current.text(.recFormat) == "flac")
            let standard = setting.key == .reserve ? .int(5) : setting.standard
            #expect(settings.current.values[setting.key] == standard, "\(setting.key)")
            // A line equal to the user's own is a copy of it and no problem.
            let told = settings.problems.filter { $0.description.contains("cannot set \(setting.key): ignored") }
            #expect(told.count == 1 && settings.problems.count == 1, "\(settings.problems)")
        }
    }

    @Test("what is set is kept where it belongs; not both at once")
    func set() throws {
        #expect(folder.write("reserve = 5\n", to: "own"))
        let project = try project
        var settings = try store(project)
        for (key, value, path) in [(ParameterKey.recBits, "16", project.settings), (.onError, "true", own)] {
            let (keys, write) = try settings.plan([(key: key, values: [value])])
            #expect(keys == [key] && write.path == path)
            try write.run()
            #expect(
                settings.settle(write, settings.files.read()).isEmpty
                    && Files.read(path)?.contains("\(key) = \(value)\n") == true)
        }
        #expect(throws: SettingsError.self) {
            try settings.plan([(key: .recBits, values: ["24"]), (key: .reserve, values: ["6"])])
        }
    }

    @Test("a project whose settings cannot be read is opened, and told of")
    func unreadable() throws {
        #expect(Files.makeFolder(folder.file("p")) && Files.makeFolder(folder.file("p/settings")))
        let settings = try store(try project)
        #expect(settings.problems.count == 1 && settings.problems[0].description.contains("p/settings"), "\(settings.problems)")
    }

    @Test("folders, options and paths come back to who has saved them, letter for letter, and to nobody else")
    func records() throws {
        let records = try #require(SessionRecords { $0 == "XDG_STATE_HOME" ? folder.path : nil })
        var state = SessionState()
        #expect(state.ownersPart == nil)
        state.recording = "tape"
        #expect(state.ownersPart == nil, "a name of the library is the project's")
        (state.recording, state.library, state.options) = ("/x/y.wav", "/lib", ["osc-udp": "9000"])
        let part = try #require(state.ownersPart)
        #expect(try !records.has(part))
        try ConfigFile.update(records.path(of: part)) { (_) throws(StorageError) in part }
        #expect(try records.has(part))
        state.options["osc-may"] = "all"
        #expect(try !records.has(try #require(state.ownersPart)))
        #expect(state.leaveOutOwnersPart() == ["--osc-may", "--osc-udp", "the library '/lib'", "'/x/y.wav'"])
        #expect(state.ownersPart == nil && state.recording == nil && state.options.isEmpty)
    }

    @Test("what is put aside takes the place of nothing that was put aside before")
    func aside() throws {
        for number in 1...3 {
            #expect(folder.write("\(number)", to: "x"))
            let path = try Library.putAside(folder.file("x"))
            #expect(path == folder.file("x.damaged" + (number > 1 ? "-\(number)" : "")) && Files.read(path) == "\(number)")
        }
        #expect(!Files.exists(folder.file("x")))
    }
}

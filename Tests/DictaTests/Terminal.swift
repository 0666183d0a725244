// Runs the built program in folders of its own. Any thread.
import Control
import Dictation
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A user's terminal: private runtime and state folders, and the built `dicta`.
struct Terminal {
    let folder = TempFolder()

    var runtime: String { folder.path }
    var log: String { folder.file("state/dicta/dicta.log") }
    var socket: String { folder.file("dicta/dicta.sock") }

    /// Folder of the built products; the test bundle is in the same folder.
    static func products() throws -> String {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return String(own[..<(try #require(own.lastIndex(of: "/")))])
    }

    func environment(path: String) -> [String: String] {
        ["XDG_RUNTIME_DIR": runtime, "XDG_STATE_HOME": folder.file("state"), "PATH": path, "HOME": folder.path]
    }

    func run(_ words: String..., closeOutput: Bool = false) throws -> Finished {
        try run(words, closeOutput: closeOutput)
    }

    func run(
        _ words: [String], path: String = "/nowhere", adding: [String: String] = [:], closeOutput: Bool = false
    ) throws -> Finished {
        let program = try Self.products() + "/dicta"
        let variables = environment(path: path).merging(adding) { $1 }
        return Process.run(program, words, environment: variables, closeOutput: closeOutput)
    }

    /// Runs a copy of `dicta` that has this `dictad` beside it. A child process makes both files: a descriptor inherited by the
    /// program of a test that runs at the same time would make them busy.
    func run(besideEngine text: String, _ words: String...) throws -> Finished {
        let copy = folder.file("copy")
        try #require(folder.write(text, to: "dictad.text"))
        for (from, to) in [(try Self.products() + "/dicta", copy), (folder.file("dictad.text"), folder.file("dictad"))] {
            try #require(Process.run("/usr/bin/install", ["-m", "700", from, to]).code == 0)
        }
        return Process.run(copy, words, environment: environment(path: "/usr/bin:/bin"))
    }

    func engine(_ handler: @escaping StubEngine.Handler) throws -> StubEngine {
        try StubEngine(path: socket, handler: handler)
    }

    /// Makes the catalogues that the built programs read, by an option of session/translations: `--build`, or `--pseudo` for the
    /// language that puts each text into brackets. session/test has made the first ones too.
    func makeCatalogues(_ option: String = "--build") throws {
        let run = Process.run(
            "/bin/bash", [LanguageTests.session + "/translations", option, try Self.products() + "/../share/locale"],
            environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin"])
        try #require(run.code == 0, "\(run)")
    }

    /// True if the UTF-8 locale is installed: `session/test` makes those of the tests for root.
    static func hasLocale(_ name: String) -> Bool {
        Process.run("/usr/bin/locale", ["-a"]).output.split(separator: "\n").contains("\(name).utf8")
    }

    /// The value of a Python expression on a text parsed as JSON: one line, or nothing if the text is no JSON.
    static func json(_ text: String, _ expression: String) -> String {
        let program = "import json, sys; o = json.loads(sys.argv[1]); assert type(o) is dict; print(\(expression))"
        let run = Process.python(program, [text])
        return run.code == 0 ? String(run.output.dropLast()) : "not JSON: \(text)\(run.errors)"
    }
}

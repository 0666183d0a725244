// Tests that the compiler refuses access of another thread to the state of a thread.
import Glibc
import TestSupport
import Testing

@Suite struct ThreadStateTests {
    /// Each snippet would let two threads touch one object. The words are from the compiler's error.
    static let refused: [(name: String, code: String, words: String)] = [
        (
            "a state that others keep a part of",
            "let tape = Tape()\n_ = try Worker(name: \"x\", wake: Bell()) { Player(tape) }\nprint(tape.length)",
            "capture of 'tape' with non-Sendable type"
        ),
        (
            "a part that gets out",
            "var tape: Tape?\n_ = try Worker(name: \"x\", wake: Bell()) { let own = Tape(); tape = own; return Player(own) }\nprint(tape!.length)",
            "mutation of captured var 'tape' in concurrently-executing code"
        ),
        (
            "a message with an object in it",
            "struct Reader: ThreadState, ~Copyable { enum Order { case load(Tape) }; typealias Wake = Bell\n"
                + "mutating func obey(_ order: Order) {}\nmutating func turn() -> Int? { nil } }",
            "type 'Reader.Order' does not conform to the 'Sendable' protocol"
        ),
        (
            "a copy of the state",
            "let one = Player(Tape())\nlet other = one\nprint(one.tape.length, other.tape.length)", "used after consume"
        ),
    ]

    @Test(arguments: refused.indices) func isRefused(index: Int) {
        let (name, code, words) = Self.refused[index]
        let run = Self.compile(code)
        #expect(run.code != 0, "\(name) was accepted")
        #expect(run.errors.contains(words), "\(name): \(run.errors.prefix(2000))")
    }

    @Test func anOwnStateIsAccepted() {
        let run = Self.compile("let worker = try Worker(name: \"x\", wake: Bell()) { Player(Tape()) }\nworker.post(.quit)")
        #expect(run.code == 0, "\(run.errors.prefix(2000))")
    }

    /// Compiles a snippet together with the worker's own sources.
    private static func compile(_ code: String) -> Finished {
        let folder = TempFolder()
        let text = """
            package struct EngineError: Error { package init(_ error: SystemError) {} }
            final class Bell: WakeUp { func wake() {}; func wait(_ sleep: Int) {} }
            final class Tape { var length = 0 }
            struct Player: ThreadState, ~Copyable {
                enum Order: Sendable { case quit }
                typealias Wake = Bell
                let tape: Tape
                init(_ tape: Tape) { self.tape = tape }
                mutating func obey(_ order: Order) { tape.length += 1 }
                mutating func turn() -> Int? { tape.length > 0 ? nil : 1000 }
            }
            func test() throws {
            \(code)
            }
            """
        guard folder.write(text, to: "snippet.swift") else { return Finished(code: 0, output: "", errors: "no file") }
        let sources = #filePath.replacing("Tests/EngineTests/ThreadStateTests.swift", with: "Sources")
        let parts = [
            "Threads/Worker", "Threads/ThreadState", "Threads/WakeUp", "Threads/Mailbox",
            "System/Threads/NamedThread", "System/SystemError", "System/Time/Clock", "Messages/MessageCatalogue",
        ]
        var own: [String] = []
        for part in parts {
            // All files are compiled as one module, so the imports of others are removed.
            let whole = Files.read("\(sources)/\(part).swift") ?? ""
            let text = whole.replacing(#/(internal )?import (System|Messages)\n/#, with: "")
            let copy = String(part.split(separator: "/").last ?? "") + ".swift"
            guard folder.write(text, to: copy) else { return Finished(code: 0, output: "", errors: "no file") }
            own.append(folder.file(copy))
        }
        var environment: [String: String] = [:]
        for name in ["PATH", "HOME", "TMPDIR"] {
            if let value = unsafe getenv(name) { environment[name] = unsafe String(cString: value) }
        }
        return Process.run(
            "/usr/bin/env",
            [
                "swiftc", "-parse-as-library", "-swift-version", "6", "-package-name", "dicta", "-I", "\(sources)/CLinux", "-wmo",
                "-emit-sil", "-o", "/dev/null",
            ]
                + own + [folder.file("snippet.swift")], environment: environment)
    }
}

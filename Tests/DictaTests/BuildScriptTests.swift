// Tests of the build by session/run: the real functions of session/lib/prepare.sh with a compiler that only counts its calls.
import System
import TestSupport
import Testing

@Suite("session/run builds if anything has changed, and calls no compiler if nothing has")
struct BuildScriptTests {
    private let folder = TempFolder()
    private static let root = String(#filePath.dropLast("/Tests/DictaTests/BuildScriptTests.swift".count))

    /// Makes a project, and a `swift` whose programs have the text of the source. Lines in the file `then` run during a build.
    init() throws {
        let run = bash(
            #"""
            set -e
            mkdir -p session/lib session/po Sources/Engine tools
            cp "$1"/session/lib/{prepare.sh,messages.sh} session/lib/
            for language in de ru; do printf 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n' >session/po/$language.po; done
            echo one >Sources/Engine/Engine.swift
            echo package >Package.swift
            cat >tools/swift <<'END'
            #!/bin/bash
            set -e
            echo build >>calls
            [[ ! -e fails ]] || exit 1
            mkdir -p .build/out/Products/Release-linux
            for name in dictad dicta ${4:+dicta-bench}; do
                cat Sources/Engine/*.swift >.build/out/Products/Release-linux/$name
                chmod +x .build/out/Products/Release-linux/$name
            done
            [[ ! -e then ]] || . ./then
            END
            chmod +x tools/swift
            """#, [Self.root])
        try #require(run.code == 0, "\(run)")
    }

    private func bash(_ line: String, _ words: [String] = []) -> Finished {
        let place = folder.file("dicta")
        return Process.run(
            "/bin/bash", ["-c", "mkdir -p '\(place)' && cd '\(place)' && { \(line)\n}", "bash"] + words,
            environment: ["HOME": folder.path, "PATH": "\(place)/tools:/usr/bin:/bin"])
    }

    /// Builds after a line of bash; the number of calls of the compiler, and the text of the program.
    private func build(after line: String = "true", _ programs: String = "") -> String {
        let script = """
            set -euo pipefail
            rm -f calls
            \(line)
            . session/lib/prepare.sh
            build_release \(programs) >&2
            echo "$(cat calls 2>/dev/null | wc -l) $(cat .build/release/dictad)"
            """
        let run = bash(script)
        return run.code == 0 ? String(run.output.dropLast()) : "failed"
    }

    @Test func whatHasChangedIsBuilt() {
        #expect(build() == "1 one")
        #expect(build() == "0 one")
        #expect(build(after: "echo two >Sources/Engine/Engine.swift") == "1 two")
        // As long as before: the time differs.
        #expect(build(after: "echo six >Sources/Engine/Engine.swift") == "1 six")
        #expect(build(after: "echo new >Sources/Engine/New.swift") == "1 six\nnew")
        #expect(build(after: "rm Sources/Engine/New.swift") == "1 six")
        #expect(build(after: "echo more >>Package.swift") == "1 six")
        #expect(build(after: "echo '# More' >>session/po/de.po") == "1 six")
        #expect(build(after: "touch tools/swift") == "1 six", "another compiler")
        #expect(build(after: "rm .build/out/Products/Release-linux/dicta") == "1 six")
        #expect(build() == "0 six")
        // A build of one more program is another one.
        #expect(build("dicta-bench").hasSuffix(" six") && build("dicta-bench") == "0 six")
    }

    @Test func aBuildThatFailedOrThatWasOvertakenIsMadeAgain() {
        #expect(build() == "1 one")
        #expect(build(after: "echo two >Sources/Engine/Engine.swift; touch fails") == "failed")
        #expect(build(after: "rm fails") == "1 two")
        // A source changes while it is compiled.
        #expect(
            build(after: "echo three >Sources/Engine/Engine.swift; echo 'echo four >Sources/Engine/Engine.swift' >then")
                == "1 three")
        #expect(build(after: "rm then") == "1 four")
        #expect(build() == "0 four")
    }

    private func build(_ programs: String) -> String { build(after: "true", programs) }
}

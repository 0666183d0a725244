// Tests of session/check: the real script finds each kind of fault in a small repository, and none in a clean one.
import System
import TestSupport
import Testing

@Suite("session/check finds what no commit may have, in a clone and in a tarball, and as a hook refuses the commit")
struct CheckTests {
    private let folder = TempFolder()
    private static let root = String(#filePath.dropLast("/Tests/DictaTests/CheckTests.swift".count))
    private static let key = "-----BEGIN RSA " + "PRIVATE KEY-----"

    /// Makes a repository of the script and one source file. What came with the script, or is on a branch of a remote, may have any
    /// subject, and a folder beside the home folder any name.
    init() throws {
        let run = bash(
            #"""
            set -e
            mkdir -p session/lib Sources/Dictation
            cp "$1/.swift-format" . && cp -R "$1"/session/{check,translations,po} session/
            cp "$1"/session/lib/{prepare.sh,messages.sh,messages.py} session/lib/
            printf '// Says.\nlet length = tr("Length")\n' >Sources/Dictation/Length.swift
            echo .build/ >.gitignore
            session/translations >/dev/null
            git init -q . && git add . && git commit -q -m 'As anybody likes'
            git commit -q --allow-empty -m 'This one too' && git update-ref refs/remotes/origin/main HEAD
            echo "$HOME-s, $HOME.old, /x$HOME" >notes && git add . && git commit -q -m 'notes: tell of others'
            mkdir .build && echo "$2" >.build/key
            git tag clean
            """#, [Self.root, Self.key])
        try #require(run.code == 0, "\(run)")
    }

    /// Runs a line of bash in the repository, as a person with a home that no machine has.
    private func bash(_ line: String, _ words: [String] = []) -> Finished {
        let person = ["NAME": "ada", "EMAIL": "ada@example.org"]
        var environment = ["HOME": "/home/ada-of-nowhere", "PATH": ThisProcess.variable("PATH") ?? ""]
        for (key, value) in person { (environment["GIT_AUTHOR_" + key], environment["GIT_COMMITTER_" + key]) = (value, value) }
        let place = folder.file("dicta")
        return Process.run(
            "/bin/bash", ["-c", "mkdir -p '\(place)' && cd '\(place)' && { \(line)\n}", "bash"] + words, environment: environment)
    }

    /// Names of the parts of the check that find a fault after a line of bash, which is undone.
    private func found(after line: String) -> String {
        let run = bash("{ \(line)\n} >/dev/null 2>&1 || exit 7; session/check", [Self.key])
        #expect(bash("git checkout -q -f clean && git clean -q -f").code == 0)
        guard run.code != 0 else { return run.output + run.errors }
        let words = run.errors.split(separator: "\n").last?.split(separator: ": ") ?? []
        return run.code == 1 && words.count == 3 && words[1] == "not as it should be" ? String(words[2]) : "\(run)"
    }

    @Test func eachFaultIsFound() {
        #expect(found(after: "true") == "")
        let files = #"""
            echo 'let  width=1' >>Sources/Dictation/Length.swift
            printf '#!/bin/sh\necho $1\n' >session/loud
            printf '// Says.\nlet word = tr("No catalogue has this")\n' >Sources/Dictation/Word.swift
            echo "$1" >>notes
            echo "cd $(dirname "$PWD")" >new
            """#
        #expect(found(after: files) == "format scripts translations secrets paths")
        #expect(found(after: #"echo "$HOME/take.wav" >>notes; echo "is gh"p_0123456789abcdefghij0123 >new"#) == "secrets paths")
        let commit = "git commit --allow-empty -m"
        #expect(found(after: #"\#(commit) 'Add a thing' -m "$1" -m "Seen in $HOME.""#) == "commits secrets paths")
        for subject in ["tests: Add a thing", "tests:add a thing", "tests: add " + String(repeating: "0", count: 62)] {
            #expect(found(after: "\(commit) '\(subject)'") == "commits", "\(subject)")
        }
        #expect(found(after: "\(commit) 'tests: add \(String(repeating: "0", count: 61))'") == "")
    }

    @Test func aHookRefusesTheCommit() {
        #expect(bash("ln -s ../../session/check .git/hooks/pre-commit").code == 0)
        let commit = "echo \"$1\" >notes && git commit -q -a -m 'notes: change'"
        #expect(bash(commit, ["Nothing to see"]).code == 0)
        let refused = bash(commit, [Self.key])
        #expect(refused.code == 1 && refused.errors.contains("== secrets\nnotes:1:"), "\(refused)")
    }

    @Test func aTarballHasNoCommits() {
        let run = bash("rm -rf .git && session/check")
        #expect(run.code == 0, "\(run)")
        let wrong = bash("echo \"$1\" >new; session/check", [Self.key])
        #expect(wrong.code == 1 && wrong.errors.contains("not as it should be: secrets"), "\(wrong)")
    }
}

// Ends the programs of the tests together with the tests, even if these are killed. Any thread.
import Glibc
import System

/// A small shell that outlives these tests by a moment. It learns of their end by a pipe that only they hold. Then it kills
/// all programs that they have started, and the programs that these have started, and prints their names. After tests that
/// were killed it also removes their folders, mounts and networks.
enum Lifeline {
    /// Environment variable that marks the programs of the tests; the programs that they start inherit it.
    static let variable = "DICTA_TESTS"

    /// Mark of this process. The first use starts the shell.
    static let mark: String = {
        let mark = "\(ThisProcess.identifier)-\(UInt32.random(in: 0 ... .max))"
        if !start(mark) { print("no shell to end the programs of these tests if they are killed") }
        return mark
    }()

    private static let script = """
        trap '' HUP INT TERM
        mark=$1 tests=$2 folders=$3 end=
        read -r end
        for round in 1 2 3 4 5 6 7 8 9; do
            found=
            for file in /proc/[0-9]*/environ; do
                grep -qzxF "DICTA_TESTS=$mark" "$file" 2>/dev/null || continue
                process=${file#/proc/} process=${process%/environ} found=1
                read -r name <"/proc/$process/comm" 2>/dev/null
                kill -KILL "$process" 2>/dev/null && echo "✘ left running by the tests: $process $name" >&2
            done
            [ "$found" ] || break
            sleep 0.1
        done
        [ -z "$end" ] || exit 0
        while read -r device point rest; do
            case $point in "$folders"*) umount -l "$point" ;; esac
        done </proc/self/mounts
        for network in /run/netns/dicta-"$tests"-*; do
            [ ! -e "$network" ] || ip netns del "${network##*/}"
        done
        rm -rf --one-file-system -- "$folders"*
        """

    private static func start(_ mark: String) -> Bool {
        guard let pipe = try? Pipe() else { return false }
        defer { File.close(pipe.reading) }
        let words = ["-c", script, "dicta-tests-end", mark, "\(ThisProcess.identifier)", TempFolder.prefix]
        var shell = ChildProgram("/bin/sh", words, environment: ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"])
        // A session of its own: signals that a terminal sends to the tests do not reach it.
        (shell.input, shell.errors, shell.group) = (.descriptor(pipe.reading), .same, .session)
        guard (try? shell.start()) != nil else { return false }
        unsafe pipeEnd = pipe.writing
        return atexit { _ = unsafe write(Lifeline.pipeEnd, "end\n", 4) } == 0
    }

    /// End of the pipe; written once, before any other code knows the mark.
    nonisolated(unsafe) private static var pipeEnd: Int32 = -1
}

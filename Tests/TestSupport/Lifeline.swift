// Ends the programs of the tests together with the tests, even if these are killed. Any thread.
import CLinux
import Glibc

/// A small shell that outlives these tests by a moment. It learns of their end by a pipe that only they hold. Then it kills
/// all programs that they have started, and the programs that these have started, and prints their names. After tests that
/// were killed it also removes their folders, mounts and networks.
enum Lifeline {
    /// Environment variable that marks the programs of the tests; the programs that they start inherit it.
    static let variable = "DICTA_TESTS"

    /// Mark of this process. The first use starts the shell.
    static let mark: String = {
        let mark = "\(getpid())-\(UInt32.random(in: 0 ... .max))"
        if !start(mark) { print("no shell to end the programs of these tests if they are killed: errno \(errno)") }
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
        var ends: [Int32] = [0, 0]
        guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { return false }
        defer { _ = close(ends[0]) }
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        guard unsafe posix_spawn_file_actions_init(&actions) == 0, unsafe posix_spawnattr_init(&attributes) == 0 else {
            return false
        }
        defer {
            _ = unsafe posix_spawn_file_actions_destroy(&actions)
            _ = unsafe posix_spawnattr_destroy(&attributes)
        }
        // A session of its own: signals that a terminal sends to the tests do not reach it.
        guard unsafe posix_spawnattr_setflags(&attributes, 0x80) == 0,  // POSIX_SPAWN_SETSID
            unsafe posix_spawn_file_actions_adddup2(&actions, ends[0], 0) == 0,
            unsafe Spawning.closeOthers(&actions) == 0
        else { return false }
        let words = ["/bin/sh", "-c", script, "dicta-tests-end", mark, "\(getpid())", TempFolder.prefix]
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        var variables = unsafe [strdup("PATH=/usr/sbin:/usr/bin:/sbin:/bin"), nil]
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        var pid: pid_t = 0
        guard unsafe posix_spawn(&pid, "/bin/sh", &actions, &attributes, &arguments, &variables) == 0 else { return false }
        unsafe pipeEnd = ends[1]
        return atexit { _ = unsafe write(Lifeline.pipeEnd, "end\n", 4) } == 0
    }

    /// End of the pipe; written once, before any other code knows the mark.
    nonisolated(unsafe) private static var pipeEnd: Int32 = -1
}

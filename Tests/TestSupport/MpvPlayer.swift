// Subtitles as the player mpv shows them, without a window and without sound. Any thread.

/// Asks mpv, over its socket, for the subtitle at places of a file.
public enum MpvPlayer {
    /// The texts at some seconds of a file, with its own subtitles or those of another file. Lines of a text are joined by ` / `;
    /// a place without a subtitle has an empty text. What mpv says itself comes first where it fails.
    public static func subtitles(of file: String, at seconds: [Double], from subtitles: String? = nil) -> [String] {
        let folder = TempFolder()
        let options = subtitles.map { ["--sub-file=\($0)"] } ?? []
        let run = Process.python(program, [folder.file("mpv"), seconds.map { "\($0)" }.joined(separator: ","), file] + options)
        guard run.code == 0 else { return ["\(run)"] }
        return run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// Each place is sought while the player is paused; the subtitle belongs to the time that mpv then tells. Waits a minute at
    /// most for each step: a busy machine starts a player slowly.
    private static let program = """
        import json, socket, subprocess, sys, time
        path, places, file = sys.argv[1:4]
        player = subprocess.Popen(
            ["/usr/bin/mpv", "--no-config", "--vo=null", "--ao=null", "--no-terminal", "--pause", "--hr-seek=yes",
             "--keep-open=yes", "--idle=no", "--input-ipc-server=" + path, *sys.argv[4:], file])
        try:
            line = socket.socket(socket.AF_UNIX)
            for _ in range(1200):
                try:
                    line.connect(path)
                    break
                except OSError:
                    time.sleep(0.05)
            answers = line.makefile()
            def ask(*words):
                line.sendall((json.dumps({"command": words, "request_id": 1}) + "\\n").encode())
                while True:
                    answer = json.loads(answers.readline())
                    if answer.get("request_id") == 1: return answer
            def until(check):
                for _ in range(1200):
                    if check(): return
                    time.sleep(0.05)
                sys.exit("mpv: " + str([ask("get_property", key) for key in ("time-pos", "sub-text", "sid", "track-list")]))
            until(lambda: ask("get_property", "time-pos")["error"] == "success")
            until(lambda: ask("get_property", "sid").get("data", False) is not False)
            for place in map(float, places.split(",")):
                ask("seek", place, "absolute+exact")
                until(lambda: abs(ask("get_property", "time-pos").get("data", -1) - place) < 0.05
                      and ask("get_property", "seeking").get("data") is False)
                time.sleep(0.3)
                print((ask("get_property", "sub-text").get("data") or "").replace("\\n", " / "))
        finally:
            player.kill()
        """
}

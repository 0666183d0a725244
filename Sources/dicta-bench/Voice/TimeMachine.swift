// timemachine as a detector of speech. Main thread only.
import System

/// A `timemachine -a` that records by itself above a threshold, with the shortest times that it takes: one second before the
/// sound and one second of silence before its end.
final class TimeMachine {
    /// Seconds before the sound that each file has, and seconds of silence before its end.
    static let seconds = 1

    private let child: Child
    private let folder: String
    /// The end of its console that is written to; its end is the end of the program.
    private let console: Int32
    /// Name of the JACK client.
    let client: String

    /// Path of the program; nil if it is not installed.
    static var program: String? { Environment.program("timemachine", isOurs: false) }

    /// Starts the program with a threshold in dB; its files go to a folder of its own below `folder`.
    init(_ program: String, threshold: Int, number: Int, folder: String) throws(BenchError) {
        client = "bench-timemachine\(number)"
        self.folder = folder + "/" + client
        let pipe: Pipe
        do throws(SystemError) {
            try File.makeFolders(self.folder, mode: 0o755)
            pipe = try Pipe()
        } catch {
            throw .system("make a folder in \(folder)", error.code)
        }
        console = pipe.writing
        defer { File.close(pipe.reading) }
        // The console needs no window system, and ends at the end of its input.
        child = try Child(
            program,
            [
                "-i", "-a", "-n", client, "-p", self.folder + "/", "-t", "\(Self.seconds)", "-T", "\(Self.seconds)", "-b",
                "\(threshold)", "-e", "\(threshold)",
            ], log: folder + "/\(client).log", input: .descriptor(pipe.reading))
    }

    /// Connects a source once the program has its ports.
    func connect(_ source: SourceClient) throws(BenchError) {
        for _ in 0..<100 where child.ended == nil {
            if source.connect(to: client) { return }
            try Interruption.sleep(seconds: 0.1)
        }
        throw .noStart(program: "timemachine", log: child.said)
    }

    /// Ends the program. Throws if it does not end.
    func end() throws(BenchError) {
        File.close(console)
        guard try child.awaitEnd() else { throw .unfit("timemachine had to be killed; its log:\n\(child.said)") }
    }

    /// Stretches of the track in the files, without `margin` frames at both ends of each.
    func stretches(margin: Int) throws(BenchError) -> [Range<Int64>] {
        let names: [String]
        do throws(SystemError) { names = try File.names(in: folder) } catch { throw .system("list \(folder)", error.code) }
        var found: [Range<Int64>] = []
        for name in names { found += try PlacedFile.stretches(folder + "/" + name, margin: margin) }
        return found
    }
}

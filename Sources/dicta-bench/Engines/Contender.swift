// Start of each recorder, with two channels as float WAV. Main thread only.
import FoundationEssentials
import System

/// Recorders that are compared. The raw value is the program's name.
enum Contender: String, CaseIterable {
    case idle
    case dictad
    case rotter
    case jackCapture = "jack_capture"
    case jackRec = "jack_rec"
    case jackRecord = "jack-record"

    /// Recorders of others.
    static let others = allCases.filter { $0 != .idle && $0 != .dictad }

    /// Path of the program; nil if it is not installed.
    var program: String? {
        switch self {
        case .idle: Environment.own
        case .dictad: Environment.program(rawValue, isOurs: true)
        default: Environment.program(rawValue, isOurs: false)
        }
    }

    /// Arguments of the program: it records the two outputs of `source` to `file`.
    func words(file: String, folder: String, source: String, seconds: Double) -> [String] {
        let ports = ["\(source):out_1", "\(source):out_2"]
        return switch self {
        case .idle: ["idle", "--name", clientName]
        // Without a pre-roll, since the other recorders keep no sound from before the command.
        case .dictad:
            ["--name", clientName, "--socket", socket(folder), "--library", folder, "--preroll", "0s"]
        case .jackCapture:
            ["--daemon", "--bitdepth", "FLOAT", "--port", ports[0], "--port", ports[1], file]
        // rotter names its files by the hour of the day, and is connected as dictad is.
        case .rotter: ["-j", "-q", "-n", clientName, "-f", "wav32", "-L", "flat", archive(folder)]
        // jack_rec needs a length; the measurement ends before it.
        case .jackRec: ["-f", file, "-d", "\(Int(seconds) + 60)", "-b", "32"] + ports
        case .jackRecord: ["-n", "2", "-p", "\(source):out_%d", file]
        }
    }

    /// JACK client with inputs that the bench connects; the others connect themselves.
    var clientToConnect: String? {
        switch self {
        case .idle, .dictad, .rotter: clientName
        default: nil
        }
    }

    /// JACK client name of dictad, rotter and idle, different from an engine in use.
    private var clientName: String { "bench-\(rawValue)" }

    /// Signal that ends the recorder in an orderly way.
    var endSignal: Int32 { self == .idle || self == .dictad ? SignalNumber.terminate : SignalNumber.interrupt }

    /// Folder that rotter writes to; it has to be there at its start.
    private func archive(_ folder: String) -> String { folder + "/rotter" }

    /// Removes what a run before left, and makes the folder that this one needs. Throws `system`.
    func prepare(_ folder: String) throws(BenchError) {
        var old = ["bench.wav", "bench.json"].map { folder + "/" + $0 }
        do throws(SystemError) {
            if self == .rotter {
                try File.makeFolders(archive(folder), mode: 0o755)
                old += recordings(folder)
            }
            for path in old { try File.removeIfThere(path) }
        } catch {
            throw .system("prepare \(folder) for a run", error.code)
        }
    }

    /// Files that hold the recording. More than one means that rotter's hour ended meanwhile.
    func recordings(_ folder: String) -> [String] {
        guard self == .rotter else { return [folder + "/bench.wav"] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: archive(folder))) ?? []
        return names.map { archive(folder) + "/" + $0 }
    }

    /// Path of dictad's control socket.
    func socket(_ folder: String) -> String { folder + "/socket" }
}

// Stand-in recognisers, which are small shell scripts. One thread: the test's.
import Recognition
import System
import TestSupport
import Testing

/// A folder with a stand-in recogniser.
struct StandIn {
    let folder = TempFolder()
    let recogniser: Recogniser

    /// Writes a script for /bin/sh; in it `$DIR` is the folder.
    init(_ script: String, name: String = "standin") throws {
        let text = "#!/bin/sh\nDIR='\(folder.path)'\n\(script)\n"
        try #require(folder.write(text, to: name, mode: 0o700))
        recogniser = Recogniser(name: name, path: folder.file(name))
    }

    /// Runs it to its end, in limits that no proper run reaches.
    func run(
        seconds: Double = 60, memoryBytes: Int = 8 << 30, fileBytes: Int = 1 << 20, _ options: RecogniserOptions = .init()
    ) throws(RecognitionError) -> Hearing {
        let limits = RecogniserLimits(seconds: seconds, memoryBytes: memoryBytes, fileBytes: fileBytes)
        let run = try RecogniserRun(recogniser, options, file: folder.file("piece.wav"), limits)
        while true { if let hearing = try run.step() { return hearing } }
    }

    /// Waits until a process that the script has noted in a file is gone; false if it still lives after ten seconds.
    func isGone(_ file: String) throws -> Bool {
        let noted = try #require(Files.read(folder.file(file)), "the script has noted no process")
        let pid = try #require(Int32(noted.split(separator: "\n")[0]))
        for _ in 0..<200 {
            guard let status = Files.read("/proc/\(pid)/stat"), !status.contains(") Z") else { return true }
            ThisProcess.sleep(milliseconds: 50)
        }
        return false
    }
}

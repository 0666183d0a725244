// Measures recognisers on read speech. Main thread only.
import Dictation
import Recognition
import Storage
import System
import Words

/// Word error rate and real-time factor of each recogniser on read speech, through Dicta and by its adapter alone.
struct RecogniserBench {
    /// Folder for the libraries.
    let folder: String

    /// Tries all recognisers that are installed, and adds their figures to a result.
    func run(_ result: inout WordsResult) throws(BenchError) {
        guard let dicta = Environment.program("dicta", isOurs: true) else { throw .unfit("dicta is needed beside this program") }
        let speech = folder + "/speech.wav"
        result.seconds = try ReadSpeech.write(to: speech, log: folder + "/sox.log")
        let reference: String
        do throws(SystemError) { reference = try ReadSpeech.words() } catch {
            throw .unfit("the words of the speech cannot be read: \(error)")
        }
        result.reference = reference.split(separator: " ").count
        for name in Recogniser.adapters {
            if let row = try measure(name, dicta, speech, result.seconds, reference) {
                result.words.append(row)
            } else {
                Output.progress("\(name): not installed, left out")
                result.leftOut.append(name)
            }
        }
        guard !result.words.isEmpty else {
            throw .leftOut("no recogniser is installed: session/recogniser, or apt-get install pocketsphinx")
        }
    }

    /// Tries one recogniser; nil if it cannot work here.
    private func measure(
        _ name: String, _ dicta: String, _ speech: String, _ seconds: Double, _ reference: String
    ) throws(BenchError) -> WordsResult.Row? {
        let library = "\(folder)/\(name)"
        do throws(SystemError) { try File.makeFolder(library, mode: 0o700) } catch { throw .unfit("\(library): \(error)") }
        _ = try run(dicta, ["--no-start", "import", speech, "--name", "speech", "--library", library])
        let words = ["--no-start", "transcribe", "speech", "--library", library, "--recogniser", name, "--language", "en"]
        let took: Double
        // A recogniser that is not installed refuses.
        do throws(BenchError) { took = try run(dicta, words) } catch { return nil }
        let errors: WordErrors
        do {
            let folder = try Library(folder: library)
            let text = TimelineText(try folder.transcript(of: "speech"), try folder.readRecording("speech").timeline).text
            errors = WordErrors(reference: reference, hypothesis: text)
        } catch {
            throw .unfit("\(name): the words cannot be read: \(error)")
        }
        var alone: Double?
        if let program = try? Recogniser.find(name) {
            alone = try run(program.path, [speech]) / seconds
        }
        return .init(
            recogniser: name, wordErrors: errors.rate * 100, realTimeFactor: took / seconds, aloneFactor: alone)
    }

    /// Runs a program to its end, and gives its time in seconds.
    private func run(_ path: String, _ words: [String]) throws(BenchError) -> Double {
        let log = folder + "/said"
        try? File.remove(log)
        let start = ContinuousClock.now
        let variables = ["XDG_CACHE_HOME": folder + "/cache", "XDG_STATE_HOME": folder + "/state"]
        let child = try Child(path, words, log: log, environment: variables)
        while child.ended == nil { ThisProcess.sleep(milliseconds: 20) }
        guard child.ended == 0 else { throw .noStart(program: path, log: child.said) }
        let took = start.duration(to: .now).components
        return Double(took.seconds) + Double(took.attoseconds) / 1e18
    }
}

// Checks of other programs: ffmpeg, the recogniser, the speech program. Threads of the doctor.
import Dictation
import Messages
import Recognition
import System

extension Check {
    /// Seconds that a program has to answer.
    private static let programPatience = 4.0

    @Sendable static func ffmpeg(_ patient: Patient) -> [Finding] {
        let cure = "sudo apt-get install ffmpeg"
        guard let ffmpeg = patient.program("ffmpeg"), let ffprobe = patient.program("ffprobe") else {
            return [.note(tr("ffmpeg or ffprobe is missing: no AAC files (deliver), and m4a and others are not played"), cure)]
        }
        for program in [ffmpeg, ffprobe] {
            let words = ["-hide_banner", "-encoders"]
            switch ProgramTrial.run(program, words, environment: patient.environment, seconds: programPatience) {
            case .failed(let why):
                return [.problem(why, tr("try '\(program) -encoders' in a terminal; reinstall it: \(cure)"))]
            case .ended(let code, let output):
                guard code == 0 else { return [.problem(tr("\(program) ends with \(code)"), tr("reinstall it: \(cure)"))] }
                guard program == ffmpeg, !output.split(whereSeparator: \.isWhitespace).contains("aac") else { continue }
                return [.problem(tr("\(program) has no AAC encoder"), tr("install a whole ffmpeg: \(cure)"))]
            }
        }
        return [.ok(tr("\(ffmpeg) answers and has AAC"))]
    }

    @Sendable static func recogniser(_ patient: Patient) -> [Finding] {
        let wanted = patient.settings?.text(.recogniser)
        do throws(RecognitionError) {
            let found = try Recogniser.find(wanted) { patient.environment[$0] }
            return [.ok(tr("\(found.name) (\(found.path)) is used by dicta transcribe"))]
        } catch {
            if case .none = error { return [.note(error.description, nil)] }
            return [.problem(error.description, "dicta set recogniser auto")]
        }
    }

    @Sendable static func speech(_ patient: Patient) -> [Finding] {
        let line = patient.settings?.text(.speechCommand) ?? SettingsTable.standardSpeech
        // The first word that is no assignment names the program; a line that is more than that is not judged.
        let word = line.split(separator: " ").first { !$0.contains("=") }.map(String.init) ?? ""
        guard !word.isEmpty, !word.contains(where: { "$`'\"(){}|&;<>".contains($0) }) else { return [.ok("'\(line)'")] }
        guard let path = patient.program(word) else {
            let cure = tr("sudo apt-get install espeak-ng, or name another one: dicta set speech-command COMMAND")
            return [.note(tr("the speech program '\(word)' is missing: nothing is spoken"), cure)]
        }
        return [.ok(path)]
    }
}

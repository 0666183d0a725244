// The verb `analyse`. One owner at a time; blocks briefly.
import Analysis
import Dictation
internal import Messages
import Storage
import Words

extension Operation {
    /// Shows the kept figures of a recording, or does one step of measuring them. True at its end.
    func analyse(_ name: String, _ options: AnalysisOptions) throws(StorageError) -> Bool {
        if job == nil {
            try library.refuseOpenTake(name)
            let recording = try library.recording(name)
            if !options.isAgain, let kept = recording.analysis {
                try tell(kept, recording, options, hint: nil)
                return true
            }
            // Words that cannot be read are told before the sound is measured.
            _ = try words(of: recording)
            return try advance { () throws(StorageError) in
                try AnalysisJob(library, recording, DecodeCache(reserve: reserve))
            } whenDone: { _ in
            }
        }
        guard let job = job as? AnalysisJob, try job.step() else { return false }
        self.job = nil
        guard var analysis = job.analysis else { return true }
        analysis.words = try words(of: job.recording)
        try tell(analysis, job.recording, options, hint: keep(analysis, of: name))
        return true
    }

    /// Makes the answer. Words are counted anew each time: a transcript changes without the sound.
    private func tell(
        _ analysis: RecordingAnalysis, _ recording: Recording, _ options: AnalysisOptions, hint: String?
    ) throws(StorageError) {
        var analysis = analysis
        let isStale = !analysis.isCurrent(for: recording)
        // Words of the present timeline are no figures of an earlier one.
        if !isStale, let words = try words(of: recording) { analysis.words = words }
        reply = try options.fields(AnalysisReport(recording.name, analysis, isStale: isStale))
        if isStale {
            let name = recording.name
            let words = tr(
                "\(name) has changed since these figures were measured; 'dicta analyse \(name.shellWord) --again' measures anew")
            warn(words)
        }
        if let hint { warn(hint) }
        warnOfMissing(recording)
    }

    /// The figures of the words that are heard; nil without a transcript. `verify` tells of a damaged one.
    private func words(of recording: Recording) throws(StorageError) -> WordFigures? {
        let transcript: Transcript
        do throws(StorageError) { transcript = try library.transcript(of: recording.name) } catch {
            guard error.isBadText else { throw error }
            return nil
        }
        guard !transcript.isEmpty else { return nil }
        return WordFigures(counting: TimelineText(transcript, recording.timeline).lines, rate: recording.rate)
    }

    /// Keeps the figures in the sidecar; a sentence if that failed, since the figures are true all the same.
    private func keep(_ analysis: RecordingAnalysis, of name: String) -> String? {
        do throws(StorageError) {
            try library.updateRecording(name) { (recording) throws(StorageError) in recording.analysis = analysis }
            return nil
        } catch {
            return tr("the figures could not be kept: \(error.description)")
        }
    }
}

// First inputs of the fuzz targets for words. Any thread; constants.
import Dictation
import JSON
import Words

extension Transcripts {
    /// Words with all that can stand with them.
    static var transcript: Transcript {
        var line = Line(text: "Hello, wide world.", in: 8_000..<32_000, speaker: "Ann", confidence: 0.5)
        line.alternatives = ["Hollow"]
        line.others = [.init("other", .list([.none, .number("1e5")]))]
        var transcript = Transcript()
        (transcript.language, transcript.engine, transcript.model) = ("en", "engine", "model")
        transcript.alternatives = ["all of it"]
        transcript["name.wav"].hear(0..<40_000, [line, Line(text: "again", in: 36_000..<44_000)])
        return transcript
    }

    /// Files of other programs, one of each kind.
    static let files: [(name: String, text: String)] = [
        (
            "vtt",
            "WEBVTT\n\nSTYLE\n::cue {}\n\nNOTE a --> b\n\nfirst\n00:01.500 --> 00:00:04.000 align:start\n<v.loud Ann &amp; Co>Good"
                + " <b>morning</b>\n&lt;all&gt; <3</v>\n\n00:05.000 --> 00:07.000\n<v Ann>yes<v Ben>no\n"
        ),
        ("srt", "1\n00:00:01,500 --> 00:00:02.000\n<i>Hello</i>\n{\\an8}you\n2\n00:00:03,000 --> 00:00:04,000\n42\n"),
        ("times", "# notes\n[0:00:02.5] Ann: Good morning.\n0:00:04  (Ben) yes\n"),
        (
            "whisper",
            #"{"text": " Hello world.", "language": "en", "segments": [{"id": 0, "start": 0.5, "end": 2.0, "text": " Hello world.","#
                + #""avg_logprob": -0.25, "speaker": "A", "words": [{"word": " Hello", "start": 0.5, "end": 1.0, "probability": 0.9},"#
                + #"{"word": " world."}]}, {"start": 3, "end": 2, "text": "two", "alternatives": ["to"]}]}"#
        ),
        (
            "loose",
            #"{"text": "a b", "segments": [{"start": 0, "end": 1, "text": "a"}], "words": [{"word": "a b", "start": 0, "end": 0.4}]}"#
        ),
        (
            "cpp",
            #"{"model": {"type": "base"}, "result": {"language": "de"}, "transcription": [{"offsets": {"from": 0, "to": 1500},"#
                + #""text": " Guten Tag.", "tokens": [{"text": "[_BEG_]", "offsets": {"from": 0, "to": 0}, "p": 0.1}, {"text": " Gut","#
                + #""offsets": {"from": 100, "to": 300}, "p": 0.9}, {"text": "en", "offsets": {"from": 300, "to": 500}}, {"text": " Tag.","#
                + #""offsets": {"from": 600, "to": 900}, "p": 0.8}]}]}"#
        ),
    ]

    /// Answers of recognisers.
    static let answers: [(name: String, text: String)] = [
        (
            "whole",
            #"{"model": "m"}"# + "\n" + #"{"language": "en", "note": "x"}"# + "\n" + #"{"progress": 0.5}"# + "\n"
                + #"{"segment": {"start": 0.46, "end": 2.12, "text": "go forward", "confidence": 0.5, "alternatives": ["no"], "speaker":"#
                + #""A", "words": [{"text": "go", "start": 0.46, "end": 0.64, "confidence": 1}, {"text": "forward", "start": 0.64, "end": 9e3}]}}"#
                + "\n" + #"{"segment": {"start": 3, "end": 4, "text": "bare\u0007 text"}}"# + "\n"
        ),
        ("error", #"{"error": "no model"}"# + "\n"),
        ("blank", "\n \r\n{}"),
    ]
}

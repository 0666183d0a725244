// The texts of captions. Any thread; no I/O.

extension TranscriptFormat {
    /// The text of a WebVTT file.
    static func webVTT(_ captions: [Caption], _ language: String) -> String {
        let name = SpeakerText.oneLine(language)
        var text = name.isEmpty || name.contains("-->") ? "WEBVTT\n" : "WEBVTT\nLanguage: \(name)\n"
        for caption in captions {
            text += "\n\(ClockText.print(caption.start)) --> \(ClockText.print(caption.end))\n"
            if let speaker = caption.speaker.map(SpeakerText.oneLine), !speaker.isEmpty {
                // Dashes at the end would make an arrow, as between times.
                text += "<v \(escaped(speaker))\(speaker.hasSuffix("-") ? " " : "")>"
            }
            text += caption.rows.map(escaped).joined(separator: "\n") + "\n"
        }
        return text
    }

    /// The text of a SubRip file.
    static func subRip(_ captions: [Caption]) -> String {
        captions.enumerated().map { number, caption in
            let (start, end) = (ClockText.print(caption.start, point: ","), ClockText.print(caption.end, point: ","))
            return "\(number + 1)\n\(start) --> \(end)\n\(caption.rows.map(withoutArrows).joined(separator: "\n"))\n"
        }.joined(separator: "\n")
    }

    /// A text whose characters mean nothing in WebVTT. A sign with an accent on it is one character, but two for other programs.
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// A text without the arrow that stands between times: SubRip cannot write it in another way.
    private static func withoutArrows(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == ">", result.suffix(2).elementsEqual("--".unicodeScalars) {
                result.removeLast(2)
                result.append("\u{2192}")
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}

extension TimelineText {
    /// The text as synchronous lyrics for tags of a sound file (LRC): `[01:02.50](Ann) text`, one line each. `rate` is frames a second.
    public func lyrics(rate: Int) -> String {
        lines.map { line in
            let time = max(0, ClockText.milliseconds(line.start, rate: rate)) / 10
            let minutes = "\(ClockText.padded(time / 6000, 2)):\(ClockText.padded(time / 100 % 60, 2))"
            return "[\(minutes).\(ClockText.padded(time % 100, 2))]\(SpeakerText.print(line.speaker, line.text))\n"
        }.joined()
    }
}

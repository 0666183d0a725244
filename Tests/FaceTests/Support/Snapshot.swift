// Pictures compared with stored pictures that a person has looked at.
import Drawing
import Glibc
import TestSupport
import Testing

/// Compares pictures with the files in `Snapshots`.
enum Snapshot {
    /// Compares a text with the stored one. With DICTA_RECORD set it stores the text and fails, so the variable cannot stay set
    /// unseen.
    static func check(_ text: String, _ name: String, at location: SourceLocation = #_sourceLocation) {
        let stored = #filePath.replacing("Support/Snapshot.swift", with: "Snapshots/\(name).txt")
        guard unsafe getenv("DICTA_RECORD") != nil else {
            let agreed = Files.read(stored)
            #expect(
                agreed == text, "\(name) differs; look at it, then store it with DICTA_RECORD=1:\n\(text)",
                sourceLocation: location)
            return
        }
        #expect(Files.write(text, to: stored), sourceLocation: location)
        Issue.record("stored \(name)", sourceLocation: location)
    }

    /// Compares the characters of a canvas.
    ///
    /// In a process of another language it is not compared: `ScreenLanguageTests` looks at it.
    static func check(_ canvas: Canvas, _ name: String, at location: SourceLocation = #_sourceLocation) {
        if let folder = ScreenLanguage.pictures {
            let cuts = canvas.cuts.map { "cut: \($0)\n" }.joined()
            #expect(Files.write("\(canvas.columns)\n\(characters(of: canvas))\(cuts)", to: "\(folder)/\(name)"))
            return
        }
        check(characters(of: canvas), name, at: location)
    }

    /// The characters of a canvas in a frame of bars, so that blanks at the ends are seen.
    static func characters(of canvas: Canvas) -> String {
        (0..<canvas.rows).map { "|" + canvas.text(ofRow: $0) + "|\n" }.joined()
    }

    /// The looks of a canvas: a letter for each cell, and a legend of the letters.
    static func looks(of canvas: Canvas) -> String {
        var letters: [Style: Character] = [.plain: "."]
        var rows = ""
        for row in 0..<canvas.rows {
            var line = "|"
            for column in 0..<canvas.columns {
                let style = canvas[column, row].style
                let letter = letters[style] ?? Character(Unicode.Scalar(UInt8(96 + letters.count)))
                letters[style] = letter
                line.append(letter)
            }
            rows += line + "|\n"
        }
        let legend = letters.sorted { $0.value < $1.value }.map { style, letter in
            "\(letter) \(style.foreground) on \(style.background)" + (style.isBold ? " bold" : "")
                + (style.isUnderlined ? " underlined" : "") + (style.isReversed ? " reversed" : "")
                + (style.blinks ? " blinking" : "") + "\n"
        }
        return rows + legend.joined()
    }
}

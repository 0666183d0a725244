// The languages of the built-in catalogue (G1).
import Dictation
import Guide
import Testing

@Suite("Guide/LanguagesTests")
struct GuideLanguagesTests {
    static let languages = ["en", "de", "ru"]

    /// All texts and hints of the built-in catalogue, with the ids of their items.
    static let texts: [(id: String, text: LocalText)] = GuideCatalogue().items.flatMap { item in
        [(item.id, item.text)] + (item.place.map { $0.hint.isEmpty ? [] : [(item.id + " hint", $0.hint)] } ?? [])
    }

    /// The tokens of a text, in the order of the alphabet.
    private static func tokens(_ text: String) -> [String] {
        text.split(separator: "[").dropFirst().map { String($0.prefix { $0 != "]" }) }.sorted()
    }

    private static func isCyrillic(_ scalar: Unicode.Scalar) -> Bool { (0x400...0x4FF).contains(scalar.value) }

    @Test("each built-in text is there in English, German and Russian, with the same tokens")
    func complete() {
        #expect(Self.texts.count >= 108)
        for (id, text) in Self.texts {
            #expect(Set(text.byLanguage.keys) == Set(Self.languages), "\(id)")
            let tokens = Set(text.byLanguage.values.map(Self.tokens))
            #expect(tokens.count == 1, "\(id)")
            #expect(tokens.first.map { Set($0).isSubset(of: ["Name", "DayPart", "WeekPart"]) } == true, "\(id)")
            #expect(Set(text.byLanguage.values).count == Self.languages.count, "\(id)")
        }
        for token in ["Name", "DayPart", "WeekPart"] {
            #expect(Self.texts.contains { Self.tokens($0.text.byLanguage["ru"] ?? "").contains(token) }, "\(token)")
        }
    }

    @Test("texts have letters of their own alphabet only, and no blank too many")
    func alphabets() {
        for (id, text) in Self.texts {
            for (language, words) in text.byLanguage {
                let bare = ["Name", "DayPart", "WeekPart"].reduce(words) { $0.replacing("[\($1)]", with: "") }
                let letters = bare.unicodeScalars.filter(\.properties.isAlphabetic)
                #expect(letters.allSatisfy { Self.isCyrillic($0) == (language == "ru") }, "\(id) \(language)")
                Self.checkSentence(words, "\(id) \(language)")
                #expect(".?!".contains(words.last ?? " "), "\(id) \(language)")
            }
        }
    }

    @Test(
        "filled texts have no bracket and no word of another language, in any part of day and week, with and without a name",
        arguments: DayPart.allCases, WeekPart.allCases)
    func filled(day: DayPart, week: WeekPart) {
        let english = DayPart.allCases.map(\.rawValue) + WeekPart.allCases.flatMap { [$0.rawValue, $0.phrase] }
        for (id, text) in Self.texts {
            for language in Self.languages {
                for name in ["", "Ada"] {
                    let words = GuideWords(name: name, dayPart: day, weekPart: week)
                    guard let (filled, found) = words.best(text, for: [language]) else {
                        Issue.record("\(id) \(language)")
                        continue
                    }
                    #expect(found == language)
                    #expect(!filled.contains { "[]".contains($0) }, "\(filled)")
                    Self.checkSentence(filled, "\(id) \(filled)")
                    let source = text.byLanguage[language] ?? ""
                    #expect(filled.contains("Ada") == (!name.isEmpty && source.contains("[Name]")), "\(filled)")
                    guard language != "en" else { continue }
                    let parts = filled.split { !$0.isLetter }.map { $0.lowercased() }
                    // German and English share no word for a part.
                    #expect(!english.contains { parts.contains($0) }, "\(filled)")
                    #expect(!filled.contains("of the week"), "\(filled)")
                }
            }
        }
    }

    /// Checks that nothing is left of a token that was taken out.
    private static func checkSentence(_ text: String, _ comment: String) {
        for gap in ["  ", " ,", " ?", " .", " :", ",,", ",?", ",.", ",:"] {
            #expect(!text.contains(gap), "\(comment): '\(gap)'")
        }
        #expect(text.first?.isUppercase == true, "\(comment)")
        #expect(text.last?.isWhitespace == false, "\(comment)")
    }
}

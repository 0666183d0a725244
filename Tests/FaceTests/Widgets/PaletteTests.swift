// Tests of the palettes: contrast, and looks without colours.
import Drawing
import Face
import Glibc
import Testing

@Suite("Palettes can be read (T11)")
struct PaletteTests {
    private static let areas: [Role] = [
        .fill, .playhead, .wave, .waveBefore, .wavePeak, .meter, .meterHigh, .meterClip, .record,
    ]
    /// Two roles that meet in a cell, and the least contrast of their colours.
    private struct Pair: Hashable {
        let front: Role
        let back: Role
        let least: Double
    }

    /// The pairs of all cells that the screen draws: 4.5 for letters and digits, 3 for lines and areas that tell something.
    private static let pairs: [Pair] = {
        var pairs: Set<Pair> = []
        for cell in Scenes.cells() {
            guard let character = cell.character, character != " " else { continue }
            let (front, back) = (cell.style.foreground, cell.style.background)
            // The knob of a fader is an area, though a letter where only ASCII can be shown.
            let isText = (character.isLetter || character.isNumber) && character != FaceOptions.Glyphs.ascii.knob
            if isText {
                pairs.insert(Pair(front: front, back: back, least: 4.5))
            } else if areas.contains(front) {
                pairs.insert(Pair(front: front, back: back, least: 3))
            }
        }
        return pairs.sorted { "\($0)" < "\($1)" }
    }()

    @Test("each pair of colours has its contrast, among 256 colours and among 16", arguments: Palette.all.map(\.name))
    func contrast(name: String) throws {
        let palette = Palette.named(name)
        for role in Role.allCases { #expect(palette.colours[role] != nil, "\(palette.name) lacks \(role)") }
        for pair in Self.pairs {
            let (front, back, least) = (pair.front, pair.back, pair.least)
            let (one, other) = (try #require(palette.colours[front]), try #require(palette.colours[back]))
            let ratio = Self.contrast(one, other)
            #expect(ratio >= least, "\(palette.name): \(front) on \(back) has \(ratio)")
            let basic = Self.contrast(Colour(one.basic, basic: one.basic), Colour(other.basic, basic: other.basic))
            #expect(basic >= least, "\(palette.name): \(front) on \(back) has \(basic) among 16 colours")
        }
    }

    @Test("the scenes show all that has a colour of its own")
    func scenes() {
        let roles = Set(Self.pairs.flatMap { [$0.front, $0.back] })
        #expect(Set(Role.allCases).subtracting(roles) == [.separator])
        for style in [Style(.record), Style(.warning), Style(.text, on: .selection), Style(.disabled, on: .raised)] {
            #expect(Self.pairs.contains { $0.front == style.foreground && $0.back == style.background }, "\(style)")
        }
    }

    @Test("backgrounds of a terminal with 8 colours are no bright ones", arguments: Palette.all.map(\.name))
    func plainBackgrounds(name: String) {
        let palette = Palette.named(name)
        for role in [Role.background, .raised, .selection, .loop] { #expect(palette.colours[role]?.basic ?? 8 < 8) }
    }

    @Test("without colours a selection, a loop and a lamp are seen")
    func withoutColours() {
        #expect(Style(.text, on: .selection).withoutColours.isReversed)
        #expect(Style(.wave, on: .loop).withoutColours.isUnderlined)
        #expect(Style(.record).withoutColours.isBold)
        #expect(!Style.plain.withoutColours.isReversed && !Style.plain.withoutColours.isBold)
        // A half cell of a wave is reversed already, and stays so.
        #expect(Style(.wave, reversed: true).withoutColours.isReversed)
    }

    @Test("an unknown name gives the dark palette")
    func names() {
        for palette in Palette.all { #expect(Palette.named(palette.name) == palette) }
        #expect(Palette.named("pink").name == "dark")
        #expect(Set(Palette.all.map(\.name)).count == Palette.all.count)
    }

    /// The contrast of two colours by the formula of WCAG 2.
    private static func contrast(_ one: Colour, _ other: Colour) -> Double {
        let (a, b) = (luminance(one), luminance(other))
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    private static func luminance(_ colour: Colour) -> Double {
        let parts = [colour.components.red, colour.components.green, colour.components.blue].map { part in
            let share = Double(part) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
}

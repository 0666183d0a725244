// One cell of a canvas. Any thread; a value.

/// A character and its look.
///
/// The character is kept as numbers: two pictures of 12,000 cells are compared thirty times a second, and a `Character` would count
/// references each time. Terminals take a base with three combining marks in a cell, so a longer character is cut there.
public struct Cell: Hashable, Sendable {
    /// The look of the cell.
    public var style: Style
    /// The scalars in order, 0 behind the last; all 0 in the second cell of a wide character.
    private var numbers: SIMD4<UInt32>

    /// Makes a cell; without a character the second cell of a wide character.
    public init(_ character: Character? = " ", _ style: Style = .plain) {
        numbers = Self.numbers(of: character)
        self.style = style
    }

    /// Makes a cell of one scalar.
    init(_ scalar: Unicode.Scalar, _ style: Style) {
        numbers = SIMD4(scalar.value, 0, 0, 0)
        self.style = style
    }

    /// True for the second cell of a wide character.
    public var isTail: Bool { numbers.x == 0 }

    /// The character as it is seen, with its combining marks; nil in the second cell of a wide character.
    public var character: Character? {
        get { scalars.isEmpty ? nil : Character(String(String.UnicodeScalarView(scalars))) }
        set { numbers = Self.numbers(of: newValue) }
    }

    /// The scalars of the character, the base first; empty in the second cell of a wide character.
    public var scalars: [Unicode.Scalar] {
        (0..<4).lazy.map { numbers[$0] }.prefix { $0 != 0 }.compactMap(Unicode.Scalar.init)
    }

    private static func numbers(of character: Character?) -> SIMD4<UInt32> {
        var numbers = SIMD4<UInt32>()
        guard let character else { return numbers }
        for (place, scalar) in character.unicodeScalars.prefix(4).enumerated() { numbers[place] = scalar.value }
        return numbers
    }
}

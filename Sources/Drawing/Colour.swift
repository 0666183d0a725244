// One colour in the forms that terminals take. Any thread; a value.

/// A colour for terminals with 256, 16 and 8 colours, with the red, green and blue for which its contrast is computed.
public struct Colour: Hashable, Sendable {
    /// Number of the colour among 256.
    public let index: UInt8
    /// Number of the colour among 16; on a terminal with 8 colours the bright ones are bold or the plain ones.
    public let basic: UInt8

    /// Makes a colour.
    public init(_ index: UInt8, basic: UInt8) {
        self.index = index
        self.basic = basic
    }

    /// Red, green and blue from 0 to 255, as xterm defines the 256 colours. The first 16 are those of a plain xterm; users may have
    /// changed them.
    public var components: (red: Int, green: Int, blue: Int) {
        switch Int(index) {
        case let number where number < 16:
            Self.basic16[number]
        case let number where number < 232:
            (Self.level((number - 16) / 36), Self.level((number - 16) / 6 % 6), Self.level((number - 16) % 6))
        case let number:
            (8 + (number - 232) * 10, 8 + (number - 232) * 10, 8 + (number - 232) * 10)
        }
    }

    private static func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }

    private static let basic16: [(red: Int, green: Int, blue: Int)] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
    ]
}

// Palettes by name. Any thread; constants.
public import Drawing

extension Palette {
    /// All palettes, in the order of the options.
    public static let all: [Palette] = [dark, light, warm, warmDark]

    /// The palette of that name; the dark one for a name that is none.
    public static func named(_ name: String) -> Palette { all.first { $0.name == name } ?? dark }
}

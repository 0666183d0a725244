// The catalogue that comes with Dicta. Any thread; constants.

/// The built-in prompts, affirmations and question sheets, in the form of the user's own catalogue: one JSON object a line.
///
/// The text is part of the program, so that a copied program needs no file. `GuideCatalogue` reads it as it reads the file of a
/// user, and a test reads each line.
public enum BuiltInCatalogue {
    /// All lines.
    public static var text: String {
        [dream, day, gratitude, memory, feeling, idea, affirmation, house, story].joined(separator: "\n")
    }
}

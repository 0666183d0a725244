// Certainty of recognised words. Any thread; a value without I/O.

/// The certainty that a recogniser gives a word, from 0 to 1.
public enum WordCertainty {
    /// Certainty below which a word counts as doubtful, unless a user gives another limit.
    public static let doubtful = 0.6
}

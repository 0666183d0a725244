// Words as numbers, which are quick to compare. Any thread; a value, no I/O.

/// The words of several texts as numbers: equal words have equal numbers.
struct WordKeys {
    /// One word.
    struct Key: Hashable {
        /// Number of the word as it is written.
        var text: Int
        /// Number of the word without case, accents and punctuation.
        var plain: Int
        /// Number of its first two letters.
        var beginning: Int
    }

    private var numbers: [String: Int] = [:]
    private var known: [String: Key] = [:]

    /// Numbers of the words of a text.
    mutating func keys(_ words: [String]) -> [Key] { words.map { key($0) } }

    private mutating func key(_ word: String) -> Key {
        if let key = known[word] { return key }
        let plain = PlainWord(word).letters
        let key = Key(text: number(word), plain: number(plain), beginning: number(String(plain.prefix(2))))
        known[word] = key
        return key
    }

    private mutating func number(_ text: String) -> Int {
        if let number = numbers[text] { return number }
        numbers[text] = numbers.count
        return numbers.count - 1
    }
}

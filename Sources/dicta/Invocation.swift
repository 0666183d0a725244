// Reads the command line by the command table. One thread; no I/O.
import Dictation

/// A command line as verb, options and arguments.
struct Invocation {
    private(set) var command: Command?
    private(set) var options: [ParameterKey: Value] = [:]
    private(set) var arguments: [CommandArgument] = []
    /// The parameters of the arguments: with thousands of them nobody looks through the list for each.
    private var taken: Set<ParameterKey> = []

    /// Reads the words. Options of the program may stand before or after the verb, options of the verb after it.
    init(_ words: [String]) throws(DictaError) {
        do throws(CommandError) {
            var rest = words[...]
            while let word = rest.popFirst() {
                if word == "--" {
                    for word in rest { try takeBare(word) }
                    return
                }
                if word == "-h" {
                    options[.help] = .flag(true)
                } else if Self.isOption(word) {
                    try takeOption(word, &rest)
                } else {
                    try takeBare(word)
                }
            }
        } catch {
            throw .usage(error)
        }
    }

    func flag(_ key: ParameterKey) -> Bool { options[key] == .flag(true) }

    func text(_ key: ParameterKey) -> String? {
        guard case .text(let text) = options[key] else { return nil }
        return text
    }

    /// A line for each option that was given by a name of an earlier version.
    var notices: [String] {
        arguments.compactMap { command?.notice(ofOld: $0.name) }
    }

    /// The request, checked by the command table.
    func request() throws(DictaError) -> Request {
        do throws(CommandError) {
            guard let command else { throw .noCommand }
            return try command.check(named: arguments.map { Paths.absolute($0, of: command) })
        } catch {
            throw .usage(error)
        }
    }

    /// `-6` and `-inf` are values; every other word with a hyphen is an option.
    private static func isOption(_ word: String) -> Bool {
        guard word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1, word != "-inf" else { return false }
        let second = word.utf8[word.utf8.index(after: word.utf8.startIndex)]
        return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second) && second != UInt8(ascii: ".")
    }

    private mutating func takeBare(_ word: String) throws(CommandError) {
        guard let command else {
            self.command = try CommandTable.command(named: word)
            return
        }
        take(try command.readBare(word, after: taken), of: command)
    }

    private mutating func take(_ argument: CommandArgument, of command: Command) {
        arguments.append(argument)
        if let key = command.parameter(argument.name)?.key { taken.insert(key) }
    }

    private mutating func takeOption(_ word: String, _ rest: inout ArraySlice<String>) throws(CommandError) {
        if let command, !CommandTable.program.hasOption(word) {
            take(try command.readOption(word, &rest), of: command)
        } else {
            let option = try CommandTable.program.readOption(word, &rest)
            guard let parameter = CommandTable.program.parameter(option.name) else {
                throw CommandTable.program.unknownOption(option.name)
            }
            options[parameter.key] = option.value
        }
    }
}

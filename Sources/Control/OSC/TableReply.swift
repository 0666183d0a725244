// The answer of the verb `commands`. Any thread; no state.
import Dictation
internal import Messages

/// The command table as an answer, for surfaces that find out what an engine can do.
enum TableReply {
    static func reply(to request: Request) -> Result<Reply, Failure> {
        let commands = CommandTable.all.filter(\.needsEngine)
        guard let verb = request.text(.verb) else {
            let items = commands.flatMap { [item($0)] + (request.flag(.arguments) ? $0.parameters.map(item) : []) }
            return .success(Reply(items: items))
        }
        do throws(CommandError) {
            let command = try CommandTable.route(CommandTable.root + verb).command
            return .success(Reply(item(command), items: command.parameters.map(item)))
        } catch {
            return .failure(Failure(.notFound, error.description))
        }
    }

    private static func item(_ command: Command) -> Fields {
        var fields: Fields = [
            "name": .text(command.name), "address": .text(command.address), "summary": .text(command.summary.text),
            "usage": .text(command.usage), "group": .text(command.group.rawValue), "lists": .flag(command.lists),
            "needs": .text(command.needs.rawValue),
        ]
        if !command.aliases.isEmpty { fields.append("aliases", .list(command.aliases)) }
        if let words = command.state.words { fields.append("while", .text(words.text)) }
        return fields
    }

    /// The fields of one parameter. Limits are in the unit of the parameter; an absent value has no key.
    private static func item(_ parameter: CommandParameter) -> Fields {
        var fields: Fields = [
            "argument": .text(parameter.name), "type": .text(parameter.type.name), "required": .flag(parameter.isRequired),
            "summary": .text(parameter.summary.text),
        ]
        if !parameter.type.unit.isEmpty { fields.append("unit", .text(parameter.type.unit.english)) }
        if let limits = parameter.limits {
            fields.append("lowest", .double(limits.lowerBound))
            fields.append("highest", .double(limits.upperBound))
        }
        if let standard = parameter.standard { fields.append("default", standard) }
        if !parameter.choices.isEmpty { fields.append("choices", .list(parameter.choices)) }
        if let demand = parameter.demand { fields.append("needs", .text(demand.words(for: parameter))) }
        if parameter.isRepeatable { fields.append("repeats", .flag(true)) }
        return fields
    }
}

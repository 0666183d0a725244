// Commands that a link can ask for. Any thread; constants.
internal import Messages

/// A command that a link can ask for, with the few parameters that it can give. Nothing here deletes, overwrites, reads or
/// writes a path, changes a setting, runs a program or reaches another machine.
struct LinkVerb: Sendable {
    /// The verb of the table.
    let verb: Verb
    /// Names of the verb in links.
    let names: [String]
    /// The parameters that a link can give.
    let parameters: [ParameterKey]
    /// The right that it needs.
    let needs: LinkPermission
    /// Values that every link of this verb has.
    var fixed: [ParameterKey: Value] = [:]

    static let all = [
        LinkVerb(
            verb: .recording(.rec), names: ["record", "rec"], parameters: [.name, .title, .for, .draft], needs: .record),
        LinkVerb(verb: .recording(.pause), names: ["pause"], parameters: [], needs: .record),
        LinkVerb(verb: .recording(.resume), names: ["resume"], parameters: [], needs: .record),
        LinkVerb(verb: .recording(.stop), names: ["stop"], parameters: [], needs: .record),
        LinkVerb(verb: .marker(.mark), names: ["mark"], parameters: [.name], needs: .record),
        LinkVerb(verb: .playing(.play), names: ["play"], parameters: [.name, .from], needs: .play),
        LinkVerb(verb: .playing(.load), names: ["load"], parameters: [.name], needs: .play),
        LinkVerb(
            verb: .recording(.pause), names: ["pause-playback"], parameters: [], needs: .play, fixed: [.what: .text("play")]),
        LinkVerb(
            verb: .recording(.stop), names: ["stop-playback"], parameters: [], needs: .play, fixed: [.what: .text("play")]),
    ]

    /// The commands with their parameters, for help.
    static var summary: Message {
        "\(words(.record)) (link-may record); and for \(words(.play)) (link-may play)"
    }

    /// The commands of a right with their parameters.
    private static func words(_ right: LinkPermission) -> String {
        let verbs = all.filter { $0.needs == right }.map { verb in
            let parameters = verb.parameters.map(\.rawValue).joined(separator: ", ")
            return (verb.names.first ?? "") + (parameters.isEmpty ? "" : " (\(parameters))")
        }
        return verbs.joined(separator: ", ")
    }
}

// Compares the needs of requests with the privileges of their senders (C10); no other file does. Any thread; a value.
internal import Messages

/// The privileges of surfaces, as the owner gives them in the setting `osc-may`.
public struct Permissions: Sendable, Equatable {
    /// The privileges of surfaces; never `owner`.
    public let surfaces: Set<Privilege>

    /// The default: looking, transport and sound. Texts are not in it: every user of the machine can ask an open port.
    public static let standard = Permissions(surfaces: [.look, .transport, .sound])
    /// All privileges that can be given.
    public static let all = Permissions(surfaces: Set(Privilege.grantable))

    static let (allWord, noneWord) = ("all", "nothing")

    /// Gives surfaces these privileges; `owner` is left out.
    public init(surfaces: Set<Privilege>) { self.surfaces = surfaces.subtracting([.owner]) }

    /// Reads the setting: privileges separated by commas, `all` or `nothing`. Throws `.wrongType`.
    public init(_ text: String) throws(CommandError) {
        switch text {
        case Self.allWord: self = .all
        case Self.noneWord: self.init(surfaces: [])
        default:
            var given: Set<Privilege> = []
            for word in text.split(separator: ",", omittingEmptySubsequences: false) {
                guard let privilege = Privilege(rawValue: SettingsText.trimmed(word)), privilege != .owner else {
                    let words = (Privilege.grantable.map(\.rawValue) + [Self.allWord, Self.noneWord]).joined(separator: ", ")
                    throw .wrongType(
                        command: SettingsTable.command.name, parameter: ParameterKey.oscMay.rawValue,
                        wanted: tr("a list of \(words)"),
                        got: Value.text(text).quoted)
                }
                given.insert(privilege)
            }
            self.init(surfaces: given)
        }
    }

    /// The text of the setting.
    public var text: String {
        if surfaces.isEmpty { return Self.noneWord }
        return Privilege.grantable.filter(surfaces.contains).map(\.rawValue).joined(separator: ",")
    }

    /// True when a sender of that authority has the privilege.
    public func allows(_ privilege: Privilege, to authority: Authority) -> Bool {
        switch authority {
        case .owner: true
        case .surface: surfaces.contains(privilege)
        // A saved session restores its sound: gains, rate, pitch, loop.
        case .project: privilege == .sound
        }
    }

    /// The refusal of a request; nil when the sender may make it.
    public func refusal(of request: Request, by authority: Authority) -> Failure? {
        guard authority != .owner else { return nil }
        if !allows(request.command.needs, to: authority) {
            return refusal(of: request.name, needing: request.command.needs, by: authority)
        }
        for parameter in request.command.parameters {
            guard let demand = parameter.demand, let value = request.values[parameter.key],
                let privilege = demand.privilege(for: value), !allows(privilege, to: authority)
            else { continue }
            return refusal(of: "\(request.name) \(parameter.shown)", needing: privilege, by: authority)
        }
        return nil
    }

    private func refusal(of what: String, needing privilege: Privilege, by authority: Authority) -> Failure {
        switch (authority, privilege) {
        case (.project, _): return Failure(.refused, tr("a session may not use '\(what)'"))
        case (_, .owner):
            return Failure(.refused, tr("'\(what)' is for this engine's own user only: use dicta at the control socket"))
        default:
            let wider = Permissions(surfaces: surfaces.union([privilege])).text
            let words = tr(
                "'\(what)' needs the privilege '\(privilege.rawValue)'; surfaces may \(text): use dicta at the control"
                    + " socket, or permit it with 'dicta set osc-may \(wider)'")
            return Failure(.refused, words)
        }
    }
}

// The one place where the need of a request is compared with the authority of its asker (C10). Any thread may hold the value.

/// Privileges of surfaces, as the owner has them in the setting `osc-may`.
public struct Permissions: Sendable, Equatable {
    /// Privileges that surfaces have; never `owner`.
    public let surfaces: Set<Privilege>

    /// As it comes: what hands do, and looking.
    public static let standard = Permissions(surfaces: [.look, .transport, .sound])
    /// All that can be given.
    public static let all = Permissions(surfaces: Set(Privilege.grantable))

    static let (allWord, noneWord) = ("all", "nothing")

    /// Gives surfaces these privileges; `owner` is left out.
    public init(surfaces: Set<Privilege>) { self.surfaces = surfaces.subtracting([.owner]) }

    /// From the setting's text: privileges with commas between them, `all` or `nothing`.
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
                        command: SettingsTable.command.name, parameter: ParameterKey.oscMay.rawValue, wanted: "some of \(words)",
                        got: Value.text(text).quoted)
                }
                given.insert(privilege)
            }
            self.init(surfaces: given)
        }
    }

    /// As it stands in the setting.
    public var text: String {
        if surfaces.isEmpty { return Self.noneWord }
        return Privilege.grantable.filter(surfaces.contains).map(\.rawValue).joined(separator: ",")
    }

    /// True where an asker of that authority has the privilege.
    public func allows(_ privilege: Privilege, to authority: Authority) -> Bool {
        switch authority {
        case .owner: true
        case .surface: surfaces.contains(privilege)
        // A saved session brings back how it sounds.
        case .project: privilege == .sound
        }
    }

    /// Why a request is not done; nothing where it may be.
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
        let words =
            switch (authority, privilege) {
            case (.project, _): "'\(what)' is nothing that a session may bring"
            case (_, .owner): "'\(what)' is only for the control socket, and so for this engine's user: use dicta there"
            default:
                "'\(what)' needs '\(privilege.rawValue)', and surfaces may \(text): use dicta at the control socket, or give it"
                    + " with 'dicta set osc-may \(Permissions(surfaces: surfaces.union([privilege])).text)'"
            }
        return Failure(.refused, words)
    }
}

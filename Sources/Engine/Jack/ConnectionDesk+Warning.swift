// Warnings about sides of the engine that are connected to nothing. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Messages

extension ConnectionDesk {
    /// Connections that are missing, with the devices that the user can be asked about: the engine asks nobody itself.
    func status(for authority: Authority) -> Fields {
        var fields: Fields = [:]
        for (side, name) in [(JackClient.Side.input, "inputs"), (.output, "outputs")] {
            if let words = warning(side) { fields.append("\(name)_warning", .text(words)) }
            if let ports = offer(side) { fields.append("\(name)_offer", .list(ports)) }
        }
        return fields
    }

    /// The sentence for a user whose take would be silent or whose playback would not be heard; nil if the side is connected, or is
    /// about to be.
    func warning(_ side: JackClient.Side) -> String? {
        guard let client = jack.client, isLoose(side, client) else { return nil }
        let words =
            side == .input
            ? tr("nothing is connected to the inputs: the take will be silent")
            : tr("nothing is connected to the outputs: playback is not heard")
        return words + "; " + remedy(side, client)
    }

    /// The remedy for a side without connections, as a clause.
    private func remedy(_ side: JackClient.Side, _ client: JackClient) -> String {
        guard makesConnections, !isInSession else { return tr("connect them in the session's patchbay") }
        let ports = client.defaultPorts(side)
        let known = settings.current.text(key(of: side))
        guard !ports.isEmpty, known == nil || known == "none" else { return tr("connect them in a patchbay") }
        let (setting, names) = (key(of: side), ports.joined(separator: ", "))
        return tr("'dicta set \(setting) physical' connects them to \(names)")
    }

    /// Ports of the device that the user can be asked to connect a side to; nil if the side is connected or the user has decided.
    private func offer(_ side: JackClient.Side) -> [String]? {
        guard let client = jack.client, makesConnections, !isInSession, settings.current.text(key(of: side)) == nil,
            isLoose(side, client)
        else { return nil }
        let ports = client.defaultPorts(side)
        return ports.isEmpty ? nil : ports
    }

    /// True if a side is connected to nothing, and no connection is about to be made or restored.
    private func isLoose(_ side: JackClient.Side, _ client: JackClient) -> Bool {
        guard !client.isConnected(side) else { return false }
        guard makesConnections else { return true }
        if made[side] == nil, let pattern = pattern(of: side), !client.portsMatching(pattern, side).isEmpty { return false }
        guard settings.current.text(.connections) != "leave" else { return true }
        let stem = side == .input ? "in_" : "out_"
        return !connections.kept.contains { $0.port.hasPrefix(stem) && client.exists($0.other) }
    }

    private func key(of side: JackClient.Side) -> ParameterKey { side == .output ? .connectOut : .connectIn }
}

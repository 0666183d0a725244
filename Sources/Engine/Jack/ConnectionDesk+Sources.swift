// Exchange of what feeds the inputs (R5). Control loop only.
internal import Dictation
internal import JackClient
internal import Messages

extension ConnectionDesk {
    /// Connects the inputs to other ports, for now, and lets all others go: neither the memory nor the pattern of the settings
    /// brings the old ones back while they are there. The end is the news `exchanged` with this number.
    func exchangeInputs(for wanted: [PortConnection], _ client: JackClient, id: UInt64) {
        let old = client.inputConnections
        forget { $0.port.hasPrefix("in_") && !wanted.contains($0) }
        fallback = []
        made[.input] = (wanted.isEmpty ? old : wanted).map(\.other)
        jack.post(.exchange(client, id: id, making: wanted, removing: old))
    }

    /// Connects ports in place of lost ones. The memory keeps the lost ones, and none of these.
    func useFallback(_ wanted: [PortConnection], _ client: JackClient, id: UInt64) {
        fallback.formUnion(wanted)
        jack.post(.exchange(client, id: id, making: wanted, removing: []))
    }

    /// Makes lost connections again that are back, and lets those go that were in their place.
    func endFallback(for back: [PortConnection], _ client: JackClient, id: UInt64) {
        let inputs = Set(back.map(\.port))
        jack.post(.exchange(client, id: id, making: back, removing: fallback.filter { inputs.contains($0.port) }))
    }

    /// Forgets connections of the fallback that are gone.
    func forgetFallback(where isGone: (PortConnection) -> Bool) { fallback = fallback.filter { !isGone($0) } }
}

// An open pedal. Pedal thread only.
internal import Dictation
internal import Pedals

/// An open pedal with the state of its keys.
final class OpenPedal {
    let port: PedalPort
    let device: PedalDevice
    var keys = PedalKeys()

    init(_ port: PedalPort, _ device: PedalDevice) {
        self.port = port
        self.device = device
    }
}

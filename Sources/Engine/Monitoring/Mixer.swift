// Control loop only: how loud each side of the recording is on each output.
internal import Dictation

/// Master volume, a gain for each channel of the recording, and which of them the outputs play.
struct Mixer {
    enum Channels: String { case stereo, mono, swap, left, right }

    private(set) var master = 1.0
    /// In dB.
    private(set) var sides = (left: 0.0, right: 0.0)
    private(set) var channels = Channels.stereo

    mutating func set(_ request: Request) {
        master = request.double(.master) ?? master
        sides = (request.double(.left) ?? sides.left, request.double(.right) ?? sides.right)
        channels = request.text(.channels).flatMap(Channels.init) ?? channels
    }

    /// As the JACK thread takes them: left to left, right to left, left to right, right to right.
    var levels: SIMD4<Float> {
        let left = Decibel.factor(sides.left) * Float(master)
        let right = Decibel.factor(sides.right) * Float(master)
        return switch channels {
        case .stereo: SIMD4(left, 0, 0, right)
        case .mono: SIMD4(left, right, left, right) / 2
        case .swap: SIMD4(0, right, left, 0)
        case .left: SIMD4(left, 0, left, 0)
        case .right: SIMD4(0, right, 0, right)
        }
    }

    var fields: Fields {
        [
            "master": .double(master), "left_db": .double(max(Decibel.floor, sides.left)),
            "right_db": .double(max(Decibel.floor, sides.right)), "channels": .text(channels.rawValue),
        ]
    }
}

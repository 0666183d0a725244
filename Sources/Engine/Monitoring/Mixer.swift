// Gains from each side of the recording to each output. Control loop only; a value.
internal import Dictation
internal import System

/// Master volume, a gain for each channel of the recording, and the channels that the outputs play.
struct Mixer {
    /// Channels that the outputs play.
    enum Channels: String { case stereo, mono, swap, left, right }

    /// Master volume as a factor; 1 is unity.
    private(set) var master = 1.0
    /// Gain of each channel in dB.
    private(set) var sides = (left: 0.0, right: 0.0)
    /// Channels that the outputs play now.
    private(set) var channels = Channels.stereo

    /// Takes the values that a request names; the others stay.
    mutating func set(_ request: Request) {
        master = request.double(.master) ?? master
        sides = (request.double(.left) ?? sides.left, request.double(.right) ?? sides.right)
        channels = request.text(.channels).flatMap(Channels.init) ?? channels
    }

    /// Takes the gains that a recording keeps.
    mutating func set(_ listening: Listening) {
        (master, sides) = (listening.master, (listening.left, listening.right))
    }

    /// Gains as factors, in the order of the JACK thread: left to left, right to left, left to right, right to right.
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

    /// Status fields of the gains.
    var fields: Fields {
        [
            "master": .double(master), "left_db": .double(max(Decibel.floor, sides.left)),
            "right_db": .double(max(Decibel.floor, sides.right)), "channels": .text(channels.rawValue),
        ]
    }
}

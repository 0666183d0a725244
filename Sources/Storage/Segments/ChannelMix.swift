// Mixes more than two channels to stereo. Any thread; a value. Making one asks libsndfile.
import CSndFile

/// The shares of each channel in left and right, by ITU-R BS.775: a centre and the surrounds with 3 dB less, no low-frequency
/// effects. ffmpeg mixes float samples by the same rule (`Decoding`).
struct ChannelMix {
    /// One share for each channel of the file.
    let shares: [SIMD2<Float>]

    /// A place of a channel in the room.
    private enum Place {
        case left, right, centre, effects, surroundLeft, surroundRight, surroundCentre, unknown
    }

    /// The mix of an open file, by the places that it tells, or else by the order of its container.
    @unsafe init(of sound: OpaquePointer, channels: Int, container: String) {
        var map = [Int32](repeating: 0, count: channels)
        let size = Int32(channels * MemoryLayout<Int32>.size)
        let isKnown = unsafe sf_command(sound, Int32(SFC_GET_CHANNEL_MAP_INFO), &map, size) != 0
        let told = map.map(Self.place)
        let places = isKnown && !told.contains(.unknown) ? told : Self.usual(channels, container)
        shares = places.map { Self.share($0, of: channels) }
    }

    private static func place(_ number: Int32) -> Place {
        switch Int(number) {
        case SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_FRONT_LEFT, SF_CHANNEL_MAP_FRONT_LEFT_OF_CENTER: .left
        case SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_FRONT_RIGHT, SF_CHANNEL_MAP_FRONT_RIGHT_OF_CENTER: .right
        case SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_FRONT_CENTER, SF_CHANNEL_MAP_MONO: .centre
        case SF_CHANNEL_MAP_LFE: .effects
        case SF_CHANNEL_MAP_REAR_LEFT, SF_CHANNEL_MAP_SIDE_LEFT: .surroundLeft
        case SF_CHANNEL_MAP_REAR_RIGHT, SF_CHANNEL_MAP_SIDE_RIGHT: .surroundRight
        case SF_CHANNEL_MAP_REAR_CENTER: .surroundCentre
        default: .unknown
        }
    }

    /// The order of so many channels in WAV, FLAC and the like, and in Ogg.
    private static func usual(_ channels: Int, _ container: String) -> [Place] {
        let isOgg = container == "ogg"
        let front: [Place] = isOgg ? [.left, .centre, .right] : [.left, .right, .centre]
        let sides: [Place] = [.surroundLeft, .surroundRight]
        return switch channels {
        case 3: front
        case 4: [.left, .right] + sides
        case 5: front + sides
        case 6: isOgg ? front + sides + [.effects] : front + [.effects] + sides
        case 7: isOgg ? front + sides + [.surroundCentre, .effects] : front + [.effects, .surroundCentre] + sides
        case 8: isOgg ? front + sides + sides + [.effects] : front + [.effects] + sides + sides
        default: Array(repeating: .unknown, count: channels)
        }
    }

    private static func share(_ place: Place, of channels: Int) -> SIMD2<Float> {
        let less = Float(0.5).squareRoot()
        return switch place {
        case .left: SIMD2(1, 0)
        case .right: SIMD2(0, 1)
        case .centre: SIMD2(less, less)
        case .effects: .zero
        case .surroundLeft: SIMD2(less, 0)
        case .surroundRight: SIMD2(0, less)
        case .surroundCentre: SIMD2(0.5, 0.5)
        // Tracks of a recorder without places: all of them in the middle.
        case .unknown: SIMD2(repeating: 1 / Float(channels).squareRoot())
        }
    }
}

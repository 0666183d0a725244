// Origin of the bed. Any thread; a value.
package import Dictation
internal import Messages
package import Threads

/// The sound that plays without end under everything else.
package enum BedSource: Hashable, Sendable {
    /// Noise.
    case noise(NoiseColour)
    /// An audio file, in a loop.
    case file(String)

    /// The source of a name: a path if it has a slash, else a noise. Throws `.notFound`.
    package init(named name: String) throws(EngineError) {
        if name.hasSlash {
            self = .file(name)
        } else if let colour = NoiseColour(rawValue: name) {
            self = .noise(colour)
        } else {
            let all = NoiseColour.allCases.map(\.rawValue).joined(separator: ", ")
            throw .refused(Failure(.notFound, tr("there is no bed '\(name)': give \(all), or a path with a slash")))
        }
    }

    /// The name in the form in which it was given.
    package var name: String {
        switch self {
        case .noise(let colour): colour.rawValue
        case .file(let path): path
        }
    }
}

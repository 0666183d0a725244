// Any thread.
public import Catalogue
public import Dictation
internal import Glibc
public import JackClient
public import Playback
public import Storage
public import Stretch

/// What can keep the engine from doing what it was asked for, with the words a user meets.
public enum EngineError: Error, Sendable, CustomStringConvertible {
    case system(call: String, code: Int32)
    case noServer
    case jack(JackError)
    case storage(StorageError)
    case catalogue(CatalogueError)
    /// What is played cannot be read, resampled or stretched.
    case playback(PlaybackError)
    case stretch(StretchError)
    /// The verb does not fit what the engine does now.
    case forbidden(verb: String, state: String, hint: String)
    case preRollTooLong(asked: Double, kept: Double)
    /// A place in the recording that it does not have.
    case pastEnd(frame: Int64, frames: Int64, seconds: Double)
    case marker(MarkerError)
    case noSpace(available: Int64, reserve: Int64)
    case framePast(frame: String)
    /// No place for another command that waits for its frame.
    case tooManyHeld(most: Int)
    /// A take ended by itself; what came before is in the file.
    case takeEnded(path: String, frames: Int64, because: String)
    case setting(String)
    /// The asker lacks a privilege.
    case notAllowed(Failure)
    /// No such key, controller or program does anything.
    case nothingLearnt(String)
    case usage(String)
    /// Another engine has the control socket.
    case taken(String)

    public var description: String {
        switch self {
        case .system(let call, let code):
            "\(call) failed: \(unsafe String(cString: strerror(code)))"
        case .noServer:
            "the engine waits for a JACK server: start one (jackd, QjackCtl, PipeWire), then try again"
        case .jack(let error): error.description
        case .storage(let error): error.description
        case .catalogue(let error): error.description
        case .playback(let error): error.description
        case .stretch(let error): error.description
        case .forbidden(let verb, let state, let hint):
            "cannot \(verb) while \(state): \(hint)"
        case .preRollTooLong(let asked, let kept):
            "a pre-roll of \(asked) s is more than the \(kept) s that the engine keeps: start it with --preroll \(asked)s"
        case .pastEnd(let frame, let frames, let seconds):
            "frame \(frame) is past the end, which is frame \(frames) (\(seconds) s): give an earlier place"
        case .marker(let error): error.description
        case .noSpace(let available, let reserve):
            "only \(available / 1_000_000) MB are free where the recordings go, and \(reserve / 1_000_000) MB are kept in "
                + "reserve: make room, or start the engine with a smaller --reserve"
        case .framePast(let frame):
            "frame \(frame) is past and no longer kept: give one to come"
        case .tooManyHeld(let most):
            "\(most) commands wait for their frame already, and no more are kept: wait until some have taken effect, or take them "
                + "back (dicta play, dicta pause, dicta stop)"
        case .takeEnded(let path, let frames, let because):
            "the take was ended after \(frames) frames, all of which are in '\(path)': \(because)"
        case .notAllowed(let refusal): refusal.words
        case .setting(let words): words + "; nothing was changed (dicta help set)"
        case .nothingLearnt(let trigger): "'\(trigger)' does nothing: 'dicta midi list' shows what does"
        case .usage(let words), .taken(let words): words
        }
    }
}

// Errors of the engine. Any thread; values.
public import Catalogue
public import Dictation
public import JackClient
internal import Messages
public import Playback
public import Settings
public import Storage
public import Stretch
package import System

/// Reasons why the engine cannot carry out a request. The descriptions are shown to users.
public enum EngineError: Error, Sendable, CustomStringConvertible {
    /// A system call failed with this errno.
    case system(call: String, code: Int32)
    /// There is no JACK server.
    case noServer
    /// The JACK server stands still: it answers nothing, and no period comes.
    case serverStill
    /// The JACK server refused something.
    case jack(JackError)
    /// A file could not be read or written.
    case storage(StorageError)
    /// The library refused a question or an operation.
    case catalogue(CatalogueError)
    /// The loaded file cannot be read, resampled or stretched.
    case playback(PlaybackError)
    /// Rate or pitch cannot be changed.
    case stretch(StretchError)
    /// A frame past the end of the recording, which has `frames` frames at `rate` frames a second.
    case pastEnd(frame: Int64, frames: Int64, rate: Int)
    /// A marker was refused.
    case marker(MarkerError)
    /// The disk has less free space than the reserve, both in bytes.
    case noSpace(available: Int64, reserve: Int64)
    /// The file of a take was deleted, and its copy of that many bytes would find no room if the take went on.
    case noRoomForCopy(path: String, bytes: Int64, available: Int64)
    /// A JACK frame that has passed and is no longer kept.
    case framePast(frame: String)
    /// Too many commands wait for their frame already.
    case tooManyHeld(most: Int)
    /// A take ended without a command to stop; everything up to then is in the file, but for the last `unsure` seconds, of which a disk
    /// that failed may have nothing. `recordings` is the number of parts of a take that was split; `path` has the last one then.
    case takeEnded(path: String, seconds: Double, unsure: Double, recordings: Int64 = 1, because: String)
    /// The next part of a take could not be made, so that the take goes on in its recording.
    case notSplit(name: String, because: String)
    /// A change of settings was refused.
    case settings(SettingsError)
    /// The request was refused with this code and these words. Its sender lacks a privilege, a time is past its limits, a
    /// subscription failed, or the engine is closed.
    case refused(Failure)
    /// This trigger of the verb has no command.
    case nothingLearnt(String, verb: String)
    /// The request is wrong, for this reason.
    case usage(String)
    /// Another engine has the control socket.
    case taken(String)

    /// The error of a request that the engine's present state does not allow, as a sentence with its remedy.
    package static func wrongState(_ words: String) -> EngineError { .refused(Failure(.wrongState, words)) }

    /// Makes the error of a failed system call.
    package init(_ error: SystemError) { self = .system(call: error.call, code: error.code) }

    /// The error as a sentence for the user, with a remedy where there is one.
    public var description: String {
        switch self {
        case .system(let call, let code):
            tr("\(call) failed: \(SystemError.reason(for: code))")
        case .noServer:
            tr("the engine waits for a JACK server: start one (jackd, QjackCtl, PipeWire), then try again")
        case .serverStill:
            tr("the JACK server stands still: wait until it goes on, or end it and start it again")
        case .jack(let error): error.description
        case .storage(let error): error.description
        case .catalogue(let error): error.description
        case .settings(let error): error.description
        case .playback(let error): error.description
        case .stretch(let error): error.description
        case .pastEnd(let frame, let frames, let rate):
            tr("\(TimeSpan.pastEnd(frame, of: frames, rate: rate)): give an earlier place")
        case .marker(let error): error.description
        case .noSpace(let available, let reserve):
            tr(
                "only \(available / 1_000_000) MB are free where the recordings go, and \(reserve / 1_000_000) MB are kept in "
                    + "reserve: make room, or start the engine with a smaller --reserve")
        case .noRoomForCopy(let path, let bytes, let available):
            tr(
                "\(path) was deleted, and its copy needs \(bytes / 1_000_000) MB of the \(available / 1_000_000) MB that are free:"
                    + " make room before the next take, and leave the file of a running take in its place")
        case .framePast(let frame):
            tr("frame \(frame) has passed and is no longer kept: give a later one")
        case .tooManyHeld(let most):
            tr(
                most,
                "\(most) command already waits for its frame, and no more can: wait until it has taken effect, or cancel it "
                    + "(dicta play, dicta pause, dicta stop)",
                "\(most) commands already wait for their frame, and no more can: wait until some have taken effect, or cancel "
                    + "them (dicta play, dicta pause, dicta stop)")
        case .takeEnded(let path, let seconds, let unsure, let recordings, let because) where unsure > 0 && recordings > 1:
            tr(
                recordings,
                "the take was ended after \(TimeSpan.length(seconds)), of which \(TimeSpan.length(max(0, seconds - unsure))) are"
                    + " surely in \(recordings) recording, the last of them in '\(path)', and the disk may have lost the rest:"
                    + " \(because)",
                "the take was ended after \(TimeSpan.length(seconds)), of which \(TimeSpan.length(max(0, seconds - unsure))) are"
                    + " surely in \(recordings) recordings, the last of them in '\(path)', and the disk may have lost the rest:"
                    + " \(because)")
        case .takeEnded(let path, let seconds, _, let recordings, let because) where recordings > 1:
            tr(
                recordings,
                "the take was ended after \(TimeSpan.length(seconds)), all of which is in \(recordings) recording, the last of them in"
                    + " '\(path)': \(because)",
                "the take was ended after \(TimeSpan.length(seconds)), all of which is in \(recordings) recordings, the last of them in"
                    + " '\(path)': \(because)")
        case .takeEnded(let path, let seconds, let unsure, _, let because) where unsure > 0:
            tr(
                "the take was ended after \(TimeSpan.length(seconds)), of which \(TimeSpan.length(max(0, seconds - unsure))) are surely"
                    + " in '\(path)', and the disk may have lost the rest: \(because)")
        case .takeEnded(let path, let seconds, _, _, let because):
            tr("the take was ended after \(TimeSpan.length(seconds)), all of which is in '\(path)': \(because)")
        case .notSplit(let name, let because): tr("\(name) was not split, and the take goes on in it: \(because)")
        case .refused(let refusal): refusal.words
        case .nothingLearnt(let trigger, let verb): tr("'\(trigger)' does nothing: 'dicta \(verb) list' shows what does")
        case .usage(let words), .taken(let words): words
        }
    }
}

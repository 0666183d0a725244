// Errors in the log, without the names and paths in them. Any thread; values.
internal import Catalogue
internal import Control
internal import Dictation
internal import JackClient
internal import Messages
internal import Settings
internal import Storage
internal import System
internal import Threads

extension LogText {
    /// The text of an error. Names of recordings, paths and texts of the user in it are private; its kind never is.
    init(_ error: EngineError) {
        switch error {
        case .system, .noServer, .serverStill, .jack, .stretch, .pastEnd, .noSpace, .framePast, .tooManyHeld:
            self.init(shown: error)
        case .storage(let error): self.init(error)
        default: self.init(hidden: error, as: Self.kind(error.failure.code))
        }
    }

    /// The text of an error on disk; its file is private.
    init(_ error: StorageError) {
        let kind =
            switch error {
            case .system(let operation, _, let code):
                "cannot \(operation) \(Self.placeholder): \(SystemError.reason(for: code)); check the disk"
            case .noPermission: "\(Self.placeholder): permission denied"
            case .readOnly: "\(Self.placeholder) is on a read-only file system"
            case .diskFull: "\(Self.placeholder): the disk is full"
            case .takeDeleted: "\(Self.placeholder) was deleted while it is being recorded"
            case .takeMoved: "\(Self.placeholder) was moved away while it was being recorded"
            case .takeWrittenAnew: "\(Self.placeholder) was deleted while it was being recorded, and written anew"
            case .takePartsGone:
                "\(Self.placeholder) was deleted while it was being recorded, and written anew, but for earlier files of it"
            case .diskGone: "the disk of \(Self.placeholder) is away"
            default: Self.kind(error.failureCode)
            }
        self.init(hidden: error, as: kind)
    }

    /// The text of an error with which the file of a take was closed. Its path is private, so the log says where it is told: somebody
    /// looks for a lost take.
    init(_ trouble: EngineError, ofTake path: String) {
        let text: LogText = "\(path): \(trouble)"
        self.init(
            private: text.whole,
            as: text.words(showsPrivate: false)
                + " (\(Self.teller(of: trouble)); 'dicta set log-level debug' shows names in the log from then on)")
    }

    /// The command that names the take. Status forgets one that was written anew as soon as its end was told.
    private static func teller(of trouble: EngineError) -> String {
        switch trouble {
        case .storage(.takeWrittenAnew), .storage(.takePartsGone): "'dicta ls' lists it"
        default: "'dicta status' names it"
        }
    }

    /// The text of an error between a client and the engine; its words and paths are private.
    init(_ error: ControlError) {
        switch error {
        case .system(let call, _, let code), .network(let call, _, let code):
            self.init(hidden: error, as: "\(call) failed: \(SystemError.reason(for: code))")
        default: self.init(hidden: error, as: Self.kind(error.failure.code))
        }
    }

    /// The text of an error of JACK, which names ports and clients only.
    init(_ error: JackError) { self.init(shown: error) }

    /// The text of an error in a request; the values of the request are private.
    init(_ error: CommandError) { self.init(hidden: error, as: Self.kind(error.failure.code)) }

    /// The text of any other error, all of which is private.
    init(_ error: any Error) { self.init(hidden: error, as: Self.placeholder) }

    private static func kind(_ code: FailureCode) -> String { "\(placeholder) (\(code.summary.english))" }

    private init(hidden error: any Error, as stand: String) { self.init(private: "\(error)", as: stand) }

    private init(shown error: any Error) { self.init(plain: "\(error)") }
}

extension LogText.StringInterpolation {
    /// Adds an error, as `LogText` tells it.
    mutating func appendInterpolation(_ error: EngineError) { appendInterpolation(LogText(error)) }

    /// Adds an error on disk, as `LogText` tells it.
    mutating func appendInterpolation(_ error: StorageError) { appendInterpolation(LogText(error)) }

    /// Adds an error of JACK, as `LogText` tells it.
    mutating func appendInterpolation(_ error: JackError) { appendInterpolation(LogText(error)) }

    /// Adds an error in a request, as `LogText` tells it.
    mutating func appendInterpolation(_ error: CommandError) { appendInterpolation(LogText(error)) }

    /// Adds any other error, all of which is private.
    mutating func appendInterpolation(_ error: any Error) { appendInterpolation(LogText(error)) }
}

// Room: Engine. Control loop.
internal import Dictation
internal import Storage

extension EngineError {
    /// As it goes over the control socket.
    var failure: Failure {
        let code: FailureCode =
            switch self {
            case .system: .broken
            case .noServer, .jack: .noServer
            case .storage(.missing), .storage(.noSuchRecording): .notFound
            case .storage(.diskFull), .noSpace: .diskFull
            case .storage, .deck, .stretch: .storage
            case .forbidden: .wrongState
            case .preRollTooLong, .framePast, .usage: .badArgument
            case .pastEnd: .refused
            case .takeEnded: .storage
            }
        return Failure(code, description)
    }
}

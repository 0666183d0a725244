// Tests of lines of the log, and of errors in them. No engine.
import Dictation
import JackClient
import Storage
import System
import Testing

@testable import Engine
@testable import Threads

@Suite("Lines of the log")
struct LogLineTests {
    @Test func aLineHasTimeLevelAreaAndText() {
        let line = String(decoding: LogLine.bytes(.warning, .take, "one\ntwo"), as: UTF8.self)
        #expect(line.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d warning take: one\S*two\n/) != nil, "\(line)")
    }

    @Test func onlyTheJournalsOwnStreamGetsPriorities() throws {
        let pipe = try Pipe()
        defer {
            File.close(pipe.reading)
            File.close(pipe.writing)
        }
        let identity = try FileStatus(descriptor: pipe.writing).identity
        #expect(LogLine.isJournal("\(identity.device):\(identity.inode)", descriptor: pipe.writing))
        for text in [nil, "", "1:2", "\(identity.device)", "\(identity.device):\(identity.inode)0"] {
            #expect(!LogLine.isJournal(text, descriptor: pipe.writing))
        }
    }

    /// Errors keep their kind and lose their names and paths.
    @Test(arguments: [
        EngineError.storage(.missing(path: "/home/ada/diary.wav")), .storage(.diskFull(path: "/home/ada/diary.wav")),
        .storage(.system(operation: "write", path: "/home/ada/diary.wav", code: Errno.noPermission)),
        .storage(.noSuchRecording(name: "diary", folder: "/home/ada")), .storage(.busy(name: "diary")),
        .takeEnded(path: "/home/ada/diary.wav", seconds: 1, unsure: 0, because: "the disk is full"),
        .noRoomForCopy(path: "/home/ada/diary.wav", bytes: 1, available: 2),
        .notSplit(name: "diary", because: "x"), .usage("'diary' is no name"), .taken("/home/ada/run"),
        .wrongState("diary is being recorded"),
    ])
    func errorsAreToldWithoutNames(error: EngineError) {
        let text: LogText = "not done: \(error)"
        let words = text.words(showsPrivate: false)
        #expect(!words.contains("diary") && !words.contains("ada") && words.contains("<private>"), "\(words)")
        #expect(words.count > "not done: <private>".count, "the kind is told: \(words)")
        #expect(text.whole == "not done: \(error.description)")
    }

    /// The path of a lost take is private, and the log says who tells it.
    @Test(arguments: [
        StorageError.takeDeleted(path: "/home/ada/diary.wav"), .takeMoved(path: "/home/ada/diary.wav", now: "/home/ada/diary"),
        .takeWrittenAnew(path: "/home/ada/diary.wav", copy: "/home/ada/diary-2.wav"), .diskGone(path: "/home/ada/diary.wav"),
        .takePartsGone(path: "/home/ada/diary.wav", copy: "/home/ada/diary-2.wav", gone: ["diary.wav"]),
        .system(operation: "write", path: "/home/ada/diary.wav", code: Errno.noPermission),
    ])
    func aLostTakeIsToldWithTheWayToItsName(error: StorageError) {
        let path = "/home/ada/diary.wav"
        let text = LogText(EngineError.storage(error), ofTake: path)
        let words = text.words(showsPrivate: false)
        #expect(!words.contains("diary") && !words.contains("ada"), "\(words)")
        // Status says nothing of one that is whole again, once its end was told.
        let isWhole =
            switch error {
            case .takeWrittenAnew, .takePartsGone: true
            default: false
            }
        #expect(words.contains(isWhole ? "'dicta ls' lists it" : "'dicta status' names it"), "\(words)")
        #expect(!words.contains("<private> ("), "the kind is told: \(words)")
        #expect(text.whole == "\(path): \(error.description)" && text.told == text.whole)
    }

    @Test func errorsWithoutNamesAreToldWhole() {
        for error in [EngineError.noServer, .serverStill, .noSpace(available: 1, reserve: 2), .system(call: "mlock", code: 1)] {
            #expect(("\(error)" as LogText).words(showsPrivate: false) == error.description)
        }
        let jack = JackError.connectionRefused(from: "system:capture_1", to: "dicta:in_left", code: 1)
        #expect(("\(jack)" as LogText).words(showsPrivate: false) == jack.description)
    }
}

// The broadcast description of a WAV. A value; any thread.
import Dictation
import System

/// Origin and time of a take for broadcast programs: the `bext` chunk of EBU Tech 3285, version 1.
///
/// Texts longer than the standard's fields are cut; they should be plain ASCII.
public struct BroadcastDescription: Sendable, Hashable {
    /// Free text of at most 256 bytes.
    public var description: String
    /// Name of the author or program; at most 32 bytes.
    public var originator: String
    /// Identifier that is unique in the world; at most 32 bytes.
    public var reference: String
    /// Date as yyyy-mm-dd.
    public var date: String
    /// Time of day as hh:mm:ss.
    public var time: String
    /// Frames from midnight, or from the start of the timeline, to the first frame of the file.
    public var timeReference: UInt64
    /// One line for each process that the audio went through, as in EBU R 98.
    public var codingHistory: String

    /// Makes a description from its fields.
    public init(
        description: String = "", originator: String = "", reference: String = "", date: String = "", time: String = "",
        timeReference: UInt64 = 0, codingHistory: String = ""
    ) {
        self.description = description
        self.originator = originator
        self.reference = reference
        self.date = date
        self.time = time
        self.timeReference = timeReference
        self.codingHistory = codingHistory
    }

    /// Bytes before the coding history.
    static let fixedBytes = 602

    /// The contents of the chunk; an even number of bytes.
    var bytes: [UInt8] {
        var out = ByteWriter(.little, capacity: Self.fixedBytes + codingHistory.utf8.count + 4)
        out.put(description, field: 256)
        out.put(originator, field: 32)
        out.put(reference, field: 32)
        out.put(date, field: 10)
        out.put(time, field: 8)
        out.put(timeReference)
        out.put(UInt16(1))
        // The UMID is unknown; version 1 reserves the rest.
        out.zeros(64 + 190)
        // The limit is ample for a real history, and bounds the header.
        var history = codingHistory
        while history.utf8.count > 4_000 { history.removeLast() }
        if !history.isEmpty, !history.hasSuffix("\r\n") { history += "\r\n" }
        out.put(history.utf8)
        if out.bytes.count % 2 == 1 { out.zeros(1) }
        return out.bytes
    }

    /// Reads the contents of a chunk; nil if it is too short.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.fixedBytes else { return nil }
        func text(_ range: Range<Int>) -> String { String(foreign: bytes[range].prefix { $0 != 0 }) }
        self.init(
            description: text(0..<256), originator: text(256..<288), reference: text(288..<320), date: text(320..<330),
            time: text(330..<338), timeReference: UInt64(bytes[338..<346], .little),
            codingHistory: text(Self.fixedBytes..<bytes.count))
    }
}

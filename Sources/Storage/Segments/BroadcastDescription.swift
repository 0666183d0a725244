// A value any thread may hold.

/// Where and when a take comes from, as broadcast programs read it: the `bext` chunk of EBU Tech 3285, version 1.
///
/// The fields are as long as the standard says and longer texts are cut there; they should be plain ASCII.
public struct BroadcastDescription: Sendable, Hashable {
    /// At most 256 bytes.
    public var description: String
    /// Who made it; at most 32 bytes.
    public var originator: String
    /// An identifier that nobody else has given; at most 32 bytes.
    public var reference: String
    /// yyyy-mm-dd
    public var date: String
    /// hh:mm:ss
    public var time: String
    /// Frames from midnight, or from the start of the timeline, to the first frame of the file.
    public var timeReference: UInt64
    /// One line for each process the audio went through, as EBU R 98 has it.
    public var codingHistory: String

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

    /// The contents of the chunk; an even count.
    var bytes: [UInt8] {
        var out = ByteWriter(.little, capacity: Self.fixedBytes + codingHistory.utf8.count + 4)
        out.put(description, field: 256)
        out.put(originator, field: 32)
        out.put(reference, field: 32)
        out.put(date, field: 10)
        out.put(time, field: 8)
        out.put(timeReference)
        out.put(UInt16(1))
        // The UMID, which is unknown, and what version 1 keeps for later.
        out.zeros(64 + 190)
        // Room enough for any real history; a header has to end somewhere.
        var history = codingHistory
        while history.utf8.count > 4_000 { history.removeLast() }
        if !history.isEmpty, !history.hasSuffix("\r\n") { history += "\r\n" }
        out.put(history.utf8)
        if out.bytes.count % 2 == 1 { out.zeros(1) }
        return out.bytes
    }

    /// From the contents of a chunk; nil where it is too short to be one.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.fixedBytes else { return nil }
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range].prefix { $0 != 0 }, as: UTF8.self) }
        self.init(
            description: text(0..<256), originator: text(256..<288), reference: text(288..<320), date: text(320..<330),
            time: text(330..<338), timeReference: bytes[338..<346].reversed().reduce(0) { $0 << 8 | UInt64($1) },
            codingHistory: text(Self.fixedBytes..<bytes.count))
    }
}

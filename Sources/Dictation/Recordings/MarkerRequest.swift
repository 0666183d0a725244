// A request about markers. Any thread; a value, no I/O.

/// A user's request `mark` or `unmark`; it becomes a change once the markers are known.
public struct MarkerRequest: Sendable, Equatable {
    /// The request.
    public let request: Request
    /// Time of the request, ISO 8601.
    public let created: String
    /// Identity for a new marker.
    private let id: Identifier
    /// The place that was found for a request without one.
    private var found: Place?
    /// The marker that was found for the one that the request names.
    private var known: MarkerReference?
    /// Points of the loop in the recording, which the place may name.
    public var loop = LoopPoints()

    /// Makes a request about markers.
    public init(_ request: Request, created: String, id: Identifier = .unset) {
        self.request = request
        self.created = created
        self.id = id
    }

    /// The place of the marker; nil leaves a marker in its place, and means the playhead for a new one.
    public var place: Place? {
        get { found ?? request.place(.at) }
        set { found = newValue }
    }

    /// The marker to remove; nil for any other change.
    private var removed: MarkerReference? { request.text(.marker).flatMap { known ?? MarkerReference($0) } }
    /// The marker to change; nil for any other change.
    private var changed: MarkerReference? { request.text(.change).flatMap { known ?? MarkerReference($0) } }

    /// The marker to remove or to change; nil for a new one.
    public var marker: MarkerReference? {
        get { removed ?? changed }
        set { known = newValue }
    }

    /// True when the place is the playhead.
    public var wantsPlace: Bool { removed == nil && changed == nil && place == nil }

    /// The change of `markers`, in a recording of `frames` frames at `rate` frames a second. Throws `MarkerError`.
    public func change(of markers: [Marker], rate: Int, frames: Int64) throws(MarkerError) -> MarkerChange {
        MarkerChange(try edit(of: markers, rate: rate, frames: frames), of: markers)
    }

    /// The edit of `markers`, in a recording of `frames` frames at `rate` frames a second. Throws `MarkerError`.
    public func edit(of markers: [Marker], rate: Int, frames: Int64) throws(MarkerError) -> MarkerEdit {
        var frame: Int64?
        if let place { frame = try place.frame(rate: rate, markers: markers, loop: loop) }
        if let frame, !(0..<max(1, frames)).contains(frame) { throw .pastEnd(frame: frame, frames: frames, rate: rate) }
        let (name, note) = (request.text(.name), request.text(.note))
        if let removed { return .remove(at: try Self.index(of: removed, in: markers)) }
        if let changed {
            let index = try Self.index(of: changed, in: markers)
            var marker = markers[index]
            marker.name = name ?? marker.name
            marker.note = note ?? marker.note
            marker.frame = frame ?? marker.frame
            return .change(at: index, marker)
        }
        guard let frame else { throw .noPlace }
        return .add(Marker(frame: frame, name: name ?? "", note: note ?? "", created: created, id: id))
    }

    private static func index(of reference: MarkerReference, in markers: [Marker]) throws(MarkerError) -> Int {
        guard let index = reference.index(in: markers) else { throw .unknown(marker: reference, count: markers.count) }
        return index
    }
}

// A request about markers. Any thread; a value, no I/O.

/// A user's change of markers; it becomes an edit once the markers are known.
public struct MarkerRequest: Sendable, Hashable {
    /// The kind of change.
    public enum Verb: Sendable, Hashable {
        /// Sets a marker.
        case add
        /// Changes a marker.
        case change(MarkerReference)
        /// Deletes a marker.
        case remove(MarkerReference)
    }

    /// The kind of change.
    public var verb: Verb
    /// The name; nil leaves it as it is.
    public var name: String?
    /// The note; nil leaves it as it is.
    public var note: String?
    /// The place; nil leaves it as it is, or means the playhead.
    public var place: Place?
    /// Time of the request, ISO 8601.
    public var created: String

    /// Makes the change of a `mark` or `unmark` request.
    public init(_ request: Request, created: String) {
        name = request.text(.name)
        note = request.text(.note)
        place = request.place(.at)
        self.created = created
        if let marker = request.text(.marker).flatMap(MarkerReference.init) {
            verb = .remove(marker)
        } else if let marker = request.text(.change).flatMap(MarkerReference.init) {
            verb = .change(marker)
        } else {
            verb = .add
        }
    }

    /// True when the place is the playhead.
    public var wantsPlace: Bool { verb == .add && place == nil }

    /// The edit of `markers`, in a recording of `frames` frames at `rate` frames a second. Throws `MarkerError`.
    public func edit(of markers: [Marker], rate: Int, frames: Int64) throws(MarkerError) -> MarkerEdit {
        var frame: Int64?
        if let place { frame = try place.frame(rate: rate, markers: markers) }
        if let frame, !(0..<max(1, frames)).contains(frame) { throw .pastEnd(frame: frame, frames: frames) }
        switch verb {
        case .add:
            guard let frame else { throw .noPlace }
            return .add(Marker(frame: frame, name: name ?? "", note: note ?? "", created: created))
        case .change(let reference):
            let index = try Self.index(of: reference, in: markers)
            var marker = markers[index]
            marker.name = name ?? marker.name
            marker.note = note ?? marker.note
            marker.frame = frame ?? marker.frame
            return .change(at: index, marker)
        case .remove(let reference):
            return .remove(at: try Self.index(of: reference, in: markers))
        }
    }

    private static func index(of reference: MarkerReference, in markers: [Marker]) throws(MarkerError) -> Int {
        guard let index = reference.index(in: markers) else { throw .unknown(marker: reference, count: markers.count) }
        return index
    }
}

// A change of markers as a request asks for it. Any thread may hold the value; no I/O.

/// What a user asks of a recording's markers; it becomes an edit where the markers are known.
public struct MarkerRequest: Sendable, Hashable {
    public enum Verb: Sendable, Hashable {
        case add
        case change(MarkerReference)
        case remove(MarkerReference)
    }

    public var verb: Verb
    /// What is not given stays as it is.
    public var name: String?
    public var note: String?
    public var place: Place?
    /// ISO 8601.
    public var created: String

    /// From `mark` or `unmark`.
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

    /// Whether it is for the playhead to say where.
    public var wantsPlace: Bool { verb == .add && place == nil }

    /// The edit of `markers`, which belong to something of `frames` frames.
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

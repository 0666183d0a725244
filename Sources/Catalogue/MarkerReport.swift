// Fields of markers in replies. Any thread; no I/O.
public import Dictation

/// Makes the fields of markers.
public enum MarkerReport {
    /// The reply to an edit: the marker as it is now, or the recording's name and the number of markers if one was removed.
    /// `rate` in Hz.
    public static func fields(
        _ edit: MarkerEdit?, index: Int, _ markers: [Marker], rate: Int, of name: String
    ) -> Fields {
        var fields: Fields = ["recording": .text(name)]
        if case .remove? = edit {
        } else if markers.indices.contains(index) {
            fields = Fields(fields.all + item(index, markers[index], rate).all)
        }
        fields.append("markers", .int(Int64(markers.count)))
        return fields
    }

    /// The reply of `marks`: one item for each marker. `rate` in Hz.
    public static func list(_ markers: [Marker], rate: Int, of name: String) -> Reply {
        Reply(
            ["recording": .text(name), "markers": .int(Int64(markers.count))],
            items: markers.enumerated().map { item($0, $1, rate) })
    }

    /// The fields of one marker, whose number is `index` + 1. `rate` in Hz; 0 if unknown.
    static func item(_ index: Int, _ marker: Marker, _ rate: Int) -> Fields {
        var fields: Fields = ["marker": .int(Int64(index + 1)), "name": .text(marker.name), "frames": .int(marker.frame)]
        if rate > 0 { fields.append("position_seconds", .double(Double(marker.frame) / Double(rate))) }
        if !marker.note.isEmpty { fields.append("note", .text(marker.note)) }
        if !marker.id.isUnset { fields.append("id", .text(marker.id.description)) }
        return fields
    }
}

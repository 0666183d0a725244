// The rest of a piece of the captured stream. Writer thread only; values.

extension CaptureStream.Piece {
    /// The piece from extended JACK frame `first` on; all of it when it begins later, nothing when it ends before.
    func from(_ first: Int64) -> CaptureStream.Piece {
        switch self {
        case .sound(let position, let count, let frame):
            let gone = Int(max(0, min(Int64(count), first - frame)))
            return .sound(position: position + gone, count: count - gone, frame: frame + Int64(gone))
        case .gap(let missed, let lost, let frame):
            let gone = max(0, min(missed + lost, first - frame))
            return .gap(missed: max(0, missed - gone), lost: min(lost, missed + lost - gone), frame: frame + gone)
        }
    }
}

// Names the file that a user knows in errors of hidden files. Any thread; a value.

extension StorageError {
    /// The error, with `path` in place of `hidden`: a hidden file with a random name tells nobody anything.
    public func told(of path: String, insteadOf hidden: String) -> StorageError {
        func known(_ found: String) -> String { found.hasPrefix(hidden) ? path : found }
        return switch self {
        case .missing(let found): .missing(path: known(found))
        case .exists(let found): .exists(path: known(found))
        case .noPermission(let found): .noPermission(path: known(found))
        case .readOnly(let found): .readOnly(path: known(found))
        case .diskFull(let found): .diskFull(path: known(found))
        case .reserved(let found, let reserve): .reserved(path: known(found), reserve: reserve)
        case .system(let operation, let found, let code): .system(operation: operation, path: known(found), code: code)
        case .notAudio(let found, let reason): .notAudio(path: known(found), reason: reason)
        case .refusedFormat(let found, let reason): .refusedFormat(path: known(found), reason: reason)
        case .alreadyClosed(let found): .alreadyClosed(path: known(found))
        case .noEncoder(let found): .noEncoder(path: known(found))
        case .converterRefused(let found, let reason): .converterRefused(path: known(found), reason: reason)
        case .notVerified(let found, let reason): .notVerified(path: known(found), reason: reason)
        case .isLink(let found): .isLink(path: known(found))
        case .hasOtherNames(let found): .hasOtherNames(path: known(found))
        case .isFolder, .refusedText, .notFolder, .notOwn, .diskGone, .diskAway, .noFolder, .badName, .refusedName, .halfDone,
            .noSuchRecording,
            .badMetadata,
            .ambiguousID, .notRelinked, .gone, .moved, .takeDeleted, .takeMoved, .takeWrittenAnew, .takePartsGone,
            .takeApart,
            .tooMuchToSay, .tooManyWords, .markersLeftOut, .newerMetadata, .busy, .locked, .leftOpen, .index, .badPeaks,
            .refusedConfig, .unconfirmed, .noDecoder,
            .inTheWay,
            .holdsMore, .holdsFiner, .decoderRefused, .damaged, .unreadOther, .namedByOther, .noTranscript, .noWords,
            .heardNoWords, .noMarkers:
            self
        }
    }
}

// Repairs the headers of uncompressed files. Any thread that may block on the disk.
import System

/// Repairs files of uncompressed samples: the header is set to the audio that is there.
enum PlainRepair {
    /// Cuts a partial frame or a hole off the end, updates the header, and reports the result. A properly closed file is left
    /// alone.
    static func mend(_ file: OpenFile, _ layout: PlainLayout) throws(StorageError) -> RecoveryReport {
        let frameBytes = Int64(layout.frameBytes)
        func report(_ layout: PlainLayout, _ audioBytes: Int64) -> RecoveryReport {
            file.report(layout.container, rate: layout.rate, channels: layout.channels, frames: audioBytes / frameBytes)
        }
        if let frames = layout.packetFrames {
            return file.report(layout.container, rate: layout.rate, channels: layout.channels, frames: frames)
        }
        if layout.isClosed { return report(layout, min(layout.dataBytes, file.length - layout.dataStart)) }

        var end = file.length
        var fileEnd: Int64?
        let said = layout.dataStart + min(max(0, layout.dataBytes), Int64.max / 2)
        if let tailEnd = layout.tailEnd {
            // Killed during close: the audio is complete, and the whole chunks after it are kept.
            end = said
            fileEnd = tailEnd
        } else if said < end {
            // A hole past the counted length was never written and holds no audio.
            end = max(said, min(end, file.lastHole))
        }
        end -= (end - layout.dataStart) % frameBytes
        try file.cut(to: fileEnd ?? end)

        let audioBytes = end - layout.dataStart
        var now = layout
        var fields = layout.fields
        if layout.container == "wav", file.length - 8 >= Int64(UInt32.max), let large = layout.largeFields {
            fields = large
            now.container = "rf64"
            try file.overwrite(Array("ds64".utf8), at: 12)
            try file.overwrite(Array("RF64".utf8), at: 0)
        }
        for field in fields {
            let value =
                switch field.meaning {
                case .audioBytes: field.base + audioBytes
                case .fileBytes: field.base + file.length
                case .frames: field.base + audioBytes / frameBytes
                case .rest: field.base
                }
            var out = ByteWriter(layout.order, capacity: 8)
            if field.bytes == 4 { out.put(UInt32(clamping: value)) } else { out.put(value) }
            try file.overwrite(out.bytes, at: field.offset)
        }
        return report(now, audioBytes)
    }
}

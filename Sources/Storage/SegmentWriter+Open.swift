// Room: Storage. Writer thread only.
import CSndFile
import Dictation

extension SegmentWriter {
    /// Opens libsndfile over the file and brings the header to disk, so that even an empty take is a readable file.
    func open() throws(StorageError) {
        var info = SF_INFO()
        info.samplerate = Int32(format.rate)
        info.channels = Int32(format.channels)
        info.format = format.libraryFormat
        var io = BufferedFile.virtualIO()
        guard let opened = unsafe sf_open_virtual(&io, Int32(SFM_WRITE), &info, file.asUserData) else {
            if let code = file.failure { throw StorageError(code: code, operation: "write", path: path) }
            throw unsafe .refusedFormat(path: path, reason: String(cString: sf_strerror(nil)))
        }
        unsafe sound = opened
        switch format.container {
        case .wav:
            // Plain WAV until the length needs RF64; the header has the room for either from the start.
            unsafe sf_command(opened, Int32(SFC_RF64_AUTO_DOWNGRADE), nil, Int32(SF_TRUE))
            // The chunk would cost a pass over every sample; peaks are measured elsewhere and kept in the sidecar.
            unsafe sf_command(opened, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
        case .flac:
            // 5 of 8: what the reference encoder takes by itself.
            var level = 5.0 / 8.0
            let size = Int32(MemoryLayout<Double>.size)
            guard unsafe sf_command(opened, Int32(SFC_SET_COMPRESSION_LEVEL), &level, size) == Int32(SF_TRUE) else {
                throw .refusedFormat(path: path, reason: "the encoder refused its settings")
            }
        }
        unsafe sf_command(opened, Int32(SFC_UPDATE_HEADER_NOW), nil, 0)
        file.drain()
        try check("write")
        headerBytes = file.length
        headerWrites = file.wholeWrites
    }
}

extension AudioFormat {
    /// libsndfile's number for it.
    var libraryFormat: Int32 {
        let major =
            switch container {
            case .wav: SF_FORMAT_RF64
            case .flac: SF_FORMAT_FLAC
            }
        let minor =
            switch encoding {
            case .float: SF_FORMAT_FLOAT
            case .pcm24: SF_FORMAT_PCM_24
            case .pcm16: SF_FORMAT_PCM_16
            }
        return Int32(major | minor)
    }
}

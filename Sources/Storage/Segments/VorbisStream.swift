// Owns the state of libvorbis and libogg. One owner at a time; never blocks.
import CVorbis
import Dictation

/// Encodes stereo frames to Ogg Vorbis pages.
@safe final class VorbisStream {
    private let info = UnsafeMutablePointer<vorbis_info>.allocate(capacity: 1)
    private let comment = UnsafeMutablePointer<vorbis_comment>.allocate(capacity: 1)
    private let analysis = UnsafeMutablePointer<vorbis_dsp_state>.allocate(capacity: 1)
    private let block = UnsafeMutablePointer<vorbis_block>.allocate(capacity: 1)
    private let pages = UnsafeMutablePointer<ogg_stream_state>.allocate(capacity: 1)
    private let channels: Int

    /// Makes an encoder with the header packets queued; nil if libvorbis has no mode for the format.
    init?(_ format: AudioFormat) {
        channels = format.channels
        // All of them are initialised first, so that deinit can clear each one.
        unsafe analysis.initialize(to: vorbis_dsp_state())
        unsafe block.initialize(to: vorbis_block())
        unsafe pages.initialize(to: ogg_stream_state())
        unsafe info.initialize(to: vorbis_info())
        unsafe comment.initialize(to: vorbis_comment())
        unsafe vorbis_info_init(info)
        unsafe vorbis_comment_init(comment)
        let quality = Self.quality(format)
        guard unsafe vorbis_encode_init_vbr(info, Int(format.channels), Int(format.rate), quality) == 0,
            unsafe vorbis_analysis_init(analysis, info) == 0, unsafe vorbis_block_init(analysis, block) == 0,
            unsafe ogg_stream_init(pages, Int32(truncatingIfNeeded: UInt32.random(in: 0...UInt32.max))) == 0
        else { return nil }
        var first = unsafe ogg_packet(), second = unsafe ogg_packet(), third = unsafe ogg_packet()
        guard unsafe vorbis_analysis_headerout(analysis, comment, &first, &second, &third) == 0,
            unsafe ogg_stream_packetin(pages, &first) == 0, unsafe ogg_stream_packetin(pages, &second) == 0,
            unsafe ogg_stream_packetin(pages, &third) == 0
        else { return nil }
    }

    deinit {
        // Each clear function accepts a state that was never set up.
        _ = unsafe ogg_stream_clear(pages)
        _ = unsafe vorbis_block_clear(block)
        unsafe vorbis_dsp_clear(analysis)
        unsafe vorbis_comment_clear(comment)
        unsafe vorbis_info_clear(info)
        unsafe pages.deallocate()
        unsafe block.deallocate()
        unsafe analysis.deallocate()
        unsafe comment.deallocate()
        unsafe info.deallocate()
    }

    /// Encodes frames. NaN becomes silence. Values are clipped at 8 times full scale only, since Vorbis has no sample size.
    func give(_ frames: UnsafeBufferPointer<SIMD2<Float>>) {
        guard !frames.isEmpty, let room = unsafe vorbis_analysis_buffer(analysis, Int32(frames.count)) else { return }
        for index in 0..<frames.count {
            let frame = unsafe frames[index]
            let sound = frame.replacing(with: 0, where: frame .!= frame).clamped(lowerBound: [-8, -8], upperBound: [8, 8])
            if channels == 2 {
                unsafe room[0]?[index] = sound.x
                unsafe room[1]?[index] = sound.y
            } else {
                unsafe room[0]?[index] = (sound.x + sound.y) * 0.5
            }
        }
        unsafe vorbis_analysis_wrote(analysis, Int32(frames.count))
        encode()
    }

    /// Ends the stream: the last packet gets the end mark.
    func end() {
        unsafe vorbis_analysis_wrote(analysis, 0)
        encode()
    }

    /// Returns the next page; with a flush also a partial one. The granule is -1 on a page in which no packet ends.
    func nextPage(isFlush: Bool) -> (bytes: [UInt8], granule: Int64)? {
        var page = unsafe ogg_page()
        let made = unsafe isFlush ? ogg_stream_flush(pages, &page) : ogg_stream_pageout(pages, &page)
        guard made != 0 else { return nil }
        let head = unsafe UnsafeBufferPointer(start: page.header, count: page.header_len)
        let body = unsafe UnsafeBufferPointer(start: page.body, count: page.body_len)
        return unsafe (Array(head) + Array(body), ogg_page_granulepos(&page))
    }

    private func encode() {
        var packet = unsafe ogg_packet()
        while unsafe vorbis_analysis_blockout(analysis, block) == 1 {
            _ = unsafe vorbis_analysis(block, nil)
            _ = unsafe vorbis_bitrate_addblock(block)
            while unsafe vorbis_bitrate_flushpacket(analysis, &packet) != 0 { _ = unsafe ogg_stream_packetin(pages, &packet) }
        }
    }

    /// Returns libvorbis' quality, from -0.1 to 1, whose nominal bit rate at 44.1 kHz is the wanted one. Stereo needs less than
    /// twice the rate of mono, because of what the channels have in common.
    private static func quality(_ format: AudioFormat) -> Float {
        let steps: [Float] =
            format.channels == 2
            ? [45, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 500]
            : [32, 48, 60, 70, 80, 86, 96, 110, 120, 140, 160, 240]
        let wanted = min(max(Float(format.bitRate ?? 128), steps[0]), steps[11])
        let next = steps.firstIndex { $0 >= wanted } ?? 11
        guard next > 0 else { return -0.1 }
        let part = (wanted - steps[next - 1]) / (steps[next] - steps[next - 1])
        return (Float(next - 1) + part) / 10 - 0.1
    }
}

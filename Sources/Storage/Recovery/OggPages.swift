// Pages of an Ogg stream, found by libogg. One owner at a time.
import CVorbis

/// libogg's search for pages in bytes that come piece by piece: it checks lengths and checksums.
@safe final class OggPages {
    /// A whole page with a right checksum.
    struct Page {
        let length: Int64
        /// 4 says that nothing follows.
        let flags: UInt8
        /// Time at its end, as the codec counts it; negative where no packet ends in it.
        let granule: Int64
        /// Packets that end in it.
        let packets: Int
        let body: [UInt8]
    }

    enum Found {
        case page(Page)
        /// So many bytes are no page.
        case skipped(Int64)
        /// More bytes are needed.
        case none
    }

    private var state = unsafe ogg_sync_state()
    private var page = unsafe ogg_page()

    // Fails for no pointer only, as the other calls do that are not looked at.
    init() { _ = unsafe ogg_sync_init(&state) }

    deinit { _ = unsafe ogg_sync_clear(&state) }

    /// Forgets all bytes.
    func restart() { _ = unsafe ogg_sync_reset(&state) }

    /// Adds the bytes that follow.
    func add(_ bytes: ArraySlice<UInt8>) {
        guard let buffer = unsafe ogg_sync_buffer(&state, bytes.count) else { return }
        unsafe bytes.withUnsafeBytes {
            unsafe UnsafeMutableRawPointer(buffer).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
        }
        _ = unsafe ogg_sync_wrote(&state, bytes.count)
    }

    /// Looks at what begins where the last page or the last skipped byte ends.
    func next() -> Found {
        let count = unsafe ogg_sync_pageseek(&state, &page)
        guard count > 0 else { return count < 0 ? .skipped(Int64(-count)) : .none }
        let body = unsafe Array(UnsafeBufferPointer(start: page.body, count: page.body_len))
        return unsafe .page(
            Page(
                length: Int64(count), flags: page.header[5], granule: ogg_page_granulepos(&page),
                packets: Int(ogg_page_packets(&page)), body: body))
    }

    /// Makes a page the last one of its stream: flag and checksum.
    static func end(_ bytes: inout [UInt8]) {
        guard bytes.count >= 27, bytes.count >= 27 + Int(bytes[26]) else { return }
        bytes[5] |= 4
        let head = 27 + Int(bytes[26])
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            var page = unsafe ogg_page(header: start, header_len: head, body: start + head, body_len: buffer.count - head)
            unsafe ogg_page_checksum_set(&page)
        }
    }
}

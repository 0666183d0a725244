// Finds the pages of an Ogg stream by libogg. One owner at a time; never blocks.
import CVorbis

/// Search of libogg for pages in a stream of bytes. The bytes may come in pieces; libogg checks lengths and checksums.
@safe final class OggPages {
    /// A whole page whose checksum is right.
    struct Page {
        /// Length in bytes, header included.
        let length: Int64
        /// Flags of the header: 1 continues a packet, 2 begins the stream, 4 ends it.
        let flags: UInt8
        /// Position at the end of the page, in the units of the codec; negative if no packet ends in the page.
        let granule: Int64
        /// Count of packets that end in the page.
        let packets: Int
        /// Bytes of the page after its header.
        let body: [UInt8]
    }

    /// Result of a search.
    enum Found {
        /// A whole page.
        case page(Page)
        /// Count of bytes that belong to no page.
        case skipped(Int64)
        /// No result before more bytes are added.
        case none
    }

    private var state = unsafe ogg_sync_state()
    private var page = unsafe ogg_page()

    // The calls of libogg whose results are ignored fail only for a null pointer.
    init() { _ = unsafe ogg_sync_init(&state) }

    deinit { _ = unsafe ogg_sync_clear(&state) }

    /// Drops all bytes.
    func restart() { _ = unsafe ogg_sync_reset(&state) }

    /// Adds the next bytes of the stream.
    func add(_ bytes: ArraySlice<UInt8>) {
        guard let buffer = unsafe ogg_sync_buffer(&state, bytes.count) else { return }
        unsafe bytes.withUnsafeBytes {
            unsafe UnsafeMutableRawPointer(buffer).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
        }
        _ = unsafe ogg_sync_wrote(&state, bytes.count)
    }

    /// Searches on after the last page or the last skipped bytes.
    func next() -> Found {
        let count = unsafe ogg_sync_pageseek(&state, &page)
        guard count > 0 else { return count < 0 ? .skipped(Int64(-count)) : .none }
        let body = unsafe Array(UnsafeBufferPointer(start: page.body, count: page.body_len))
        return unsafe .page(
            Page(
                length: Int64(count), flags: page.header[5], granule: ogg_page_granulepos(&page),
                packets: Int(ogg_page_packets(&page)), body: body))
    }

    /// Marks a page as the last one of its stream: sets the flag and a new checksum. Leaves bytes without a whole header alone.
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

// Tests of decoding by ffmpeg and of its cache.
import Glibc
import Testing

@testable import Storage

struct DecodeCacheTests {
    private let scratch: Scratch
    private let cache: DecodeCache

    init() throws {
        scratch = try Scratch()
        cache = DecodeCache(folder: scratch.file("caches/decoded"))
    }

    /// A tone of `seconds`, as ffmpeg's own AAC in a container of the given extension.
    private func tone(_ name: String, seconds: Int = 2, channels: Int = 2, rate: Int = 44_100) throws -> String {
        let path = scratch.file(name)
        let made = shell(
            "sox -n -r \(rate) -c \(channels) '\(scratch.file("tone.wav"))' synth \(seconds) sine 440 gain -6 && "
                + "ffmpeg -nostdin -v error -y -i '\(scratch.file("tone.wav"))' -c:a aac 'file:\(path)'")
        try #require(made.code == 0, "\(made.output)")
        return path
    }

    /// Waits for the decoder as the engine does.
    private func finish(_ decoding: Decoding) throws -> String {
        while true {
            var descriptors = decoding.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            _ = unsafe poll(&descriptors, nfds_t(descriptors.count), 10_000)
            if let path = try decoding.look() { return path }
        }
    }

    private var files: [String] { shell("ls -A '\(cache.folder)'").output.split(separator: "\n").map(String.init) }

    @Test(arguments: ["song.m4a", "-y.m4a", "a b'c\"$(id).m4a".replacing("'", with: "`"), "50%d.mp4", "http:x.m4a", "é\n.m4b"])
    func aFileOfAnyNameIsDecodedExactly(name: String) throws {
        let path = try tone(name)
        #expect(throws: StorageError.self) { try SegmentReader(path: path) }
        #expect(try cache.find(path) == nil)
        let decoded = try finish(try cache.decode(path))
        let reader = try SegmentReader(path: decoded)
        #expect(reader.info.rate == 44_100 && reader.info.channels == 2 && reader.info.encoding == "float")
        // AAC has blocks of 1024 frames; the last block is not cut.
        #expect((88_200..<88_200 + 1024).contains(reader.info.frames))
        var frames = [SIMD2<Float>](repeating: .zero, count: 4410)
        try reader.seek(to: 44_100)
        let count = unsafe try frames.withUnsafeMutableBufferPointer { buffer in try unsafe reader.read(into: buffer) }
        #expect(count == 4410)
        // The tone is in place: 440 Hz begins anew every 44,100 frames.
        let error = frames.enumerated().map { index, frame in
            abs(frame[0] - 0.5012 * sinf(2 * .pi * 440 * Float(index) / 44_100))
        }
        #expect(error.max() ?? 1 < 0.02)
    }

    @Test func theSecondTimeItIsThereAlready() throws {
        let path = try tone("song.m4a")
        let decoded = try finish(try cache.decode(path))
        let link = scratch.file("link.m4a")
        try #require(shell("ln -s '\(path)' '\(link)'").code == 0)
        #expect(try cache.find(path) == decoded)
        #expect(try cache.find(link) == decoded)
        #expect(shell("stat -c %a '\(cache.folder)' '\(decoded)'").output == "700\n600\n")
        #expect(files.count == 1)
    }

    @Test func aChangedFileIsAnotherOne() throws {
        let path = try tone("song.m4a")
        let first = try finish(try cache.decode(path))
        _ = try tone("song.m4a", seconds: 1)
        #expect(try cache.find(path) == nil)
        let second = try finish(try cache.decode(path))
        #expect(first != second)
        #expect(try SegmentReader(path: second).info.frames < 50_000)
        try #require(shell("touch -d '2001-01-01' '\(path)'").code == 0)
        #expect(try cache.find(path) == nil, "only its time is another")
    }

    @Test func oneThatChangesWhileItIsDecodedIsRefused() throws {
        let path = try tone("song.m4a")
        let decoding = try cache.decode(path)
        try #require(shell("touch -d '2001-01-01' '\(path)'").code == 0)
        #expect(throws: StorageError.decoderRefused(path: path, reason: "it changed meanwhile; try again")) {
            try finish(decoding)
        }
    }

    @Test func aCancelledOneLeavesNothingAndProgressRises() throws {
        let path = try tone("long.m4a", seconds: 300)
        // Half an hour, which ffmpeg does not decode while a busy machine holds this thread up.
        let longer = scratch.file("longer.m4a")
        try #require(shell("ffmpeg -nostdin -v error -stream_loop 5 -i '\(path)' -c copy '\(longer)'").code == 0)
        var decoding: Decoding? = try cache.decode(longer)
        // Other tests run ffmpeg at the same time, with other files.
        let child = shell(
            "for c in $(cat /proc/\(getpid())/task/*/children); do"
                + " grep -qx ffmpeg /proc/$c/comm && grep -qF '\(longer)' /proc/$c/cmdline && echo $c; done"
        ).output.split(separator: "\n").map(String.init)
        while decoding?.fraction ?? 0 == 0 {
            usleep(1000)
            try #require(decoding?.look() == nil)
        }
        #expect(decoding?.fraction ?? 1 < 1)
        #expect(files.contains { $0.hasSuffix(".part") })
        decoding = nil
        #expect(files == [])
        #expect(!child.isEmpty)
        #expect(child.allSatisfy { shell("test -e /proc/\($0)").code != 0 }, "ffmpeg is gone")
        #expect(try cache.find(longer) == nil)
        var seen: [Double] = []
        // A busy machine may show little of one run.
        for _ in 0..<5 where Set(seen).count < 3 {
            let again = try cache.decode(path)
            seen = []
            while try again.look() == nil {
                if let fraction = again.fraction { seen.append(fraction) }
                usleep(1000)
            }
            #expect(seen == seen.sorted() && seen.allSatisfy { (0...1).contains($0) })
            #expect(again.fraction ?? 0 > 0.999)
        }
        #expect(Set(seen).count > 2)
    }

    @Test func moreChannelsThanTwoBecomeAMix() throws {
        let surround = try finish(try cache.decode(try tone("five.m4a", channels: 6)))
        #expect(try SegmentReader(path: surround).info.channels == 2)
        let mono = try finish(try cache.decode(try tone("one.m4a", channels: 1)))
        #expect(try SegmentReader(path: mono).info.channels == 1)
    }

    @Test func withoutFFmpegItSaysWhatToInstall() throws {
        let path = try tone("song.m4a")
        for searchPath in ["", scratch.path, "/nowhere:"] {
            let none = DecodeCache(folder: cache.folder, searchPath: searchPath)
            #expect(throws: StorageError.noDecoder(path: path)) { try none.decode(path) }
        }
        #expect(StorageError.noDecoder(path: path).description.contains("install it (apt install ffmpeg)"))
        #expect(files == [] || shell("test -e '\(cache.folder)'").code != 0)
    }

    @Test func whatIsNoAudioIsRefusedInWords() throws {
        let text = try scratch.write("just some text\n", to: "letter.txt")
        let playlist = try scratch.write("#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/x.ts\n", to: "list.m3u8")
        let cut = scratch.file("cut.m4a")
        try #require(shell("head -c 3000 '\(try tone("song.m4a"))' > '\(cut)'").code == 0)
        let picture = scratch.file("picture.png")
        try #require(shell("ffmpeg -nostdin -v error -f lavfi -i color=s=16x16:d=1 -frames:v 1 '\(picture)'").code == 0)
        for path in [text, playlist, cut, picture] {
            let error = try #require(throws: StorageError.self) { try finish(try cache.decode(path)) }
            guard case .decoderRefused(path, let reason) = error else {
                Issue.record("\(error)")
                continue
            }
            #expect(!reason.isEmpty && !reason.contains("file:") && !reason.contains("0x"), "\(reason)")
        }
        #expect(files == [])
    }

    @Test func whatIsNoFileIsNotGivenToFFmpeg() throws {
        try #require(shell("mkfifo '\(scratch.file("pipe"))'; : > '\(scratch.file("empty"))'").code == 0)
        #expect(throws: StorageError.missing(path: scratch.file("none"))) { try cache.decode(scratch.file("none")) }
        #expect(throws: StorageError.isFolder(path: scratch.path)) { try cache.decode(scratch.path) }
        #expect(throws: StorageError.self) { try cache.decode(scratch.file("pipe")) }
        #expect(throws: StorageError.self) { try cache.decode(scratch.file("empty")) }
    }

    @Test func theOldestGoFirstAndTheNewestStays() throws {
        let small = DecodeCache(folder: cache.folder, limit: 1_500_000)
        // Each file has some 700 kB.
        var paths: [String] = []
        for number in 0..<3 { paths.append(try tone("\(number).m4a")) }
        for path in paths[..<2] {
            let decoded = try finish(try small.decode(path))
            try #require(shell("touch -d '2020-01-01 00:00:0\(paths.firstIndex(of: path) ?? 0)' '\(decoded)'").code == 0)
        }
        #expect(files.count == 2)
        // Finding a file counts as use: now the other file is the older one.
        #expect(try small.find(paths[0]) != nil)
        let reader = try SegmentReader(path: try #require(try small.find(paths[1])))
        try #require(shell("touch -d '2020-01-01' '\(reader.path)'").code == 0)
        _ = try finish(try small.decode(paths[2]))
        #expect(try small.find(paths[0]) != nil)
        #expect(try small.find(paths[1]) == nil)
        #expect(try small.find(paths[2]) != nil)
        var frames = [SIMD2<Float>](repeating: .zero, count: 1000)
        let count = unsafe try frames.withUnsafeMutableBufferPointer { buffer in try unsafe reader.read(into: buffer) }
        #expect(count == 1000, "what is being read can be read on")
        let tiny = DecodeCache(folder: cache.folder, limit: 1)
        _ = try finish(try tiny.decode(paths[1]))
        #expect(files.count == 1, "all others went, itself stays")
    }

    @Test func whatACrashLeftIsNotTrusted() throws {
        let path = try tone("song.m4a")
        let decoded = try finish(try cache.decode(path))
        try #require(shell("truncate -s 100 '\(decoded)'; touch -d '2001-01-01' '\(cache.folder)/old-abc.part'").code == 0)
        try #require(shell(": > '\(cache.folder)/new-abc.part'; : > '\(cache.folder)/other-x.wav'").code == 0)
        #expect(try cache.find(path) == nil)
        #expect(try finish(try cache.decode(path)) == decoded)
        #expect(files.filter { $0.hasSuffix(".part") } == ["new-abc.part"])
    }

    @Test func aFullDiskIsSaidAndNothingStays() throws {
        let path = try tone("song.m4a", seconds: 30)
        let disk = try scratch.disk("small", options: "size=2m")
        let full = DecodeCache(folder: disk + "/decoded")
        #expect(throws: StorageError.diskFull(path: full.folder)) { try finish(try full.decode(path)) }
        #expect(shell("ls -A '\(full.folder)'").output == "")
        let reserving = DecodeCache(folder: disk + "/decoded", reserve: 10 << 20)
        #expect(throws: StorageError.reserved(path: full.folder, reserve: 10 << 20)) { try finish(try reserving.decode(path)) }
        #expect(shell("ls -A '\(full.folder)'").output == "")
    }

    /// A stand-in for ffmpeg shows its inheritance: no open descriptors, no blocked signals, no variables of Dicta.
    @Test func theChildInheritsNothing() throws {
        let shown = scratch.file("shown")
        let stand = try scratch.write(
            """
            #!/usr/bin/python3
            import os, sys, time
            status = dict(line.rstrip('\\n').split(':\\t', 1) for line in open('/proc/self/status') if ':\\t' in line)
            names = [name for name in os.environ if name.startswith(('DICTA', 'FFREPORT', 'XDG'))]
            # The parent lowers the priority a moment after the start.
            for attempt in range(1000):
                if os.getpriority(os.PRIO_PROCESS, 0) == 10: break
                time.sleep(0.01)
            # The listing is open itself while it is made.
            fds = [f for f in os.listdir('/proc/self/fd') if os.path.exists('/proc/self/fd/' + f)]
            print(sorted(fds), status['SigBlk'], os.nice(0), names, file=open('\(shown)', 'w'))
            sys.exit('[error] no')

            """, to: "ffmpeg")
        try #require(shell("chmod 700 '\(stand)'").code == 0)
        try #require(dup2(STDERR_FILENO, 200) == 200)
        defer { close(200) }
        try #require(unsafe setenv("XDG_OF_A_TEST", "1", 1) == 0)
        defer { unsafe unsetenv("XDG_OF_A_TEST") }
        var blocked = sigset_t()
        _ = unsafe sigemptyset(&blocked)
        _ = unsafe sigaddset(&blocked, SIGTERM)
        try #require(unsafe pthread_sigmask(SIG_BLOCK, &blocked, nil) == 0)
        defer { _ = unsafe pthread_sigmask(SIG_UNBLOCK, &blocked, nil) }
        let path = try tone("song.m4a")
        let odd = DecodeCache(folder: cache.folder, searchPath: scratch.path + ":/usr/bin:/bin")
        #expect(throws: StorageError.decoderRefused(path: path, reason: "no")) { try finish(try odd.decode(path)) }
        // Descriptor 3 is the file that it writes.
        #expect(shell("cat '\(shown)'").output == "['0', '1', '2', '3'] 0000000000000000 10 []\n")
    }

    @Test func theFolderIsWhereCachesGo() {
        #expect(DecodeCache.standardFolder.hasSuffix("/dicta/decoded"))
    }
}

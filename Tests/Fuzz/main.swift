// Feeds fuzz targets: parsers of files and messages. A program of the tests.
//
// `dicta-fuzz TARGET ARGUMENTS` runs libFuzzer with its own arguments, if built with libFuzzer (session/test --fuzz).
// `dicta-fuzz TARGET --seeds DIR` writes the first inputs. Built in either way, `dicta-fuzz TARGET FILE...` tries files, and
// `dicta-fuzz TARGET --cut FILE...` also tries each file cut off at some forty places.
import FuzzTargets
import Glibc

func fail(_ words: String) -> Never {
    print("dicta-fuzz: \(words)")
    exit(2)
}

// Programs that a library would run for files of other formats are slow, and not under test.
_ = unsafe setenv("PATH", "/nowhere", 1)
let words = CommandLine.arguments
guard words.count > 1, let target = FuzzTarget(rawValue: words[1]) else {
    fail("name one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
}

if words.count == 4, words[2] == "--seeds" {
    do {
        try target.writeSeeds(to: words[3])
        exit(0)
    } catch {
        fail("\(error)")
    }
}

#if LIBFUZZER
    @_silgen_name("LLVMFuzzerRunDriver")
    func runDriver(
        _ count: UnsafeMutablePointer<Int32>,
        _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
        _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
    ) -> Int32

    // The first argument is the target's name; the rest is for libFuzzer.
    _ = unsafe setenv("DICTA_FUZZ_TARGET", target.rawValue, 1)
    var rest = unsafe ([words[0]] + Array(words.dropFirst(2))).map { unsafe strdup($0) }
    var count = Int32(words.count - 1)
    unsafe rest.append(nil)
    let code = unsafe rest.withUnsafeMutableBufferPointer { buffer -> Int32 in
        guard var start = buffer.baseAddress else { return 2 }
        return unsafe runDriver(&count, &start) { bytes, size in
            let name = unsafe getenv("DICTA_FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
            let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
            if let wrong = FuzzTarget(rawValue: name)?.run(input) { fatalError(wrong) }
            return 0
        }
    }
    exit(code)
#else
    let isCut = words.count > 2 && words[2] == "--cut"
    for path in words.dropFirst(isCut ? 3 : 2) {
        guard let bytes = FuzzTarget.read(path) else { fail("\(path) cannot be read") }
        let cuts = isCut ? Array(stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40))) : []
        for length in [bytes.count] + cuts {
            if let wrong = target.run(Array(bytes[..<length])) { fail("\(path), \(length) bytes of it: \(wrong)") }
        }
    }
#endif

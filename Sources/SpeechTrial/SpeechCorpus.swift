// Real speech to try the voice detector with. Any thread; blocks on the disk.
package import System

/// Thirteen sentences, lists and numbers of several speakers, from the Debian package pocketsphinx-testdata: 44 s at 16 kHz.
package enum SpeechCorpus {
    /// Folder of the package.
    package static let folder = "/usr/share/pocketsphinx/test/data/"
    /// Sample rate of all files in Hz.
    package static let rate = 16_000

    private static let files =
        ["0870", "0880", "0890", "0920", "0930"].map { "librivox/sense_and_sensibility_01_austen_64kb-\($0).wav" }
        + ["001", "002", "003", "004", "005"].map { "cards/\($0).wav" } + ["goforward.raw", "numbers.raw", "something.raw"]

    /// True when the package is installed.
    package static var isInstalled: Bool { File.exists(folder + files[0]) }

    /// The samples of all files, in a fixed order. Throws when one cannot be read.
    package static func utterances() throws(SystemError) -> [[Float]] {
        var all: [[Float]] = []
        for file in files { all.append(samples(of: try File.contents(of: folder + file), isWave: file.hasSuffix(".wav"))) }
        return all
    }

    /// Samples of a file of 16 bits, one channel: all of a raw file, the data chunk of a WAV.
    private static func samples(of bytes: [UInt8], isWave: Bool) -> [Float] {
        var data = bytes[...]
        if isWave {
            var place = 12
            while place + 8 <= bytes.count {
                let length = Int(UInt32(bytes[place + 4..<place + 8], .little))
                if bytes[place..<place + 4].elementsEqual("data".utf8) {
                    data = bytes[min(bytes.count, place + 8)..<min(bytes.count, place + 8 + length)]
                    break
                }
                place += 8 + length + length % 2
            }
        }
        return stride(from: data.startIndex, to: data.endIndex - 1, by: 2).map {
            Float(Int16(truncatingIfNeeded: UInt16(data[$0..<$0 + 2], .little))) / 32_768
        }
    }
}

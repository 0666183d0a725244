// Tests of pages that one thread writes and another reads; run under ThreadSanitizer too, in debug and release.
import Dispatch
import Synchronization
import Testing

@testable import Realtime

@Suite struct SharedPageTests {
    private final class Box: Sendable {
        let page = SharedPage()
        let isDone = Atomic<Bool>(false)
    }

    /// The words that are read belong to one publication, however often the page is written meanwhile.
    @Test func isReadAsAWhole() {
        let box = Box()
        let writer = DispatchQueue(label: "writer")
        writer.async {
            for round in 1...100_000 { box.page.publish(InlineArray(repeating: UInt64(round))) }
            box.isDone.store(true, ordering: .releasing)
        }
        var torn = 0
        var last: UInt64 = 0
        var back = 0
        while !box.isDone.load(ordering: .acquiring) {
            let words = box.page.read()
            for i in 1..<16 where words[i] != words[0] { torn += 1 }
            if words[0] < last { back += 1 }
            last = words[0]
        }
        writer.sync {}
        #expect(torn == 0 && back == 0)
        #expect(box.page.read()[15] == 100_000)
    }
}

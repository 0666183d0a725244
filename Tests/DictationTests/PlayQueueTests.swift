// Tests of the queue's order.
import Dictation
import TestSupport
import Testing

@Suite("The queue: order, changes, what comes next (P11)")
struct PlayQueueTests {
    private func queue(_ names: String, at number: Int? = nil, repeats: Bool = false) -> PlayQueue {
        PlayQueue(names: names.map(String.init), number: number, repeats: repeats, isShuffled: false)
    }

    private func names(_ queue: PlayQueue) -> String { queue.items.map(\.name).joined() }

    @Test("next and previous end at the ends, or go round")
    func order() {
        #expect(queue("abc").next()?.name == "a" && queue("abc").previous == nil)
        #expect(queue("abc", at: 2).next()?.name == "c" && queue("abc", at: 2).previous?.name == "a")
        #expect(queue("abc", at: 3).next() == nil && queue("abc", at: 1).previous == nil)
        #expect(
            queue("abc", at: 3, repeats: true).next()?.name == "a" && queue("abc", at: 1, repeats: true).previous?.name == "c")
        #expect(queue("a", at: 1, repeats: true).next()?.name == "a")
        #expect(queue("").next() == nil && queue("", repeats: true).next() == nil && queue("", repeats: true).previous == nil)
        let all = queue("abc")
        #expect(all.next(after: all.items[1].id)?.name == "c" && all.next(after: 99) == nil)
    }

    @Test("what is taken out leaves its turn to the one behind it")
    func removing() {
        var here = queue("abcd", at: 2)
        #expect(here.remove { $0.name == "b" } == 1)
        #expect(here.current == nil && here.number == nil && here.next()?.name == "c" && here.previous?.name == "a")
        #expect(here.remove { $0.name == "c" } == 1 && here.next()?.name == "d")
        #expect(here.remove { $0.name == "a" } == 1 && here.next()?.name == "d")
        #expect(here.remove { $0.name == "d" } == 1 && here.next() == nil && here.items.isEmpty)
        var before = queue("abcd", at: 3)
        _ = before.remove { "ab".contains($0.name) }
        #expect(before.current?.name == "c" && before.number == 1 && before.next()?.name == "d")
    }

    @Test("moving and shuffling keep the current item")
    func moving() {
        var here = queue("abcd", at: 2)
        #expect(here.move(2, to: 4) && names(here) == "acdb" && here.current?.name == "b" && here.next() == nil)
        #expect(here.move(4, to: 1) && names(here) == "bacd" && here.number == 1)
        #expect(!here.move(0, to: 1) && !here.move(1, to: 5) && names(here) == "bacd")
        var random = Dice()
        var many = PlayQueue(names: (0..<100).map { "\($0)" }, number: 40, repeats: false, isShuffled: false)
        let before = many.items
        many.shuffle(true, using: &random)
        #expect(many.current == before[39] && many.number == 1 && many.items != before && Set(many.items) == Set(before))
        many.shuffle(false, using: &random)
        #expect(many.items == before && many.number == 40)
    }

    @Test("the one behind an item that was taken out keeps its turn when it is moved, and a shuffle plays all items")
    func movingWithoutACurrentItem() {
        var here = queue("abc", at: 2)
        #expect(here.remove { $0.name == "b" } == 1 && here.move(1, to: 2) && names(here) == "ca")
        #expect(here.current == nil && here.next()?.name == "c")
        var last = queue("abc", at: 3)
        #expect(last.remove { $0.name == "c" } == 1 && last.move(1, to: 2) && last.next() == nil)
        var many = queue("abcdefgh", at: 5)
        _ = many.remove { $0.name == "e" }
        var random = Dice()
        many.shuffle(true, using: &random)
        #expect(many.current == nil && many.next() == many.items.first)
    }

    @Test("a queue has an end, and takes all of a list or nothing")
    func limits() {
        var here = queue("ab")
        let added = here.add([String](repeating: "x", count: PlayQueue.most))
        #expect(!added && here.items.count == 2)
        let full = here.add([String](repeating: "x", count: PlayQueue.most - 2))
        #expect(full && here.items.count == PlayQueue.most)
    }

    @Test("any row of changes leaves a queue whose current item is in it")
    func anyChanges() {
        var random = Dice()
        for _ in 0..<300 {
            var here = PlayQueue()
            for _ in 0..<60 {
                let number = Int.random(in: -1...6, using: &random)
                switch Int.random(in: 0..<7, using: &random) {
                case 0, 1: _ = here.add(["a", "b"])
                case 2: _ = here.remove { $0.id % 5 == number }
                case 3: _ = here.move(number, to: Int.random(in: -1...6, using: &random))
                case 4: here.shuffle(number > 2, using: &random)
                case 5: if let item = here.item(number: number) { here.enter(item.id) }
                default: here.repeats.toggle()
                }
                if let current = here.current {
                    #expect(here.items.contains(current) && here.item(number: here.number ?? 0) == current)
                }
                if let next = here.next() { #expect(here.items.contains(next)) }
                if let previous = here.previous { #expect(here.items.contains(previous)) }
                _ = here.item(named: "a")
            }
        }
    }

    @Test("items that cannot be played are passed over, round the end too; of nothing else there is no next")
    func passing() throws {
        var queue = PlayQueue(names: ["a", "b", "c", "d"], number: 2, repeats: false, isShuffled: false)
        let ids = queue.items.map(\.id)
        #expect(queue.next(passing: [ids[2]])?.name == "d" && queue.next(after: ids[0], passing: [ids[1]])?.name == "c")
        #expect(queue.next(passing: [ids[2], ids[3]]) == nil)
        queue.repeats = true
        #expect(queue.next(passing: [ids[2], ids[3]])?.name == "a")
        #expect(queue.next(passing: [ids[0], ids[2], ids[3]])?.name == "b")
        #expect(queue.next(passing: Set(ids)) == nil)
    }

    @Test("a play of several recordings is one of the queue, and their requests are for surfaces and the lock")
    func requests() throws {
        #expect(try Request(line: "play a b c").isForQueue && Request(line: "play a b c").texts(.more) == ["b", "c"])
        #expect(try Request(line: "play --tag x").isForQueue && Request(line: "play a --repeat").isForQueue)
        #expect(try !Request(line: "play a").isForQueue && !Request(line: "play").isForQueue)
        for line in ["queue add a", "queue next", "queue clear", "queue --shuffle on", "play a b"] {
            #expect(try Request(line: line).isRefusedByLock(from: .surface), "\(line)")
            #expect(try Permissions("look").refusal(of: Request(line: line), by: .surface) != nil, "\(line)")
            #expect(try Permissions("look,transport").refusal(of: Request(line: line), by: .surface) == nil, "\(line)")
        }
        for line in ["queue add /x.wav", "play a /x.wav"] {
            #expect(try Permissions("look,transport").refusal(of: Request(line: line), by: .surface) != nil, "\(line)")
        }
        #expect(
            try !Request(line: "queue").isRefusedByLock(from: .surface)
                && !Request(line: "queue list").isRefusedByLock(from: .owner))
    }
}

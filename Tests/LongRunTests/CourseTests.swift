// Tests the judgement of runs with one engine: memory within its bound, descriptors and threads as at the start (limits).
import Testing

@testable import dicta_soak

@Suite struct CourseTests {
    /// Twenty looks; `change` makes the later ones.
    private func course(_ change: (Course.Look) -> Course.Look = { $0 }) -> Course {
        var course = Course()
        let look = Course.Look(memory: 9000, descriptors: 24, threads: 24)
        for number in 0..<20 { course.add(number < 2 ? look : change(look)) }
        return course
    }

    @Test func aFlatRunIsGood() {
        let flat = course { Course.Look(memory: $0.memory + 100, descriptors: $0.descriptors, threads: $0.threads) }
        #expect(flat.findings(first: 2, growth: 100).isEmpty)
        #expect(flat.words(first: 2) == "memory 9000 to 9100 KiB, descriptors 24 and 24, threads 24 and 24")
    }

    @Test func eachFaultIsTold() {
        let memory = course { Course.Look(memory: $0.memory + 101, descriptors: $0.descriptors, threads: $0.threads) }
        #expect(memory.findings(first: 2, growth: 100) == ["memory grew from 9000 to 9101 KiB"])
        let descriptors = course { Course.Look(memory: $0.memory, descriptors: $0.descriptors + 1, threads: $0.threads) }
        #expect(descriptors.findings(first: 2, growth: 100) == ["24 descriptors, then 25"])
        let threads = course { Course.Look(memory: $0.memory, descriptors: $0.descriptors, threads: $0.threads - 1) }
        #expect(threads.findings(first: 2, growth: 100) == ["24 threads, then 23"])
    }

    /// A file that is open for a moment is no leak.
    @Test func aMomentIsNoLeak() {
        var course = Course()
        for number in 0..<20 { course.add(Course.Look(memory: 9000, descriptors: number % 3 == 0 ? 25 : 24, threads: 24)) }
        #expect(course.findings(first: 2, growth: 0).isEmpty)
    }
}

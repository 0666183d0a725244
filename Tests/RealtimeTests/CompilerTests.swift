// Tests of the compiler's check of the callback: a toolchain that stops checking is noticed.
import JackTestSupport
import TestSupport
import Testing

@Suite struct CompilerTests {
    /// Each snippet would allocate, lock or call unknown code. The words are from the compiler's error.
    static let refused: [(name: String, code: String)] = [
        ("an array that grows", "func f(_ n: Int) { var a = [1]; a.append(n); sink(a.count) }"),
        ("an object", "final class C { var x = 0 }\n@_noLocks @_noAllocation func g() -> Int { C().x }"),
        ("a string", "func f(_ n: Int) { let s = \"frame \\(n)\"; sink(s.utf8.count) }"),
        ("an existential", "protocol P { func go() }\n@_noLocks @_noAllocation func g(_ p: any P) { p.go() }"),
        ("a lazy global", "let table = [1, 2, 3].map { $0 * helper($0) }\n@_noLocks @_noAllocation func g() -> Int { table[0] }"),
        ("a stored closure", "struct S { var f: () -> Void }\n@_noLocks @_noAllocation func g(_ s: S) { s.f() }"),
        ("an untyped error", "struct E: Error {}\n@_noLocks @_noAllocation func g() throws { throw E() }"),
        ("a C allocation", "func f(_ n: Int) { unsafe free(malloc(n)) }"),
        ("a mutex", "func f(_ m: UnsafeMutablePointer<pthread_mutex_t>) { unsafe pthread_mutex_lock(m) }"),
        ("a system call", "func f(_ n: Int) { usleep(1) }"),
        ("a function without the promise", "func plain() { print(1) }\n@_noLocks @_noAllocation func g() { plain() }"),
        (
            "an unmanaged object",
            "final class C {}\n@_noLocks @_noAllocation func g(_ p: UnsafeRawPointer) -> C { unsafe Unmanaged<C>.fromOpaque(p).takeUnretainedValue() }"
        ),
    ]

    /// Code of the kinds that the callback is made of.
    static let accepted = """
        func f(_ p: UnsafeMutablePointer<Float>, _ n: Int) {
            var sum = SIMD2<Float>.zero
            var words = InlineArray<4, Int>(repeating: 0)
            for i in 0..<n { unsafe p[i] *= 0.5; sum += unsafe SIMD2(p[i], p[i]) }
            words[n & 3] = Int(sum[0])
            head.store(words[0], ordering: .releasing)
        }
        """

    @Test(arguments: refused.indices, ["-Onone", "-O"]) func isRefused(index: Int, level: String) {
        let snippet = Self.refused[index]
        let run = Self.compile(snippet.code, level)
        #expect(run.code != 0, "\(snippet.name) was accepted")
        // The check must be the reason for the error, and not a mistake in the snippet.
        let isCheck = ["lock", "alloc", "performance", "metadata", "unpredictable"].contains { run.errors.contains($0) }
        #expect(isCheck, "\(snippet.name): \(run.errors)")
    }

    @Test(arguments: ["-Onone", "-O"]) func plainCodeIsAccepted(level: String) {
        let run = Self.compile(Self.accepted, level)
        #expect(run.code == 0, "\(run.errors)")
    }

    private static func compile(_ code: String, _ level: String) -> Finished {
        let folder = TempFolder()
        let head = """
            import Glibc
            import Synchronization
            struct Head: ~Copyable { let value = Atomic<Int>(0) }
            func helper(_ n: Int) -> Int { n + 1 }
            @_noLocks @_noAllocation @inline(never) func sink(_ n: Int) {}
            """
        let function = code.hasPrefix("func f") ? "@_noLocks @_noAllocation " + code : code
        let withHead = function.replacing(
            "func f(_ p: UnsafeMutablePointer<Float>, _ n: Int)",
            with: "func f(_ p: UnsafeMutablePointer<Float>, _ n: Int, _ head: borrowing Atomic<Int>)")
        guard folder.write(head + "\n" + withHead + "\n", to: "snippet.swift") else {
            return Finished(code: 0, output: "", errors: "no file")
        }
        return Process.run(
            "/usr/bin/env", ["swiftc", "-parse-as-library", level, "-emit-sil", "-o", "/dev/null", folder.file("snippet.swift")],
            environment: Programs.toolchain)
    }
}

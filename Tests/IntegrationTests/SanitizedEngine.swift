// The environment of an engine under ThreadSanitizer. One thread: the test's.
import JackTestSupport
import TestSupport
import Testing

/// The surroundings of an engine under ThreadSanitizer, and the findings of the sanitizer.
///
/// Swift's `Mutex` waits in a library that is built without the sanitizer, which would take each contended lock for a race. A
/// library that is loaded before it tells the sanitizer of such locks; nothing is suppressed.
final class SanitizedEngine {
    private let folder = TempFolder()
    /// Variables of the engine's environment; `own` are those of the test.
    let environment: [String: String]
    /// Folder of the programs.
    let programs = Programs.folder("DICTA_TSAN")

    init(_ own: [String: String] = [:]) throws {
        #expect(Files.write(Self.source, to: folder.file("locks.c")))
        let words = ["clang", "-shared", "-fPIC", "-O1", "-o", folder.file("locks.so"), folder.file("locks.c"), "-ldl"]
        let made = Process.run("/usr/bin/env", words, environment: Programs.toolchain)
        try #require(made.code == 0, "\(made.errors)")
        let libraries = [own["LD_PRELOAD"], folder.file("locks.so")].compactMap(\.self).joined(separator: ":")
        // The sanitizer does not know pthread_clockjoin_np, so threads that were joined by it count as leaks.
        let options = "exitcode=66:halt_on_error=0:report_thread_leaks=0"
        environment = own.merging(["LD_PRELOAD": libraries, "TSAN_OPTIONS": options]) { $1 }
    }

    /// Ends the engine, which has lost its server, and expects no report.
    ///
    /// The server goes first: libjack cancels the threads of a client that is closed, at any instruction. The sanitizer takes that
    /// for an error of its own, and ends the process.
    func expectNoRace(_ engine: EngineProcess) throws {
        try engine.wait("jack", "waiting")
        let finished = try #require(engine.quit())
        #expect(finished.code == 0 && !finished.errors.contains("ThreadSanitizer"), "\(finished.errors.prefix(20_000))")
    }

    /// The slow ways of Swift's mutex, with the sanitizer told of the lock's order. Both are weak in it: the programs that the
    /// engine starts have no sanitizer.
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <stdbool.h>
        #include <stdint.h>

        #define SWIFT __attribute__((swiftcall))
        #define SELF __attribute__((swift_context)) void *
        void __tsan_acquire(void *) __attribute__((weak));
        void __tsan_release(void *) __attribute__((weak));

        static const char lock_name[] = "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF";
        static const char try_name[] = "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF";
        static const char unlock_name[] = "$s15Synchronization12_MutexHandleV11_unlockSlowyyF";

        SWIFT void lock_slow(uint32_t thread, SELF mutex) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
        SWIFT void lock_slow(uint32_t thread, SELF mutex) {
            SWIFT void (*real)(uint32_t, SELF) = dlsym(RTLD_NEXT, lock_name);
            real(thread, mutex);
            if (__tsan_acquire) __tsan_acquire(mutex);
        }
        SWIFT bool try_slow(SELF mutex) __asm__("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
        SWIFT bool try_slow(SELF mutex) {
            SWIFT bool (*real)(SELF) = dlsym(RTLD_NEXT, try_name);
            bool is_locked = real(mutex);
            if (is_locked && __tsan_acquire) __tsan_acquire(mutex);
            return is_locked;
        }
        SWIFT void unlock_slow(SELF mutex) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
        SWIFT void unlock_slow(SELF mutex) {
            SWIFT void (*real)(SELF) = dlsym(RTLD_NEXT, unlock_name);
            if (__tsan_release) __tsan_release(mutex);
            real(mutex);
        }
        """
}

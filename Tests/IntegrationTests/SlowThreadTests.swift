// Tests a machine that takes long to run new threads (R1, P4).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct SlowThreadTests {
        private let folder = TempFolder()

        /// Lets each new thread wait before its first instruction, as on a machine without processors to spare.
        private static let late = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <errno.h>
            #include <pthread.h>
            #include <stdlib.h>
            #include <time.h>
            struct start { void *(*run)(void *); void *argument; };
            static void *wait_and_run(void *pointer) {
                struct start start = *(struct start *)pointer;
                free(pointer);
                const struct timespec time = {1, 300000000};
                nanosleep(&time, NULL);
                return start.run(start.argument);
            }
            int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
                int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = dlsym(RTLD_NEXT, "pthread_create");
                struct start *start = malloc(sizeof *start);
                if (!start) return ENOMEM;
                start->run = run;
                start->argument = argument;
                return create(thread, attributes, wait_and_run, start);
            }
            """

        /// libjack gives a thread a second to begin. After that it frees the memory of the thread, which then runs on freed memory.
        @Test func aThreadThatBeginsLateDoesNotEndTheEngine() throws {
            let late = try #require(folder.preload(Self.late))
            let fixture = try EngineFixture(environment: ["LD_PRELOAD": late])
            let take = try fixture.take("late", at: fixture.soon, frames: 48_000)
            #expect(take.text("name") == "late")
            let samples = try EngineFixture.samples(take.text("path"))
            #expect(samples.count == 48_000 && FrameReport(samples, .fine).isClean)
            #expect(fixture.engine.quit()?.code == 0)
        }
    }
}

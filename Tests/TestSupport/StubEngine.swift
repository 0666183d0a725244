// A control server on a thread of its own, with made-up answers. Any thread.
public import Control
public import Dictation
import Glibc
import Synchronization
import System

/// The control side of an engine, without audio.
public final class StubEngine: Sendable {
    /// Answers a request; nil for an answer that comes later.
    public typealias Handler = @Sendable (Request, Ticket) -> Result<Reply, Failure>?

    private let ends = Atomic<Bool>(false)
    private let ended = Atomic<Bool>(false)

    /// Binds the path on the calling thread, then serves it on another until this object is stopped.
    public init(engine: String = "dicta", path: String, handler: @escaping Handler) throws(ControlError) {
        let start = Start(server: try ControlServer(engine: engine, path: path), handler: handler, engine: self)
        let box = unsafe Unmanaged.passRetained(start).toOpaque()
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { box in
                guard let box = unsafe box else { return nil }
                unsafe Unmanaged<Start>.fromOpaque(box).takeRetainedValue().run()
                return nil
            }, box)
        guard code == 0, pthread_detach(thread) == 0 else { throw .system(call: "pthread_create", path: path, code: code) }
    }

    /// Ends the server and waits until its socket is gone.
    public func stop() {
        ends.store(true, ordering: .releasing)
        while !ended.load(ordering: .acquiring) { _ = usleep(1000) }
    }

    private final class Start {
        private var server: ControlServer?
        private let handler: Handler
        private let engine: StubEngine

        init(server: consuming ControlServer, handler: @escaping Handler, engine: StubEngine) {
            self.server = consume server
            self.handler = handler
            self.engine = engine
        }

        func run() {
            while !engine.ends.load(ordering: .acquiring), let descriptors = server?.descriptors {
                _ = try? Poll.wait(descriptors, milliseconds: 5)
                do throws(ControlError) {
                    try server?.serve(handler)
                    try server?.flush()
                } catch {
                    print("stub engine: \(error)")
                }
            }
            server = nil
            engine.ended.store(true, ordering: .releasing)
        }
    }
}

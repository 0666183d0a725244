// libsystemd, loaded at run time. One owner at a time.
internal import CSystemBus

/// The sd-bus functions of libsystemd, looked up at run time, so that the engine also runs without the library.
@safe
final class BusLibrary {
    /// Table of the functions; valid for the life of this object.
    let functions: UnsafeMutablePointer<dicta_bus_library>

    /// Loads the library. Nil if it is missing or too old.
    init?() {
        unsafe functions = .allocate(capacity: 1)
        unsafe functions.initialize(to: dicta_bus_library())
        guard unsafe dicta_bus_load(functions) != 0 else {
            unsafe functions.deallocate()
            return nil
        }
    }

    deinit { unsafe functions.deallocate() }
}

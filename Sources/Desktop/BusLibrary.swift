// Control loop only.
internal import CSystemBus

/// The functions of libsystemd, found at run time.
@safe
final class BusLibrary {
    let functions: UnsafeMutablePointer<dicta_bus_library>

    /// Nothing where the library is not there, or is too old.
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

// Descriptors that programs of the tests inherit. Any thread.
import CLinux
import Glibc

enum Spawning {
    /// Closes all descriptors beyond the standard ones: a socket of a parallel test would stay open as long as the program
    /// runs.
    static func closeOthers(_ actions: inout posix_spawn_file_actions_t) -> Int32 {
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    }
}

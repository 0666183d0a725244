// Addresses of control sockets. Any thread; a value.
import System

extension SocketAddress {
    /// Makes the address of a Unix socket. Throws `.pathTooLong`.
    init(path: String) throws(ControlError) {
        guard let address = SocketAddress(unixPath: path) else { throw .pathTooLong(path) }
        self = address
    }
}

// The mark of a socket path in the kernel. Any thread; never blocks.
internal import System

/// A name that an engine holds in the kernel (unix(7), abstract) beside the lock file of its socket path. Nothing that cleans folders
/// removes it: an engine that has lost its socket and its lock file, perhaps in a running take, is waited for and told by it, until
/// it makes both anew. Without it a second engine of that name could start, and the first would stay out of reach.
///
/// The name is that of the socket in its folder, and of the folder that has this one: it tells the engines of two containers apart. No
/// engine sees the mark of one in another network namespace, or of one whose folder above was removed too; a socket with a very long
/// name has no mark. There the lock file alone counts. Any user can take the name, so that only a holder of this user counts.
enum SocketMark {
    /// Takes the mark. Gives a descriptor that holds it, or else -1 and its holder: a process of this user, 0 for one that is not to be
    /// seen from here; nil if there is none, and the path cannot have a mark.
    static func take(_ path: String) -> (descriptor: Int32, holder: Int32?) {
        guard let address = address(path) else { return (-1, nil) }
        do throws(SystemError) {
            let socket = try Socket(.unix, .stream)
            try socket.bind(address)
            // Those who ask are not accepted: some fifty times a second, for fifteen seconds at most (`dicta start`).
            try socket.listen(waiting: 4096)
            return (try File.duplicate(socket.descriptor, from: 3), nil)
        } catch {
            return (-1, holder(path))
        }
    }

    /// The process of this user that holds the mark; 0 for one that is not to be seen from here, nil if none holds it.
    static func holder(_ path: String) -> Int32? {
        guard let address = address(path) else { return nil }
        do throws(SystemError) {
            let socket = try Socket(.unix, .stream)
            try socket.connect(address)
            let peer = try socket.peer()
            return peer.user == ThisProcess.user ? peer.process : nil
        } catch {
            return nil
        }
    }

    private static func address(_ path: String) -> SocketAddress? {
        guard let above = try? FileStatus(File.parent(of: ControlPath.folder(of: path))).identity else { return nil }
        let place = String(above.device, radix: 16) + ":" + String(above.inode, radix: 16)
        let names = path.split(separator: "/").suffix(2).joined(separator: "/")
        return SocketAddress(abstractName: "dicta:\(place)/\(names)")
    }
}

// The file that tells the next engine of a notification that this one shows. Control loop only; never waits for a disk.
internal import Desktop
internal import System

/// The file `SOCKET.notification` beside the control socket: there while a notification is shown. An engine that crashes leaves both,
/// and the next one takes the notification away.
struct NotificationNote {
    private let path: String

    /// Nil if the control socket does not lie in memory: then the control loop would have to wait for a disk.
    init?(socket: String) {
        guard FileSystem.isInMemory(File.parent(of: socket)) else { return nil }
        path = socket + ".notification"
    }

    /// The place of the notification; nil if there is none.
    func read() -> NotificationPlace? {
        guard let descriptor = try? File.open(path, .read, [.noLink, .noWait]) else { return nil }
        defer { File.close(descriptor) }
        let bytes = (try? File.read(descriptor, at: 0, count: 400)) ?? []
        return NotificationPlace(String(decoding: bytes, as: UTF8.self))
    }

    /// Writes the place, or removes the file. Errors are ignored: at worst a notification of a crashed engine stays.
    func write(_ place: NotificationPlace?) {
        guard let place else {
            try? File.removeIfThere(path)
            return
        }
        guard let descriptor = try? File.open(path, .write, [.create, .empty, .noLink, .noWait]) else { return }
        defer { File.close(descriptor) }
        try? File.write(descriptor, Array("\(place.text)\n".utf8))
    }
}

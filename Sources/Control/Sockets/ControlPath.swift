// Paths of control sockets. Any thread; reads the file system, makes one folder.
internal import Messages
import System

/// The standard path of an engine's control socket, and the check that its folder can be trusted.
public enum ControlPath {
    /// The standard path: `$XDG_RUNTIME_DIR/dicta/NAME.sock`, else `/run/user/UID/dicta/NAME.sock`, else
    /// `/tmp/dicta-UID/NAME.sock`. `runtimeFolder` is the value of that variable. Throws `.badEngineName`.
    public static func standard(engine: String, runtimeFolder: String?) throws(ControlError) -> String {
        guard isName(engine) else { throw .badEngineName(engine) }
        let file = "/\(engine).sock"
        if let runtimeFolder, runtimeFolder.utf8.first == UInt8(ascii: "/") { return runtimeFolder + "/dicta" + file }
        let user = ThisProcess.user
        let run = "/run/user/\(user)"
        return FileStatus.unfollowed(run)?.owner == user ? run + "/dicta" + file : "/tmp/dicta-\(user)" + file
    }

    /// Makes the folder of a socket (mode 0700) when it is missing.
    static func makeFolder(of path: String) throws(ControlError) {
        let folder = folder(of: path)
        do throws(SystemError) { try File.makeFolder(folder, mode: 0o700) } catch {
            if error.code != Errno.exists { throw ControlError(error) }
        }
    }

    /// Throws `.unsafeFolder` for a folder in which another user could put or swap the socket. A path that the user named is
    /// accepted when only its owner and root can write there.
    static func checkFolder(of path: String) throws(ControlError) {
        let folder = folder(of: path)
        guard let status = FileStatus.unfollowed(folder) else { return }
        guard status.isFolder else { throw .unsafeFolder(folder, why: tr("it is not a folder")) }
        guard status.owner == ThisProcess.user || status.owner == 0 else {
            throw .unsafeFolder(folder, why: tr("it belongs to user \(status.owner)"))
        }
        guard !status.othersMayWrite || status.isSticky else {
            throw .unsafeFolder(folder, why: tr("other users may write in it"))
        }
    }

    /// True while an engine holds the socket path: it runs, has just started, or is about to end.
    public static func isHeld(_ path: String) -> Bool { SocketLock.isHeld(path) }

    /// The process that holds the socket path; nil if its lock does not tell.
    public static func holder(of path: String) -> Int32? { SocketLock.holder(path) }

    /// Lets other processes have the paths that closed servers keep for a next engine of this one: see `ControlServer.close`.
    public static func letGo() { SocketLock.letGo() }

    static func folder(of path: String) -> String {
        File.parent(of: path)
    }

    /// True for a valid engine name. The name becomes part of a path and of a JACK client name: no character special in either.
    private static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, first != UInt8(ascii: "."), first != UInt8(ascii: "-"), name.utf8.count <= 48 else {
            return false
        }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default: false
            }
        }
    }
}

extension FileStatus {
    /// State of a file, or of a symbolic link itself; nil if the file is missing or may not be reached.
    static func unfollowed(_ path: String) -> FileStatus? { try? FileStatus(path, followsLinks: false) }
}

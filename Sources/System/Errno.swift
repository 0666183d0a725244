// Names for the reasons of the kernel. Constants.
internal import CLinux
internal import Glibc

/// Numbers of `errno` by name, for `switch` and comparison with `SystemError.code`.
public enum Errno {
    /// ENOENT: no such file.
    public static let missing = ENOENT
    /// EEXIST: the name is taken.
    public static let exists = EEXIST
    /// EISDIR: the path is a folder.
    public static let isFolder = EISDIR
    /// ENOTDIR: a part of the path is no folder.
    public static let notFolder = ENOTDIR
    /// EACCES: permission denied.
    public static let noPermission = EACCES
    /// EPERM: not allowed to this user.
    public static let notPermitted = EPERM
    /// EROFS: the file system is read-only.
    public static let readOnly = EROFS
    /// ENOSPC: the disk is full.
    public static let diskFull = ENOSPC
    /// EDQUOT: the user's share of the disk is used up.
    public static let quotaFull = EDQUOT
    /// EINVAL: a value that the call does not take.
    public static let invalid = EINVAL
    /// EILSEQ: bytes that are no text of the file system.
    public static let badText = EILSEQ
    /// ENAMETOOLONG: the name is too long.
    public static let nameTooLong = ENAMETOOLONG
    /// EBADF: a descriptor that does not allow this.
    public static let badDescriptor = EBADF
    /// EIO: the device failed.
    public static let inputOutput = EIO
    /// EINTR: a signal came first.
    public static let interrupted = EINTR
    /// EAGAIN, which is EWOULDBLOCK too: the call would have to wait.
    public static let wouldBlock = EAGAIN
    /// ENOSYS: the kernel has no such call.
    public static let noSuchCall = ENOSYS
    /// EOPNOTSUPP, which is ENOTSUP too: this file system cannot.
    public static let notSupported = EOPNOTSUPP
    /// ECHILD: no such child process.
    public static let noChild = ECHILD
    /// ECONNREFUSED: nobody listens there.
    public static let refused = ECONNREFUSED
    /// ECONNRESET: the other side is gone.
    public static let reset = ECONNRESET
    /// ENOTCONN: not connected.
    public static let notConnected = ENOTCONN
    /// EMSGSIZE: the message is too long.
    public static let messageTooLong = EMSGSIZE
    /// ENOTSOCK: the descriptor is no socket.
    public static let noSocket = ENOTSOCK
    /// EPROTOTYPE: a socket of another type listens there.
    public static let otherSocketType = EPROTOTYPE
    /// ENOBUFS: no memory for the message.
    public static let noBuffers = ENOBUFS
}

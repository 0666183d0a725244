// Error numbers of the kernel by name. Any thread; constants.
internal import CLinux
internal import Glibc

/// Values of `errno` by name, to compare with `SystemError.code`.
public enum Errno {
    /// ENOENT: no file or folder has this path.
    public static let missing = ENOENT
    /// EEXIST: the name is taken.
    public static let exists = EEXIST
    /// EISDIR: the path is a folder.
    public static let isFolder = EISDIR
    /// ENOTDIR: a part of the path is not a folder.
    public static let notFolder = ENOTDIR
    /// EACCES: permission denied.
    public static let noPermission = EACCES
    /// EPERM: this user may not do it.
    public static let notPermitted = EPERM
    /// ELOOP: links lead to each other.
    public static let loop = ELOOP
    /// EROFS: the file system is read-only.
    public static let readOnly = EROFS
    /// ENOSPC: the disk is full.
    public static let diskFull = ENOSPC
    /// EFBIG: the file may not grow: a limit of the process (`ulimit -f`) or of the file system.
    public static let fileTooLarge = EFBIG
    /// EDQUOT: the user's disk quota is used up.
    public static let quotaFull = EDQUOT
    /// EINVAL: the call does not accept a value.
    public static let invalid = EINVAL
    /// EILSEQ: the file system does not accept the bytes as a name.
    public static let badText = EILSEQ
    /// ENAMETOOLONG: the name is too long.
    public static let nameTooLong = ENAMETOOLONG
    /// EBADF: the descriptor is closed or does not allow the call.
    public static let badDescriptor = EBADF
    /// EIO: the device failed.
    public static let inputOutput = EIO
    /// EINTR: a signal interrupted the call.
    public static let interrupted = EINTR
    /// EAGAIN, the same number as EWOULDBLOCK: the call would have to wait.
    public static let wouldBlock = EAGAIN
    /// EPIPE: nobody reads any more what is written.
    public static let noReader = EPIPE
    /// ENOSYS: the kernel has no such call.
    public static let noSuchCall = ENOSYS
    /// EOPNOTSUPP, the same number as ENOTSUP: the file system or socket does not support the call.
    public static let notSupported = EOPNOTSUPP
    /// ENODEV: the device is gone.
    public static let noDevice = ENODEV
    /// EBUSY: another program uses the device.
    public static let busy = EBUSY
    /// ECHILD: no such child process.
    public static let noChild = ECHILD
    /// ECONNREFUSED: no program listens at the address.
    public static let refused = ECONNREFUSED
    /// ECONNRESET: the other side has closed the connection.
    public static let reset = ECONNRESET
    /// ENOTCONN: the socket is not connected.
    public static let notConnected = ENOTCONN
    /// EMSGSIZE: the message is too long.
    public static let messageTooLong = EMSGSIZE
    /// ENOTSOCK: the descriptor is not a socket.
    public static let noSocket = ENOTSOCK
    /// EPROTOTYPE: the socket at the address has another type.
    public static let otherSocketType = EPROTOTYPE
    /// ENOBUFS: no memory for the message.
    public static let noBuffers = ENOBUFS
    /// ENOMEM: no memory.
    public static let noMemory = ENOMEM
    /// EMFILE: this process has as many open descriptors as it may have.
    public static let descriptorsFull = EMFILE
    /// ENFILE: the machine has as many open files as it may have.
    public static let machineDescriptorsFull = ENFILE
    /// EADDRINUSE: another socket has the address.
    public static let addressInUse = EADDRINUSE
    /// EADDRNOTAVAIL: this machine does not have the address.
    public static let addressMissing = EADDRNOTAVAIL
    /// EAFNOSUPPORT: the kernel, or the call, does not accept the family of the address.
    public static let wrongFamily = EAFNOSUPPORT
    /// EINPROGRESS: the connection is being made.
    public static let inProgress = EINPROGRESS
    /// ETIMEDOUT: no answer came in time.
    public static let timedOut = ETIMEDOUT
    /// All errors that say that an earlier packet did not reach its receiver: see `Socket.takeUndelivered`.
    public static let undelivered = [
        ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENOPROTOOPT, EACCES, EPROTO, EMSGSIZE, ENETDOWN, ENONET,
        EOPNOTSUPP,
    ]
}

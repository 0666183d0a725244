// The group of this user alone. Any thread; may block on the network if groups are kept there.
internal import CLinux
internal import Glibc

extension ThisProcess {
    /// The group of the process if it has this user only, as many systems make one for each user: it is named like the user and has
    /// no further members, or has no name and the number of the user. Nil for a group of several users.
    public static var privateGroup: UInt32? {
        let number = getegid()
        var room = 4096
        while room <= 1 << 20 {
            var isPrivate = false
            let code = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { buffer in
                guard let start = buffer.baseAddress else { return ERANGE }
                var entry = unsafe group()
                var found: UnsafeMutablePointer<group>?
                let code = unsafe getgrgid_r(number, &entry, start, buffer.count, &found)
                guard unsafe code == 0 && found != nil, let text = unsafe entry.gr_name else {
                    isPrivate = code == 0 && number == user
                    return code
                }
                let name = unsafe String(cString: text)
                var members: [String] = []
                if let list = unsafe entry.gr_mem {
                    var next = 0
                    while let member = unsafe list[next] {
                        unsafe members.append(String(cString: member))
                        next += 1
                    }
                }
                isPrivate = name == accountLogin && members.allSatisfy { $0 == name }
                return code
            }
            guard code == ERANGE || code == EINTR else { return isPrivate ? number : nil }
            if code == ERANGE { room *= 4 }
        }
        return nil
    }
}

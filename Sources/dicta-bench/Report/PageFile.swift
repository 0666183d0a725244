// The file of a page. Main thread only.
import System

/// A file that is written as a whole: a reader sees the old text or the new one.
struct PageFile {
    let path: String

    /// Takes the path of a file that can be written. Throws `system`.
    init(_ path: String) throws(BenchError) {
        self.path = path
        if let status = try? FileStatus(path), status.isFolder { throw .unfit("'\(path)' is a folder; name a file") }
        do throws(SystemError) { try File.checkWritable(File.parent(of: path)) } catch {
            throw .system("write \(path)", error.code)
        }
    }

    /// Replaces the file.
    func write(_ text: String) throws(BenchError) {
        let new = path + ".new"
        do throws(SystemError) {
            let descriptor = try File.open(new, .write, [.create, .empty], mode: 0o666)
            defer { File.close(descriptor) }
            try File.write(descriptor, Array(text.utf8))
            try File.sync(descriptor)
            try File.rename(new, to: path)
        } catch {
            throw .system("write \(path)", error.code)
        }
    }
}

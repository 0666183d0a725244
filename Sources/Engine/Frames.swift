// Any thread; typed throws through an array's memory, which the standard library's own methods do not let pass.
internal import Realtime

extension [Frame] {
    func withFrames<Failure: Error>(_ body: (UnsafeBufferPointer<Frame>) throws(Failure) -> Void) throws(Failure) {
        let result = unsafe withUnsafeBufferPointer { buffer -> Result<Void, Failure> in
            do throws(Failure) { return .success(unsafe try body(buffer)) } catch { return .failure(error) }
        }
        try result.get()
    }

    mutating func withMutableFrames<Value, Failure: Error>(
        _ body: (UnsafeMutableBufferPointer<Frame>) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let result = unsafe withUnsafeMutableBufferPointer { buffer -> Result<Value, Failure> in
            do throws(Failure) { return .success(unsafe try body(buffer)) } catch { return .failure(error) }
        }
        return try result.get()
    }
}

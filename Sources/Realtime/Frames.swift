// Access to the memory of an array of frames with typed errors, which the standard library's own methods do not pass on. Any
// thread.

extension [Frame] {
    /// Calls `body` with the frames of the array. Throws the error of `body`.
    @inlinable
    package func withFrames<Failure: Error>(
        _ body: (UnsafeBufferPointer<Frame>) throws(Failure) -> Void
    ) throws(Failure) {
        let result = unsafe withUnsafeBufferPointer { buffer -> Result<Void, Failure> in
            do throws(Failure) { return .success(unsafe try body(buffer)) } catch { return .failure(error) }
        }
        try result.get()
    }

    /// Calls `body` with the frames of the array, which it may change. Throws the error of `body`.
    @inlinable
    package mutating func withMutableFrames<Value, Failure: Error>(
        _ body: (UnsafeMutableBufferPointer<Frame>) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let result = unsafe withUnsafeMutableBufferPointer { buffer -> Result<Value, Failure> in
            do throws(Failure) { return .success(unsafe try body(buffer)) } catch { return .failure(error) }
        }
        return try result.get()
    }
}

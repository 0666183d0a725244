// Results as JSON. One thread.
import FoundationEssentials

/// Result of a measurement, for programs.
protocol BenchReport: Encodable {}

extension BenchReport {
    /// The result as JSON text, with a line feed at its end.
    var json: String {
        get throws(BenchError) {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
            do {
                return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
            } catch {
                throw .unfit("the result cannot be written as JSON: \(error)")
            }
        }
    }
}

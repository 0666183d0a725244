// Tests of settings that variables of the environment give (R8).
import Testing

@testable import Dictation

@Suite struct EnvironmentTests {
    private func read(_ text: String?) -> (values: [ParameterKey: Value], problems: [SettingsProblem]) {
        SettingsTable.read { $0 == "DICTA_MAX_RECORDING_DURATION" ? text : nil }
    }

    @Test(arguments: [("180", 180), ("3m", 180), ("3m30s", 210), ("0", 0), ("00:03:00", 180)] as [(String, Double)])
    func rightValues(text: String, seconds: Double) {
        #expect(read(text).values == [.recLimit: .double(seconds)] && read(text).problems.isEmpty)
    }

    @Test(arguments: ["ever", "-1", "1e9999", "\u{7}"]) func wrongValuesNameTheVariable(text: String) {
        let (values, problems) = read(text)
        #expect(values.isEmpty && problems.count == 1 && problems[0].words.contains("DICTA_MAX_RECORDING_DURATION"))
    }

    @Test func noneAndEmpty() {
        #expect(read(nil).values.isEmpty && read("").values.isEmpty && read("").problems.isEmpty)
    }

    @Test func order() {
        func limit(_ options: [ParameterKey: Value], _ file: [ParameterKey: Value]) -> Value? {
            SettingsTable.effective(options: options, file: file, environment: read("3m").values).values[.recLimit]
        }
        #expect(limit([.recLimit: .double(1)], [.recLimit: .double(2)]) == .double(1))
        #expect(limit([:], [.recLimit: .double(2)]) == .double(2) && limit([:], [:]) == .double(180))
    }
}

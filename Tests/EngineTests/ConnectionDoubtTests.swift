// Tests of the wait before a missing connection counts as removed.
import System
import Testing

@testable import Engine

@Suite struct ConnectionDoubtTests {
    @Test func halfASecondIsWaited() {
        let start = Moment.now
        var doubt = ConnectionDoubt(start)
        let over = (1...60).first { doubt.isOver(start.later(milliseconds: 10 * $0)) }
        #expect(over == 50)
    }

    /// A standstill of the process counts as one check, however long it was.
    @Test func aStandstillOfTheEngineIsNoWait() {
        let start = Moment.now
        var doubt = ConnectionDoubt(start)
        let over = [100, 5000, 5050, 5100, 5200, 5299, 5300].first { doubt.isOver(start.later(milliseconds: $0)) }
        #expect(over == 5300)
    }
}

// Comparison of lossy audio with its source.
/// The correlation of each side, from -1 to 1. A turned sign, swapped sides or shifted frames change it.
func likeness(_ got: [Frame], _ wanted: [Frame]) -> Frame {
    var both = Frame.zero, left = Frame.zero, right = Frame.zero
    for index in 0..<min(got.count, wanted.count) {
        both += got[index] * wanted[index]
        left += got[index] * got[index]
        right += wanted[index] * wanted[index]
    }
    return both / (left * right).squareRoot()
}

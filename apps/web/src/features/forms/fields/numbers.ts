/** Digits of other scripts by their zero: Arabic, Persian, Devanagari, full width. */
const zeros = [0x0660, 0x06f0, 0x0966, 0xff10]

/**
 * The number that a person typed, or null. A point or a comma is the decimal sign; where both stand, the last one is.
 * Spaces and apostrophes group digits.
 */
export function readNumber(typed: string): number | null {
  const plain = [...typed.normalize('NFKC')]
    .map((letter) => {
      const code = letter.codePointAt(0) ?? 0
      const zero = zeros.find((one) => code >= one && code <= one + 9)
      return zero === undefined ? letter : String(code - zero)
    })
    .join('')
    .replace(/[\s'’\u066c\u200e\u200f\u061c]/gu, '')
    .replace(/[−–]/g, '-')
    .replaceAll('\u066b', '.')
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  const decimal = last === -1 ? '' : plain.charAt(last)
  const other = decimal === ',' ? '.' : ','
  // several of the same sign group digits: 1.000.000
  const groups = decimal !== '' && plain.split(decimal).length > 2
  const whole = groups
    ? plain.replaceAll(decimal, '')
    : plain.replaceAll(other, '').replace(decimal === ',' ? ',' : /(?!)/, '.')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(whole) ? Number(whole) : null
}

/** The same number as a person of that language types it, without groups. */
export function writeNumber(value: number, language: string): string {
  return new Intl.NumberFormat(language, {
    useGrouping: false,
    maximumFractionDigits: 12,
    numberingSystem: 'latn',
  }).format(value)
}

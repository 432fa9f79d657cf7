// The one reader of numbers that people type: in answers, conditions, fields and files. Without schemas, for the pages too.

export interface ReadNumber {
  /** All that it may mean: `1,234` is 1.234 and 1234. */
  readonly values: readonly number[]
  /** The same, digit by digit with a point as the decimal sign, as numbers of the machine have fewer digits. */
  readonly texts: readonly string[]
  /** What stands behind the number, or the sign of money in front of it. */
  readonly unit: string
}

export type DecimalSign = '.' | ','

/**
 * A number as people write it: `3.5`, `3,5`, `1 234,5`, `1'234.5`, `12,34,567`, `−2`, `1.5e3`, `1.5·10^3`, `1,5×10³`, `2x100`,
 * `٣٫٥`, `$5`, `5 km/h`, in the digits of any script. Null: it is none, like `1/2`, `5-10`, `2027-01-31` and `09:30`.
 * `decimal` is the decimal sign of the person's language, if known: what is read by it then comes first in `values`. Else a
 * single comma or point is read as the decimal sign first.
 */
export function readNumber(typed: string, of: { decimal?: DecimalSign } = {}): ReadNumber | null {
  const [, sign, money, signBehind, rest = ''] = head.exec(plainOf(typed)) ?? []
  // This sign of Arabic is never anything else.
  const decimal = typed.includes('\u066b') ? 'sure' : of.decimal
  const first = readFactor(rest, decimal)
  if (!first || (sign && signBehind)) return null
  const factors = [first]
  let behind = rest.slice(first.length)
  for (;;) {
    const [times] = timesSign.exec(behind) ?? []
    const next = times === undefined ? null : readFactor(behind.slice(times.length), decimal)
    if (times === undefined || !next) break
    factors.push(next)
    behind = behind.slice(times.length + next.length)
  }
  // `5.–` and `5,-` are whole amounts.
  if (/[.,]$/.test(rest.slice(0, first.length))) behind = behind.replace(/^-+(?= |$)/, '')
  const unit = behind.trim()
  if (noUnit.test(unit) || (money && unit)) return null
  const minus = (sign ?? '') + (signBehind ?? '') === '-'
  const texts = productsOf(factors).map((text) => (minus ? `-${text}`.replace(/^--/, '') : text))
  const values = texts.map((text) => Number(text) || 0)
  return texts.length > 0 && values.every(Number.isFinite) ? { values, texts, unit: money?.trim() || unit } : null
}

/**
 * The number that a field, a condition or a cell asks for: without a unit. If it has two meanings, the one that `fits`,
 * else the first. Null: it is no number.
 */
export function readPlainNumber(
  typed: string,
  of: { decimal?: DecimalSign; fits?: (value: number) => boolean } = {},
): number | null {
  const read = readNumber(typed, of)
  if (read?.unit !== '') return null
  return read.values.find((value) => of.fits?.(value) ?? true) ?? read.values[0] ?? null
}

/** The decimal sign of a language. Both signs of Arabic are read by themselves. */
export function decimalSignOf(language: string): DecimalSign {
  const sign = new Intl.NumberFormat(language, { numberingSystem: 'latn' })
    .formatToParts(0.5)
    .find((part) => part.type === 'decimal')?.value
  return sign === ',' ? ',' : '.'
}

/** Digits of every script as those that all keyboards and programs know. */
export function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    if (code < 0x80) return digit
    // Digits stand in rows of ten, from zero on.
    let zero = code
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    return String((code - zero) % 10)
  })
}

/** A telephone number in the digits and signs that all telephones know. */
export function plainPhone(typed: string): string {
  return oneSpelling(typed).replace(/\s/gu, ' ')
}

/** A unit without what people write differently in it: `m²` is `m^2`, `N·m` is `N m`. */
export function tidyUnit(unit: string): string {
  return plainOf(unit).replace(/[ ·*×^]/g, '')
}

/** In front of the digits: a sign, a sign of money, a sign. */
const head =
  /^([+-]?) ?((?:\p{L}{0,3}\p{Sc}|\p{Lu}{3}(?=[ \d.,+-])|(?:Rs|kr|Fr)(?:\. ?|(?=[ \d.,+-]))) ?)?([+-]?) ?(.*)$/u
const timesSign = /^ ?[x×*·] ?(?=[+-]?[\d.,])/i
/** A second number, a day, a time, a fraction, a power of something else. */
const noUnit = /^(?:[-+.,:;=<>^*×·]|[/⁄] ?\d|\d+(?! ?[/\d]))/

function plainOf(typed: string): string {
  const powers = typed.replace(/[⁰¹²³⁴-⁹⁺⁻]+/g, (one) => `^${one}`).replace(/[\u2018\u2019\u02b9\u02bc`´]/g, "'")
  return oneSpelling(powers)
    .replace(/\\times(?![a-z])|[✕✖⨯]|(?<=[\d\s])х(?=[\d\s])/g, '×')
    .replace(/\\cdot(?![a-z])|[\u2219\u22c5\u2022\u30fb]/g, '·')
    .replace(/[\u066b\u066c\u060c\u066a]/g, (sign) => arabicSigns[sign] ?? '')
    .replace(/\s+/gu, ' ')
    .trim()
}
const arabicSigns: Record<string, string> = { '\u066b': '.', '\u066c': "'", '\u060c': ',', '\u066a': '%' }

/** One digit and one hyphen for each, and nothing that nobody sees. */
function oneSpelling(text: string): string {
  return latinDigits(text.normalize('NFKC'))
    .replace(/[\p{Default_Ignorable_Code_Point}\u061c]/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
}

interface Factor {
  /** Letters that it takes. */
  readonly length: number
  /** What its digits may mean. */
  readonly texts: readonly string[]
  readonly exponent: number
}

const power = /^10 ?(?:\^|\*\*) ?(?:[({] ?([+-]? ?\d{1,3}) ?[)}]|([+-]? ?\d{1,3})(?!\d))/
const plain =
  /^([+-]?)((?:(?:\d{1,3}(?:[ ']\d{3})+|\d{1,2}(?:[ ']\d{2})+[ ']\d{3})(?!\d)|\d+)?(?:[.,]\d+)*[.,]?)(?:e([+-]?\d{1,3})(?!\d))?/i

function readFactor(text: string, decimal: DecimalSign | 'sure' | undefined): Factor | null {
  const [whole, inside, outside] = power.exec(text) ?? []
  if (whole !== undefined)
    return { length: whole.length, texts: ['1'], exponent: Number((inside ?? outside ?? '').replace(' ', '')) }
  const [all = '', sign = '', digits = '', exponent] = plain.exec(text) ?? []
  if (!/\d/.test(digits)) return null
  const texts = readDigits(digits.replace(/[ ']/g, ''), decimal)
  return { length: all.length, texts: texts.map((one) => sign.replace('+', '') + one), exponent: Number(exponent ?? 0) }
}

/** What a product may come to. A number times a power of ten keeps its digits. */
function productsOf(factors: readonly Factor[]): string[] {
  const exponent = factors.reduce((sum, factor) => sum + factor.exponent, 0)
  const numbers = factors.filter((factor) => factor.texts[0] !== '1' || factor.exponent === 0)
  const products = numbers
    .slice(1)
    .reduce<readonly string[]>(
      (all, { texts }) => all.flatMap((one) => texts.map((text) => String(Number(one) * Number(text)))),
      numbers[0]?.texts ?? ['1'],
    )
  if (exponent === 0) return [...products]
  // Before a power of ten nobody groups digits.
  const decimals = numbers.length === 1 ? products.find((text) => text.includes('.')) : undefined
  return (decimals === undefined ? products : [decimals]).map((text) =>
    String(/e/.test(text) ? Number(text) * 10 ** exponent : Number(`${text}e${exponent}`)),
  )
}

/** Digits with marks between them, in every way that makes sense. */
function readDigits(digits: string, decimal: DecimalSign | 'sure' | undefined): string[] {
  const marks = digits.replace(/\d/g, '')
  const last = marks.at(-1)
  if (last === undefined) return [digits]
  const at = digits.lastIndexOf(last)
  const [whole, part] = [digits.slice(0, at), digits.slice(at + 1)]
  const withPoint = (head: string) => `${head || '0'}${part && `.${part}`}`
  if (marks.length === 1) {
    if (decimal === 'sure' || !isGrouped(digits, last) || digits.startsWith('0')) return [withPoint(whole)]
    const both = [withPoint(whole), whole + part]
    return decimal === undefined || decimal === last ? both : both.reverse()
  }
  const other = [...marks].find((mark) => mark !== last)
  // Several of the same are thousands.
  if (other === undefined) return isGrouped(digits, last) ? [digits.replaceAll(last, '')] : []
  // Different ones: the last is the decimal sign, those before it are thousands.
  return marks.indexOf(last) === marks.length - 1 && isGrouped(whole, other)
    ? [withPoint(whole.replaceAll(other, ''))]
    : []
}

/** By three; in India by two before the last three; in China and Japan by four, which one group alone does not show. */
function isGrouped(digits: string, mark: string): boolean {
  const [first = '', ...groups] = digits.split(mark)
  const last = groups.at(-1)
  const are = (length: number, of: readonly string[]) => of.every((group) => group.length === length)
  if (first === '' || last === undefined) return false
  if (first.length <= 3 && are(3, groups)) return true
  if (groups.length < 2) return false
  return (
    (first.length <= 2 && last.length === 3 && are(2, groups.slice(0, -1))) || (first.length <= 4 && are(4, groups))
  )
}

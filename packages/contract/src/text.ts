// How text of people is compared and kept; without schemas, for the pages too. The database has the same folding for search
// in search_form(), and lower() agrees with foldCase(): a test compares them.

/** As text of one line is kept: one spelling for each letter, single plain spaces, none around it. */
export function tidyText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
}

/** Without the marks of a direction, which change nothing in a line of their own. */
export function withoutMarks(text: string): string {
  return text.replace(/[\u061c\u200e\u200f]/g, '')
}

/** As addresses and names for signing in are kept and compared. */
export function tidyAddress(text: string): string {
  return foldCase(tidyText(text))
}

/**
 * Small letters, one for each letter: as lower() of the database does it, and without the rules that JavaScript has for the
 * place of a letter (Σ at the end) or that make two of one (İ).
 */
export function foldCase(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase()
  return Array.from(text, (letter) => Array.from(letter.toLowerCase())[0] ?? '').join('')
}

/**
 * As text is searched: as plainLetters() has it, and without apostrophes, hyphens, dashes and what nobody sees, which people
 * type in many ways or not at all.
 */
export function searchForm(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase().replace(/['`-]/g, '')
  return folded(text.replace(/[\u00b4\u1fbd\u1fbf\u1ffd\u1ffe]/g, '').replaceAll('\u1680', ' '), marksAndSigns)
}

/** Without capitals, accents, points of vowels, and with letters that people type instead. */
export function plainLetters(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text.toLowerCase() : folded(text, marks)
}

const accents = '\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u064b-\\u0652\\u0670'
const signs = [
  "'`\\u02b9-\\u02bf\\u02c8\\u055a\\u05f3\\u2018-\\u201b\\u2032\\u2035\\ua78c",
  '\\u058a\\u05be\\u1806\\u2010-\\u2015\\u2043\\u2212\\u2e17\\u2e1a\\u2e3a\\u2e3b\\u2e40',
  '\\u00ad\\u061c\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff\\u{e0100}-\\u{e01ef}-',
].join('')
const marks = new RegExp(`[${accents}]`, 'g')
const marksAndSigns = new RegExp(`[${accents}${signs}]`, 'gu')

function folded(text: string, without: RegExp): string {
  return foldCase(text.normalize('NFKD').replace(without, ''))
    .replace(/[øłđðħıς]/g, (letter) => typedInstead[letter] ?? letter)
    .replace(/[ßæœþ]/g, (letter) => typedInstead[letter] ?? letter)
    .normalize('NFC')
}
const typedInstead: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/** Scripts whose letters change their shape where a joiner or a non-joiner stands between them. */
const joining =
  'Arabic Syriac Nko Mandaic Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan'
const letter = `[${joining
  .split(' ')
  .map((script) => `\\p{Script=${script}}`)
  .join('')}]`
const visibleJoiners = new RegExp(
  [
    `(?<=${letter})[\\u200c\\u200d](?=${letter})`,
    // Emoji are made of parts; signs of Han have variants.
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
    '(?<=[\\p{Extended_Pictographic}0-9#*])\\ufe0f',
    '(?<=\\p{Script=Han})[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
    '(?<=\\u{1f3f4})[\\u{e0020}-\\u{e007f}]+',
  ].join('|'),
  'gu',
)

/** Whether something stands in it that nobody sees: text that looks the same is the same, and runs the way it seems to. */
export function hasHidden(text: string): boolean {
  return /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u.test(text.replace(visibleJoiners, ''))
}

// Making one takes longer than all that it does with a name.
let segmenter: Intl.Segmenter | undefined

/** One letter is a name: people are called U and O. A single sign that is no letter is none. */
export function isName(text: string): boolean {
  return isLonger(text) || /^\p{L}/u.test(text)
}

/** The same where people register: a single letter of a Western script is more often a slip than a name there. */
export function isRegisteredName(text: string): boolean {
  return isLonger(text) || (isName(text) && !/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(text))
}

/** Longer than one letter, as people count them. */
function isLonger(text: string): boolean {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  const [, second] = segmenter.segment(text)
  return second !== undefined
}

/** How somebody without a last name gives it; it is kept and shown as nothing. */
export const noLastName = '-'

/** What people of the tenant call somebody: by the preferred name where there is one and it is given here. */
export function fullName(of: { firstName: string; lastName: string; preferredName?: string | undefined }): string {
  return `${of.preferredName || of.firstName} ${of.lastName}`.trim()
}

/** The address of somebody without one (specification, section 5). No mail goes there. */
export function placeholderAddress(userId: string): string {
  return `${userId}@no-mail.invalid`
}

// A credential inside a picture, as Open Badges 3.0 bakes it, and what the public page says of a file. Pages read files
// themselves, so that a stranger's picture never reaches the server. Without schemas, for the page.

export const bakedKeyword = 'openbadgecredential'
export const bakedNamespace = 'https://purl.imsglobal.org/ob/v3p0'
/** The signature at the beginning of a PNG. */
export const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const

/** The largest file that is read, in bytes. */
export const largestCheckedFile = 3 * 1024 * 1024
/** The longest credential in letters; ours have a few thousand. */
export const longestCredential = 32 * 1024
/** A picture has few chunks; a hostile one has many empty ones. */
const mostChunks = 4096

/**
 * - `same`: the file is what was issued
 * - `differs`: somebody has altered it
 * - `other`: it belongs to another certificate or badge
 * - `unreadable`: there is no certificate and no badge in it
 * - `notYet`: no file of it was ever issued, so there is none to compare with
 */
export const fileOutcomes = ['same', 'differs', 'other', 'unreadable', 'notYet'] as const

/** Parts of a credential that may be altered. */
export const credentialParts = [
  'holderName',
  'title',
  'issuer',
  'issued',
  'validUntil',
  'badge',
  'proof',
  'rest',
] as const

/** The text of the credential in a file: JSON as it stands, or out of a picture; null: there is none to be read. */
export function readCredential(file: Uint8Array): string | null {
  if (file.length > largestCheckedFile) return null
  const isPng = pngStart.every((byte, at) => file[at] === byte)
  const text = isPng ? fromPng(file) : (textOf(file)?.trim() ?? null)
  const credential = !isPng && text?.startsWith('<') ? fromSvg(text) : text
  return credential?.startsWith('{') && credential.length <= longestCredential ? credential : null
}

/** The first text chunk of that keyword: keyword, compression, its method, language, translated keyword, text. */
function fromPng(file: Uint8Array): string | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  for (let at = pngStart.length, count = 0; at + 12 <= file.length && count < mostChunks; count++) {
    const end = at + 8 + view.getUint32(at)
    if (end + 4 > file.length) return null
    const type = lettersOf(file.subarray(at + 4, at + 8))
    const data = file.subarray(at + 8, end)
    if (type === 'iTXt' && lettersOf(data.subarray(0, bakedKeyword.length + 1)) === `${bakedKeyword}\0`) {
      // The standard forbids compression here.
      if (data[bakedKeyword.length + 1] !== 0) return null
      const language = data.indexOf(0, bakedKeyword.length + 3)
      const translated = language < 0 ? -1 : data.indexOf(0, language + 1)
      return translated < 0 ? null : textOf(data.subarray(translated + 1))
    }
    if (type === 'IEND') return null
    at = end + 4
  }
  return null
}

/** What stands in the element of the credential, as this server writes it: as text that needs no escape. */
function fromSvg(svg: string): string | null {
  const element = '<openbadges:credential><![CDATA['
  const begin = svg.indexOf(element)
  const end = begin < 0 ? -1 : svg.indexOf(']]></openbadges:credential>', begin)
  return end < 0 ? null : svg.slice(begin + element.length, end).trim()
}

function lettersOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

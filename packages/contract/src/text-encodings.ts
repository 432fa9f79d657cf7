import { z } from 'zod'

/** Encodings that a person can choose, with the letters that they are for; the usual one of a region first. */
export const textEncodings = [
  { id: 'utf-8', name: 'UTF-8', of: 'unicode' },
  { id: 'utf-16le', name: 'UTF-16 LE', of: 'unicode' },
  { id: 'utf-16be', name: 'UTF-16 BE', of: 'unicode' },
  { id: 'windows-1252', name: 'Windows-1252', of: 'western' },
  { id: 'iso-8859-15', name: 'ISO-8859-15', of: 'western' },
  { id: 'macintosh', name: 'Macintosh', of: 'western' },
  { id: 'windows-1250', name: 'Windows-1250', of: 'central' },
  { id: 'iso-8859-2', name: 'ISO-8859-2', of: 'central' },
  { id: 'windows-1251', name: 'Windows-1251', of: 'cyrillic' },
  { id: 'koi8-r', name: 'KOI8-R', of: 'cyrillic' },
  { id: 'koi8-u', name: 'KOI8-U', of: 'cyrillic' },
  { id: 'ibm866', name: 'IBM 866', of: 'cyrillic' },
  { id: 'iso-8859-5', name: 'ISO-8859-5', of: 'cyrillic' },
  { id: 'x-mac-cyrillic', name: 'Macintosh Cyrillic', of: 'cyrillic' },
  { id: 'windows-1253', name: 'Windows-1253', of: 'greek' },
  { id: 'iso-8859-7', name: 'ISO-8859-7', of: 'greek' },
  { id: 'windows-1254', name: 'Windows-1254', of: 'turkish' },
  { id: 'windows-1255', name: 'Windows-1255', of: 'hebrew' },
  { id: 'windows-1256', name: 'Windows-1256', of: 'arabic' },
  { id: 'iso-8859-6', name: 'ISO-8859-6', of: 'arabic' },
  { id: 'windows-1257', name: 'Windows-1257', of: 'baltic' },
  { id: 'windows-1258', name: 'Windows-1258', of: 'vietnamese' },
  { id: 'windows-874', name: 'Windows-874', of: 'thai' },
  { id: 'shift_jis', name: 'Shift_JIS', of: 'japanese' },
  { id: 'euc-jp', name: 'EUC-JP', of: 'japanese' },
  { id: 'iso-2022-jp', name: 'ISO-2022-JP', of: 'japanese' },
  { id: 'gb18030', name: 'GB 18030, GBK', of: 'simplified' },
  { id: 'big5', name: 'Big5', of: 'traditional' },
  { id: 'euc-kr', name: 'EUC-KR', of: 'korean' },
] as const
export type EncodingLetters = (typeof textEncodings)[number]['of']

/** The name of an encoding by any of its labels, such as `latin1` or `CP932`; null for one that there is not. */
export function findEncoding(label: string): string | null {
  try {
    return new TextDecoder(/^cp(?:932|943)$/i.test(label) ? 'shift_jis' : label).encoding
  } catch {
    return null
  }
}

/** How the text of a file is encoded; '' finds it out. */
export const TextEncoding = z
  .string()
  .max(40)
  .overwrite((label) => (label === '' ? label : (findEncoding(label) ?? label)))
  .refine((label) => label === '' || findEncoding(label) !== null, { error: 'encoding' })

/**
 * How it was found out how a text is to be read: somebody chose it for this file, or for an earlier one; its bytes say it;
 * its letters suggest it.
 */
export const EncodingBasis = z.enum(['chosen', 'remembered', 'found', 'guessed'])
export type EncodingBasis = z.infer<typeof EncodingBasis>

/** A row whose letters show whether the encoding is the right one. */
export const TellingRow = z.object({ line: z.number().int(), cells: z.array(z.string()) })
export type TellingRow = z.infer<typeof TellingRow>

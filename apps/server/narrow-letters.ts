/**
 * The same code in ASCII. V8 keeps the source of what it runs, and a single letter beyond makes it keep two bytes for every
 * letter of the file. A backslash before such a letter means nothing, and would take the meaning from ours.
 */
export function narrowLetters(code: string): string {
  return code.replaceAll(
    /(\\*)([^\0-\x7f])/g,
    (_, backslashes: string, letter: string) =>
      `${backslashes.slice(0, backslashes.length & ~1)}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

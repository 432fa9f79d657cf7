/** The lines of each page of a PDF; the parts of an Arabic line from right to left. */
export async function linesOfPdf(bytes: Uint8Array): Promise<string[][]> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = pdfjs.getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 })
  const document = await task.promise
  const pages: string[][] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const lines = new Map<number, { x: number; text: string }[]>()
    for (const item of items) {
      if (!('str' in item) || item.str === '') continue
      const at = item.transform[5] as number
      // A raised mark belongs to the line of its letter.
      const y = [...lines.keys()].find((one) => Math.abs(one - at) < (item.transform[3] as number) / 2) ?? at
      lines.set(y, [...(lines.get(y) ?? []), { x: item.transform[4] as number, text: item.str }])
    }
    pages.push([...lines.values()].map(sayLine))
  }
  await task.destroy()
  return pages
}

function sayLine(parts: { x: number; text: string }[]): string {
  const isArabic = parts.some(({ text }) => /\p{Script=Arabic}/u.test(text))
  return (
    parts
      .sort((a, b) => (isArabic ? b.x - a.x : a.x - b.x))
      // In a part that begins with digits, the colon stays where it is shown, after them.
      .map(({ text }) => text.replace(/^([\d.%]+) :$/, ': $1'))
      .join('')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

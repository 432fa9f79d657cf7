import { limits } from './limits.ts'
import { OfficeArchive } from './office-archive.ts'
import type { Loss, Output } from './output.ts'
import { readXml } from './xml.ts'

/** Elements of WordprocessingML and its neighbours that the text does not carry, by their names without prefix. */
const lostElements: Readonly<Record<string, Loss>> = {
  chart: 'charts',
  relIds: 'diagrams',
  oMath: 'formulas',
  OLEObject: 'objects',
  commentReference: 'comments',
}

/** Tells what of a Word file does not become text. Its pictures are told where they are stored. */
export async function tellLosses(path: string, output: Output): Promise<void> {
  const archive = await OfficeArchive.open(path)
  try {
    let isColored = false
    const main = await archive.mainPart('word/document.xml')
    await readXml(await archive.stream(main, limits.wholePartBytes), {
      open(name, attributes) {
        const loss = lostElements[name]
        if (loss) output.lose(loss)
        else if (name === 'hyperlink' && attributes['w:anchor'] && !attributes['r:id']) output.lose('innerLinks')
        else if (name === 'highlight' || (name === 'color' && attributes['w:val'] !== 'auto')) isColored = true
      },
    })
    if (isColored) output.lose('colors')
    if (await hasWordsAround(archive, main)) output.lose('headersAndFooters')
  } finally {
    archive.close()
  }
}

/** Whether anything is written above or below the pages. */
async function hasWordsAround(archive: OfficeArchive, main: string): Promise<boolean> {
  for (const { type, target } of (await archive.relations(main)).values()) {
    if ((type !== 'header' && type !== 'footer') || !archive.has(target)) continue
    let words = ''
    await readXml(await archive.stream(target, limits.wholePartBytes), {
      text(piece) {
        words += piece.trim()
      },
    })
    if (words !== '') return true
  }
  return false
}

import mammoth from 'mammoth'
import { withFormulasAsText } from './formulas-of-word.ts'
import { OfficeArchive } from './office-archive.ts'
import type { Output, ReadOutline } from './output.ts'
import { cleanPages, splitPages, textOfPages } from './pages.ts'
import { blameDocument, DocumentUnreadable } from './unreadable.ts'

const styles = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => h2:fresh",
  "p[style-name='Quote'] => blockquote:fresh",
  "p[style-name='Intense Quote'] => blockquote:fresh",
  'u => u',
]

export async function readWord(path: string, output: Output): Promise<ReadOutline> {
  const archive = await OfficeArchive.open(path)
  try {
    const html = cleanPages(await convert(archive, output))
    let isCut = false
    for (const page of splitPages(html)) {
      if (output.isFull) {
        isCut = true
        output.lose('end')
        break
      }
      output.text(textOfPages(page))
      await output.part(JSON.stringify({ kind: 'word', html: page }))
    }
    return { isCut }
  } finally {
    archive.close()
  }
}

const packageRelations = '_rels/.rels'

function relationTo(part: string): string {
  const name = part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="main" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="/${name}"/></Relationships>`
}

async function convert(archive: OfficeArchive, output: Output): Promise<string> {
  let failed: unknown
  /** One after the other: mammoth would have all pictures of a document in memory at once. */
  let before: Promise<unknown> = Promise.resolve()
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = before.then(work)
    before = mine.catch(() => {})
    return mine
  }
  const main = await archive.mainPart('word/document.xml')
  // mammoth takes an archive that somebody else has opened; ours unpacks no more than the limits allow.
  const file = {
    exists: (name: string) => name === packageRelations || archive.has(name),
    async read(name: string, encoding?: string) {
      // It knows fewer ways to write where the main part is.
      if (name === packageRelations) return relationTo(main)
      try {
        const bytes = await archive.read(name)
        if (encoding === 'base64') return bytes.toString('base64')
        if (encoding === undefined) return bytes
        const text = new TextDecoder(encoding).decode(bytes)
        if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new DocumentUnreadable('broken')
        return await withFormulasAsText(text)
      } catch (error) {
        failed ??= error
        throw error
      }
    },
  }
  const convertImage = mammoth.images.imgElement((image) =>
    inOrder(async () => {
      const bytes = await image.readAsBuffer().catch(() => null)
      const picture = bytes && (await output.picture(bytes))
      if (!picture) output.lose('pictures')
      const attributes = picture
        ? { 'data-file-id': picture.fileId, width: String(picture.width), height: String(picture.height) }
        : {}
      return attributes as unknown as { src: string }
    }),
  )
  try {
    const { value } = await mammoth.convertToHtml({ file } as never, {
      styleMap: styles,
      // A file must not say how it is read, nor lead to other files.
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
      convertImage,
    })
    return value
  } catch (error) {
    throw blameDocument(failed ?? error)
  }
}

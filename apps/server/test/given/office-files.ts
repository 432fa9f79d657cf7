import { makeZip, type ZipEntry } from './zip.ts'

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
const relations = (...all: string[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`
const types: ZipEntry = { name: '[Content_Types].xml', data: '<Types/>' }
const namespaces = [
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"',
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
].join(' ')

/** A paragraph of Word; `style` as Word names it, such as Heading1. */
export function wordParagraph(text: string, style?: string): string {
  const properties = style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
}

/** The only picture of `makeWord`. */
export const wordPicture =
  '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="x" descr="A map"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="rPic"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>'

export function makeWord(body: string, of: { picture?: Buffer; extra?: ZipEntry[] } = {}): Buffer {
  const style = (name: string) =>
    `<w:style w:type="paragraph" w:styleId="${name.replace(' ', '')}"><w:name w:val="${name.toLowerCase()}"/></w:style>`
  return makeZip([
    {
      name: '[Content_Types].xml',
      data: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/></Types>',
      method: 8,
    },
    { name: '_rels/.rels', data: relations(relation('r1', 'officeDocument', 'word/document.xml')), method: 8 },
    {
      name: 'word/document.xml',
      data: `<w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
      method: 8,
    },
    {
      name: 'word/styles.xml',
      data: `<w:styles ${namespaces}>${style('Heading 1')}${style('Heading 2')}</w:styles>`,
      method: 8,
    },
    {
      name: 'word/_rels/document.xml.rels',
      data: relations(
        relation('rStyles', 'styles', 'styles.xml'),
        ...(of.picture ? [relation('rPic', 'image', 'media/image1.png')] : []),
      ),
    },
    ...(of.picture ? [{ name: 'word/media/image1.png', data: of.picture }] : []),
    ...(of.extra ?? []),
  ])
}

interface WorkbookParts {
  /** XML of each sheet’s rows, by the sheet’s name. */
  sheets: Record<string, string>
  /** Sheets hidden in Excel. */
  hidden?: string[]
  strings?: string[]
  /** Format codes by style, from 0. */
  formats?: (string | number)[]
  is1904?: boolean
  extra?: ZipEntry[]
}

export function makeWorkbook({
  sheets,
  hidden = [],
  strings = [],
  formats = [],
  is1904,
  extra = [],
}: WorkbookParts): Buffer {
  const names = Object.keys(sheets)
  const custom = formats.flatMap((format, at) => (typeof format === 'string' ? [[200 + at, format] as const] : []))
  const idOf = (format: string | number, at: number) => (typeof format === 'string' ? 200 + at : format)
  return makeZip([
    types,
    {
      name: 'xl/workbook.xml',
      data: `<workbook ${namespaces}><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${names
        .map(
          (name, at) =>
            `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at}"${hidden.includes(name) ? ' state="hidden"' : ''}/>`,
        )
        .join('')}</sheets></workbook>`,
      method: 8,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: relations(
        ...names.map((_, at) => relation(`s${at}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
        relation('texts', 'sharedStrings', '/xl/sharedStrings.xml'),
        relation('styles', 'styles', 'styles.xml'),
      ),
    },
    {
      name: 'xl/styles.xml',
      data: `<styleSheet><numFmts>${custom
        .map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code.replaceAll('"', '&quot;')}"/>`)
        .join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs>${formats
        .map((format, at) => `<xf numFmtId="${idOf(format, at)}"/>`)
        .join('')}</cellXfs></styleSheet>`,
      method: 8,
    },
    {
      name: 'xl/sharedStrings.xml',
      data: `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
      method: 8,
    },
    ...names.map((name, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      data: `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
      method: 8,
    })),
    ...extra,
  ])
}

/** Slides by the XML of their shapes, in the order of presentation; their parts are numbered in reverse. */
export function makeSlides(
  slides: string[],
  of: { picture?: Buffer; chart?: string; extra?: ZipEntry[] } = {},
): Buffer {
  const partOf = (at: number) => `slides/slide${slides.length - at}.xml`
  return makeZip([
    types,
    {
      name: 'ppt/presentation.xml',
      data: `<p:presentation ${namespaces}><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="r${at}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      data: relations(...slides.map((_, at) => relation(`r${at}`, 'slide', partOf(at)))),
    },
    ...slides.flatMap((shapes, at) => [
      {
        name: `ppt/${partOf(at)}`,
        data: `<p:sld ${namespaces}${shapes.startsWith('hidden') ? ' show="0"' : ''}><p:cSld><p:spTree>${shapes.replace(/^hidden/, '')}</p:spTree></p:cSld></p:sld>`,
        method: 8,
      },
      {
        name: `ppt/slides/_rels/${partOf(at).slice(7)}.rels`,
        data: relations(
          relation('pic', 'image', '../media/image1.png'),
          relation('chart', 'chart', '../charts/chart1.xml'),
          relation('notes', 'notesSlide', '../notesSlides/notesSlide1.xml'),
        ),
      },
    ]),
    ...(of.picture ? [{ name: 'ppt/media/image1.png', data: of.picture }] : []),
    ...(of.chart
      ? [{ name: 'ppt/charts/chart1.xml', data: `<c:chartSpace ${namespaces}>${of.chart}</c:chartSpace>` }]
      : []),
    { name: 'ppt/notesSlides/notesSlide1.xml', data: '<p:notes><a:t>Only for the speaker</a:t></p:notes>' },
    ...(of.extra ?? []),
  ])
}

/** A text box of a slide; `placeholder` such as title or body. */
export function slideText(placeholder: string | null, ...paragraphs: string[]): string {
  const kind = placeholder ? `<p:nvPr><p:ph type="${placeholder}"/></p:nvPr>` : '<p:nvPr/>'
  const lines = paragraphs.map((text) => (text.startsWith('<') ? text : `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`))
  return `<p:sp><p:nvSpPr>${kind}</p:nvSpPr><p:txBody>${lines.join('')}</p:txBody></p:sp>`
}

/** A PDF of one page that says `text`. */
export function makeTextPdf(text: string): Buffer {
  const stream = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let pdf = '%PDF-1.7\n'
  const places = objects.map((object, at) => {
    const place = pdf.length
    pdf += `${at + 1} 0 obj${object}endobj\n`
    return place
  })
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(
    `${pdf}xref\n0 6\n0000000000 65535 f \n${lines}trailer<</Root 1 0 R/Size 6>>\nstartxref\n${pdf.length}\n%%EOF\n`,
  )
}

/** A compound file as Word writes for a document with a password: its directory, without content. */
export function makeLockedOffice(): Buffer {
  const file = Buffer.alloc(512 * 4)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file)
  file.writeUInt16LE(9, 30)
  file.writeUInt32LE(1, 48)
  file.write('Root Entry', 1024, 'utf16le')
  file.write('EncryptedPackage', 1024 + 128, 'utf16le')
  return file
}

import { type PackageFile, zip } from './scorm-builder.ts'

/** Small Office Open XML files (ECMA-376), as Word, Excel and PowerPoint write them, for the demo's resources. */

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
const format = 'application/vnd.openxmlformats-officedocument'

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}

function part(path: string, text: string): PackageFile {
  return { path, data: Buffer.from(xml + text) }
}

function relations(list: readonly [id: string, type: string, target: string][]): string {
  return `<Relationships xmlns="${packageRelations}">${list
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${relation}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`
}

function contentTypes(parts: readonly [path: string, type: string][]): PackageFile {
  const overrides = parts.map(([path, type]) => `<Override PartName="/${path}" ContentType="${format}.${type}+xml"/>`)
  return part(
    '[Content_Types].xml',
    `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
  )
}

/** `# ` begins a heading, `## ` one below it, `- ` an entry of a list. */
export function makeWordFile(lines: readonly string[]): Promise<Buffer> {
  const paragraph = (line: string) => {
    const style = line.startsWith('## ')
      ? 'Heading2'
      : line.startsWith('# ')
        ? 'Heading1'
        : line.startsWith('- ')
          ? 'ListParagraph'
          : ''
    const text = line.replace(/^(#{1,2}|-) /, line.startsWith('- ') ? '• ' : '')
    return `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`
  }
  const style = (id: string, name: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`
  const main = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  return zip([
    contentTypes([
      ['word/document.xml', 'wordprocessingml.document.main'],
      ['word/styles.xml', 'wordprocessingml.styles'],
    ]),
    part('_rels/.rels', relations([['r1', 'officeDocument', 'word/document.xml']])),
    part('word/document.xml', `<w:document ${main}><w:body>${lines.map(paragraph).join('')}</w:body></w:document>`),
    part(
      'word/styles.xml',
      `<w:styles ${main}>${style('Heading1', 'heading 1')}${style('Heading2', 'heading 2')}${style('ListParagraph', 'List Paragraph')}</w:styles>`,
    ),
    part('word/_rels/document.xml.rels', relations([['r1', 'styles', 'styles.xml']])),
  ])
}

type Cell = string | number

export function makeWorkbookFile(sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>): Promise<Buffer> {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const names = Object.keys(sheets)
  const cell = (value: Cell) =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
  return zip([
    contentTypes([
      ['xl/workbook.xml', 'spreadsheetml.sheet.main'],
      ...names.map((_, n): [string, string] => [`xl/worksheets/sheet${n + 1}.xml`, 'spreadsheetml.worksheet']),
    ]),
    part('_rels/.rels', relations([['r1', 'officeDocument', 'xl/workbook.xml']])),
    part(
      'xl/workbook.xml',
      `<workbook ${main} xmlns:r="${relation}"><sheets>${names.map((name, n) => `<sheet name="${escaped(name)}" sheetId="${n + 1}" r:id="s${n + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      relations(names.map((_, n) => [`s${n + 1}`, 'worksheet', `worksheets/sheet${n + 1}.xml`])),
    ),
    ...Object.values(sheets).map((rows, n) =>
      part(
        `xl/worksheets/sheet${n + 1}.xml`,
        `<worksheet ${main}><sheetData>${rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`,
      ),
    ),
  ])
}

/** A title and some points on each slide. */
export function makeSlidesFile(slides: readonly { title: string; points: readonly string[] }[]): Promise<Buffer> {
  const names = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${relation}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`
  const shape = (id: number, kind: string, lines: readonly string[]) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${kind}"/><p:cNvSpPr/><p:nvPr><p:ph type="${kind}"${kind === 'body' ? ' idx="1"' : ''}/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${lines.map((line) => `<a:p><a:r><a:t>${escaped(line)}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`
  return zip([
    contentTypes([
      ['ppt/presentation.xml', 'presentationml.presentation.main'],
      ...slides.map((_, n): [string, string] => [`ppt/slides/slide${n + 1}.xml`, 'presentationml.slide']),
    ]),
    part('_rels/.rels', relations([['r1', 'officeDocument', 'ppt/presentation.xml']])),
    part(
      'ppt/presentation.xml',
      `<p:presentation ${names}><p:sldIdLst>${slides.map((_, n) => `<p:sldId id="${256 + n}" r:id="s${n + 1}"/>`).join('')}</p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/></p:presentation>`,
    ),
    part(
      'ppt/_rels/presentation.xml.rels',
      relations(slides.map((_, n) => [`s${n + 1}`, 'slide', `slides/slide${n + 1}.xml`])),
    ),
    ...slides.map(({ title, points }, n) =>
      part(
        `ppt/slides/slide${n + 1}.xml`,
        `<p:sld ${names}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shape(2, 'title', [title])}${shape(3, 'body', points)}</p:spTree></p:cSld></p:sld>`,
      ),
    ),
  ])
}

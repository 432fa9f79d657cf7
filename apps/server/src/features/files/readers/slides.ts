import type { Slide, SlideBlock } from '@learnt/contract/files'
import { writeChart } from './charts.ts'
import { limits } from './limits.ts'
import { OfficeArchive, type Relation } from './office-archive.ts'
import type { Output, ReadOutline } from './output.ts'
import { DocumentUnreadable } from './unreadable.ts'
import { prefixed, readXml } from './xml.ts'
import { allBelow, childOf, childrenOf, findBelow, readXmlTree, type XmlNode } from './xml-tree.ts'

/** A block before pictures have addresses: they are signed for each reader. */
export type StoredBlock =
  | Exclude<SlideBlock, { kind: 'picture' }>
  | { kind: 'picture'; fileId: string; alt: string; width: number; height: number }
export type StoredSlide = Omit<Slide, 'blocks'> & { blocks: StoredBlock[] }

const longestText = 20_000
const mostBlocks = 300
const mostTableRows = 500

export async function readSlides(path: string, output: Output): Promise<ReadOutline> {
  const archive = await OfficeArchive.open(path)
  try {
    const parts = await listSlides(archive)
    let slides: StoredSlide[] = []
    let length = 0
    let number = 0
    const end = async () => {
      if (slides.length > 0) await output.part(JSON.stringify({ kind: 'slides', slides }))
      slides = []
      length = 0
    }
    for (const part of parts) {
      if (number >= limits.slides || output.isFull) break
      const slide = await readSlide(archive, part, number + 1, output)
      if (slide === null) continue
      number++
      output.text(textOf(slide))
      slides.push(slide)
      length += JSON.stringify(slide).length
      if (slides.length >= limits.slidesPerPart || length > limits.partBytes) await end()
    }
    await end()
    return { slides: number, isCut: parts.length > limits.slides || output.isFull }
  } finally {
    archive.close()
  }
}

/** The parts of the slides in the order in which they are shown. */
async function listSlides(archive: OfficeArchive): Promise<string[]> {
  const ids: string[] = []
  const presentationPart = await archive.mainPart('ppt/presentation.xml')
  await readXml(await archive.stream(presentationPart, limits.wholePartBytes), {
    open(name, attributes) {
      const id = name === 'sldId' ? prefixed(attributes, 'id') : undefined
      if (id !== undefined) ids.push(id)
    },
  })
  const relations = await archive.relations(presentationPart)
  return ids.flatMap((id) => {
    const target = relations.get(id)?.target
    return target !== undefined && archive.has(target) ? [target] : []
  })
}

/** Null for one that is hidden. */
async function readSlide(
  archive: OfficeArchive,
  part: string,
  number: number,
  output: Output,
): Promise<StoredSlide | null> {
  const tree = await readXmlTree(await archive.stream(part, limits.wholePartBytes))
  const slide = childOf(tree, 'sld')
  if (!slide) throw new DocumentUnreadable('broken')
  if (/^(?:0|false)$/.test(slide.attributes.show ?? '')) return null
  const reading = { archive, relations: await archive.relations(part), output }
  const shapes = listShapes(findBelow(slide, 'cSld', 'spTree'))
  const title = shapes.find(isTitle)
  const blocks: StoredBlock[] = []
  for (const shape of shapes) {
    if (shape === title || blocks.length >= mostBlocks) continue
    const block = await readShape(reading, shape)
    if (block) blocks.push(block)
  }
  return { number, title: title ? oneLine(readLines(childOf(title, 'txBody'))) : '', blocks }
}

/** Shapes, including those in groups. From a choice, takes only what every program understands. */
function listShapes(tree: XmlNode | undefined): XmlNode[] {
  return (tree?.children ?? []).flatMap((node) => {
    if (node.name === 'grpSp') return listShapes(node)
    if (node.name !== 'AlternateContent') return [node]
    const fallback = childOf(node, 'Fallback')
    const listed = listShapes(fallback)
    return listed.length > 0 ? listed : listShapes(childOf(node, 'Choice'))
  })
}

function placeholderOf(shape: XmlNode): string | undefined {
  const placeholder = findBelow(shape, 'nvSpPr', 'nvPr', 'ph')
  return placeholder && (placeholder.attributes.type ?? 'body')
}

function isTitle(shape: XmlNode): boolean {
  return /^(?:title|ctrTitle)$/.test(placeholderOf(shape) ?? '')
}

interface Reading {
  readonly archive: OfficeArchive
  readonly relations: ReadonlyMap<string, Relation>
  readonly output: Output
}

async function readShape(reading: Reading, shape: XmlNode): Promise<StoredBlock | null> {
  switch (shape.name) {
    case 'sp':
      return readText(shape)
    case 'pic':
      return readPicture(reading, shape)
    case 'graphicFrame':
      return readGraphic(reading, shape)
    default:
      return null
  }
}

/** Dates, footers and numbers of slides are no content. */
const furniture = new Set(['dt', 'ftr', 'sldNum', 'hdr'])

function readText(shape: XmlNode): StoredBlock | null {
  const placeholder = placeholderOf(shape)
  if (placeholder !== undefined && furniture.has(placeholder)) return null
  const lines = readLines(childOf(shape, 'txBody'), placeholder === 'body' || placeholder === 'obj')
  return lines.length > 0 ? { kind: 'text', lines } : null
}

type Line = Extract<SlideBlock, { kind: 'text' }>['lines'][number]

/** Paragraphs. Those of a slide's body are bullets unless it says otherwise; those of other boxes are if it says so. */
function readLines(body: XmlNode | undefined, isList = false): Line[] {
  const lines: Line[] = []
  let length = 0
  for (const paragraph of childrenOf(body, 'p')) {
    const text = readParagraph(paragraph)
    length += text.length
    if (text === '') continue
    if (length > longestText) break
    const properties = childOf(paragraph, 'pPr')
    const level = Math.max(0, Math.min(8, Math.trunc(Number(properties?.attributes.lvl ?? 0)) || 0))
    const isPlain = childOf(properties, 'buNone') !== undefined
    const isMarked = ['buChar', 'buAutoNum', 'buBlip'].some((name) => childOf(properties, name) !== undefined)
    lines.push({ text, level, isBullet: isMarked || (isList && !isPlain) })
  }
  return lines
}

function readParagraph(paragraph: XmlNode): string {
  return paragraph.children
    .map((run) =>
      run.name === 'br' ? '\n' : run.name === 'r' || run.name === 'fld' ? (childOf(run, 't')?.text ?? '') : '',
    )
    .join('')
    .trim()
}

async function readPicture({ archive, relations, output }: Reading, shape: XmlNode): Promise<StoredBlock | null> {
  const properties = findBelow(shape, 'nvPicPr', 'cNvPr')?.attributes
  const id = prefixed(findBelow(shape, 'blipFill', 'blip')?.attributes ?? {}, 'embed')
  const target = id === undefined ? undefined : relations.get(id)?.target
  if (target === undefined || !archive.has(target)) return null
  const picture = await output.picture(await archive.read(target, limits.pictureBytes))
  return picture && { kind: 'picture', ...picture, alt: (properties?.descr ?? '').slice(0, 1000) }
}

async function readGraphic(reading: Reading, frame: XmlNode): Promise<StoredBlock | null> {
  const data = findBelow(frame, 'graphic', 'graphicData')
  const table = childOf(data, 'tbl')
  if (table) return readTable(table)
  const { archive, relations } = reading
  const chart = prefixed(childOf(data, 'chart')?.attributes ?? {}, 'id')
  const target = chart === undefined ? undefined : relations.get(chart)?.target
  if (target !== undefined && archive.has(target))
    return writeChart(await readXmlTree(await archive.stream(target, limits.wholePartBytes)))
  const diagram = prefixed(childOf(data, 'relIds')?.attributes ?? {}, 'dm')
  const words = diagram === undefined ? undefined : relations.get(diagram)?.target
  if (words !== undefined && archive.has(words))
    return readDiagram(await readXmlTree(await archive.stream(words, limits.wholePartBytes)))
  return null
}

function readTable(table: XmlNode): StoredBlock | null {
  const rows = childrenOf(table, 'tr')
    .slice(0, mostTableRows)
    .map((row) => childrenOf(row, 'tc').map((cell) => oneLine(readLines(childOf(cell, 'txBody')))))
  return rows.length > 0 ? { kind: 'table', rows } : null
}

/** A drawing such as a process or a hierarchy: its words, in the order in which they were written. */
function readDiagram(tree: XmlNode): StoredBlock | null {
  const lines = [...allBelow(tree, 'pt')]
    .flatMap((point) => readLines(childOf(point, 't')))
    .map((line) => ({ ...line, isBullet: true }))
  return lines.length > 0 ? { kind: 'text', lines } : null
}

function oneLine(lines: readonly Line[]): string {
  return lines.map((line) => line.text.replaceAll('\n', ' ')).join(' ')
}

function textOf({ title, blocks }: StoredSlide): string {
  return [title, ...blocks.flatMap(wordsOf)].filter((word) => word.trim() !== '').join('\n')
}

function wordsOf(block: StoredBlock): string[] {
  switch (block.kind) {
    case 'text':
      return block.lines.map((line) => line.text)
    case 'table':
      return block.rows.map((row) => row.join(' '))
    case 'picture':
      return [block.alt]
    case 'chart':
      return [block.title, block.categories.join(' '), ...block.series.map((one) => one.name)]
  }
}

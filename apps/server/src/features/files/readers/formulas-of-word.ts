import { Readable } from 'node:stream'
import { childOf, childrenOf, findBelow, readXmlTree, type XmlNode } from './xml-tree.ts'

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/**
 * The XML of a part of Word in which each formula (`oMath`, ECMA-376 part 1, 22.1) is a run of plain text: the library that
 * reads Word leaves formulas out.
 */
export async function withFormulasAsText(xml: string): Promise<string> {
  if (!xml.includes('oMath')) return xml
  // A formula of its own paragraph stands in a frame that the library does not know either.
  const text = xml.replace(/<\/?(?:[\w.-]+:)?oMathPara(?:\s[^<>]*)?>/g, '')
  const begins = /<((?:[\w.-]+:)?)oMath(?:\s[^<>]*)?>/g
  const pieces: string[] = []
  let from = 0
  for (let begin = begins.exec(text); begin; begin = begins.exec(text)) {
    const ending = `</${begin[1]}oMath>`
    const end = text.indexOf(ending, begins.lastIndex)
    if (end === -1) break
    const after = end + ending.length
    pieces.push(text.slice(from, begin.index), runOf(await readFormula(text.slice(begin.index, after))))
    from = after
    begins.lastIndex = after
  }
  return pieces.join('') + text.slice(from)
}

function runOf(formula: string): string {
  const escaped = formula.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<w:r xmlns:w="${word}"><w:t xml:space="preserve">${escaped}</w:t></w:r>`
}

async function readFormula(xml: string): Promise<string> {
  try {
    const tree = await readXmlTree(Readable.from([Buffer.from(xml)]))
    return writeAll(tree).replace(/ {2,}/g, ' ').trim()
  } catch {
    // What Word did not write is no formula.
    return ''
  }
}

/** A formula in one line, as people type it: x^2, a/b, √(x), ∑_(i=1)^n. */
function writeAll(node: XmlNode | undefined): string {
  return (node?.children ?? []).map(write).join('')
}

function write(node: XmlNode): string {
  const part = (name: string) => writeAll(childOf(node, name))
  const setting = (group: string, name: string) => {
    const found = findBelow(node, group, name)?.attributes
    return found && Object.entries(found).find(([key]) => key.endsWith('val'))?.[1]
  }
  switch (node.name) {
    case 't':
      return node.text
    case 'f': {
      const isStack = setting('fPr', 'type') === 'noBar'
      return isStack ? `(${part('num')} ¦ ${part('den')})` : `${joined(part('num'))}/${joined(part('den'))}`
    }
    case 'sSup':
      return `${part('e')}^${joined(part('sup'))}`
    case 'sSub':
      return `${part('e')}_${joined(part('sub'))}`
    case 'sSubSup':
      return `${part('e')}_${joined(part('sub'))}^${joined(part('sup'))}`
    case 'sPre':
      return `_${joined(part('sub'))}^${joined(part('sup'))}${part('e')}`
    case 'rad': {
      const degree = part('deg')
      return degree === '' ? `√(${part('e')})` : `√(${degree}&${part('e')})`
    }
    case 'nary': {
      const [below, above] = [part('sub'), part('sup')]
      const bounds = (below === '' ? '' : `_${joined(below)}`) + (above === '' ? '' : `^${joined(above)}`)
      return `${setting('naryPr', 'chr') ?? '∫'}${bounds} ${part('e')}`
    }
    case 'd': {
      const inner = childrenOf(node, 'e')
        .map(writeAll)
        .join(setting('dPr', 'sepChr') ?? '|')
      return `${setting('dPr', 'begChr') ?? '('}${inner}${setting('dPr', 'endChr') ?? ')'}`
    }
    case 'func':
      return `${part('fName')} ${part('e')}`
    case 'limLow':
      return `${part('e')}_${joined(part('lim'))}`
    case 'limUpp':
      return `${part('e')}^${joined(part('lim'))}`
    case 'acc':
      // An accent follows its letter.
      return `${part('e')}${setting('accPr', 'chr') ?? '\u0302'}`
    case 'm':
      return `[${childrenOf(node, 'mr')
        .map((row) => childrenOf(row, 'e').map(writeAll).join(', '))
        .join('; ')}]`
    case 'eqArr':
      return childrenOf(node, 'e').map(writeAll).join('; ')
    case 'br':
      return '; '
    default:
      return writeAll(node)
  }
}

/** In brackets where it is more than one sign, a number or a word. */
function joined(text: string): string {
  return /^(?:[\p{L}\p{N}]+|.)$/u.test(text) || /^\([^()]*\)$/.test(text) ? text : `(${text})`
}

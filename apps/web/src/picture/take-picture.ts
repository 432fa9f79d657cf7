/** Markup as index.html makes it again: a text, or tag, attributes and what is inside. */
export type Part = string | [tag: string, names: Record<string, string>, ...inside: Part[]]

export interface Picture {
  /** Only the rules that apply to what is in it. */
  css: string
  /** What the page's body passes on to everything. */
  frame: string
  tree: Part[]
  /** What it is written in. */
  fonts: Face[]
}

/** A face as a FontFace takes it. */
type Face = [family: string, source: string, rest: Record<string, string>]

const mostElements = 1500
/** Of one image, and of all: beyond it stays an address. */
const mostImageBytes = 24_000
const mostImagesBytes = 60_000

/** Elements that hold nothing but what they show. Everything else is left out, with what is inside. */
const tags = new Set(
  `a abbr article aside b bdi br button circle code dd defs div dl dt ellipse em figure footer g h1 h2 h3 h4 h5 h6 header hr i img kbd label li
  line main mark nav ol p path polygon polyline rect s section small span strong sub sup svg time u ul wbr`.split(
    /\s+/,
  ),
)
/** What they need for their look. Anything else only where a style asks for it. */
const names = new Set(
  `class style href src data-from alt dir lang width height viewBox preserveAspectRatio d cx cy r rx ry x y x1 x2 y1 y2 points
  transform fill fill-rule clip-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-opacity
  stroke-dasharray stroke-dashoffset opacity`.split(/\s+/),
)
/** States that a style may ask for, and that say nothing about anybody. */
const asked = /^(?:role|type|disabled|aria-[a-z]+|data-[a-z-]+)$/
/** Our own addresses: no other scheme, no other host. */
const ownAddress = /^\/(?![/\\])/
/** An image that is kept itself, as index.html takes it. */
const keptImage = /^data:image\/(?:webp|png|jpeg|gif|avif);base64,/
const inherited = [
  'color',
  'background-color',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'font-feature-settings',
  'line-height',
  'letter-spacing',
  'text-align',
  'text-rendering',
  'direction',
  '-webkit-font-smoothing',
]
/** It shows one moment. */
const still =
  '*,*::before,*::after{animation:none!important;transition:none!important;caret-color:transparent!important}'
const moving = /:(?:hover|active|focus|focus-visible|focus-within|target|checked|autofill|placeholder-shown)\b/

/**
 * What `root` shows in the first screen, with the styles of that alone. Null where there is more of it than anybody's
 * first screen has. Nothing of what somebody typed, no frames, no scripts; what is below keeps its place, empty.
 */
export async function takePicture(root: Element, breathe: () => Promise<void>): Promise<Picture | null> {
  const shown = new Map<Element, boolean>()
  look(root, shown)
  if (shown.size > mostElements) return null
  // NOTE the markup in one go, before anything can change; styles may take their time
  const draft = copy(root, shown)
  const { css, attributes } = await collectStyles(shown, breathe)
  const style = getComputedStyle(document.body)
  const frame = inherited.map((name) => `${name}:${style.getPropertyValue(name)};`).join('')
  const fonts = listFonts()
  const width = document.documentElement.clientWidth
  // NOTE last: an image may take long, and what was looked at would be another page by then
  await embedImages(draft)
  return {
    css: inOwnFonts(css + still, fonts),
    // NOTE the bar that scrolls the page is not there yet when the picture is
    frame: `${inOwnFonts(frame, fonts)}box-sizing:border-box;width:${width}px;min-height:100%`,
    tree: draft.map((part) => thin(part, attributes)),
    fonts: fonts.map(([family, ...rest]) => [ownName(family), ...rest]),
  }
}

/** Finds what can be seen; false: only its place is kept. */
function look(root: Element, shown: Map<Element, boolean>): void {
  for (const element of root.children) {
    const name = element.tagName.toLowerCase()
    const rects = element.getClientRects()
    const style = getComputedStyle(element)
    if (style.display === 'none' || (rects.length === 0 && style.display !== 'contents' && !element.closest('svg')))
      continue
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const isOutside = rects.length > 0 && (top >= innerHeight || bottom <= 0 || left >= innerWidth || right <= 0)
    const isKept = tags.has(name) && !isOutside && style.visibility !== 'hidden'
    shown.set(element, isKept)
    if (isKept) look(element, shown)
  }
}

function copy(parent: Element, shown: ReadonlyMap<Element, boolean>): Part[] {
  return [...parent.childNodes].flatMap((node): Part[] => {
    if (node instanceof Text) return node.data === '' ? [] : [node.data]
    const isKept = node instanceof Element ? shown.get(node) : undefined
    if (!(node instanceof Element) || isKept === undefined) return []
    const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]))
    if (isKept) return [[node.tagName.toLowerCase(), attributes, ...copy(node, shown)]]
    const { width, height } = node.getBoundingClientRect()
    const place = `${attributes.style ?? ''};visibility:hidden;min-width:${width}px;height:${height}px;box-sizing:border-box`
    return [['div', { class: attributes.class ?? '', style: place }]]
  })
}

/** Small images are in it themselves: by their addresses they would be asked about once more, and come after the rest. */
async function embedImages(draft: readonly Part[]): Promise<void> {
  let left = mostImagesBytes
  for (const attributes of imagesOf(draft)) {
    const { src = '' } = attributes
    if (!ownAddress.test(src)) continue
    const image = await fetchImage(src)
    if (!image || image.size > Math.min(left, mostImageBytes)) continue
    const address = await addressOf(image)
    if (!keptImage.test(address)) continue
    left -= image.size
    // NOTE its address, too: the page is going to show it by that
    Object.assign(attributes, { src: address, 'data-from': src })
  }
}

function imagesOf(draft: readonly Part[]): Record<string, string>[] {
  return draft.flatMap((part) => {
    if (typeof part === 'string') return []
    const [tag, attributes, ...inside] = part
    return [...(tag === 'img' ? [attributes] : []), ...imagesOf(inside)]
  })
}

/** As the page has it. */
async function fetchImage(src: string): Promise<Blob | null> {
  try {
    const answer = await fetch(src, { cache: 'force-cache' })
    return answer.ok ? await answer.blob() : null
  } catch {
    return null
  }
}

function addressOf(image: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = reject
    reader.readAsDataURL(image)
  })
}

/** Leaves out every attribute that neither the look nor a style needs. */
function thin(part: Part, attributes: ReadonlySet<string>): Part {
  if (typeof part === 'string') return part
  const [tag, all, ...inside] = part
  const kept = Object.entries(all).filter(
    ([name, value]) =>
      value !== '' &&
      (names.has(name) || (attributes.has(name) && asked.test(name))) &&
      ((name !== 'href' && name !== 'src') || ownAddress.test(value) || (name === 'src' && keptImage.test(value))),
  )
  if (tag === 'a' || tag === 'button') kept.push(['tabindex', '-1'])
  return [tag, Object.fromEntries(kept), ...inside.map((one) => thin(one, attributes))]
}

/** The rules that apply to something in the picture, in their order, and the attributes that they ask for. */
async function collectStyles(shown: ReadonlyMap<Element, boolean>, breathe: () => Promise<void>) {
  const attributes = new Set<string>()
  const classes = new Set([...shown.keys()].flatMap((element) => [...element.classList]))
  const elements = [...shown.keys()]
  const applies = (selector: string): boolean => {
    if (moving.test(selector)) return false
    const bare = selector.replace(/::[\w-]+(?:\([^)]*\))?/g, '').trim() || '*'
    // NOTE nearly every rule is of a class that is not here, and that can be told without asking the browser
    if (/[^\\]\.|^\./.test(bare) && !bare.includes(':') && namesOf(bare).some((name) => !classes.has(name)))
      return false
    try {
      return elements.some((element) => element.matches(/[\s>+~]$/.test(bare) ? `${bare}*` : bare))
    } catch {
      return false
    }
  }
  const parts: string[] = []
  let since = performance.now()
  const walk = async (rules: Iterable<CSSRule>): Promise<void> => {
    for (const rule of rules) {
      if (performance.now() - since > 8) {
        await breathe()
        since = performance.now()
      }
      if (rule instanceof CSSStyleRule) {
        const selectors = partsOf(rule.selectorText).filter(applies)
        if (selectors.length === 0 || rule.style.length === 0) continue
        for (const selector of selectors)
          for (const [, name = ''] of selector.matchAll(/\[\s*([\w-]+)/g)) attributes.add(name)
        parts.push(`${selectors.join()}{${rule.style.cssText}}`)
      } else if (rule instanceof CSSMediaRule) {
        if (matchMedia(rule.conditionText).matches) await walk([...rule.cssRules])
      } else if (rule instanceof CSSSupportsRule && CSS.supports(rule.conditionText)) await walk([...rule.cssRules])
    }
  }
  for (const sheet of [...document.styleSheets]) await walk(rulesOf(sheet))
  return { css: parts.join(''), attributes }
}

/** Sheets of other origins keep theirs to themselves. */
function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules]
  } catch {
    return []
  }
}

const namesOf = (selector: string) => [...selector.matchAll(/\.((?:[\w-]|\\.)+)/g)].map(([, name = '']) => name)

/** A list of selectors, divided at the commas that are not inside of brackets. */
function partsOf(list: string): string[] {
  return list.split(/,(?![^([]*[)\]])/).map((one) => one.trim())
}

/** The faces that have come, as the style sheets name them. */
function listFonts(): Face[] {
  const loaded = new Set<string>()
  for (const face of document.fonts ?? [])
    if (face.status === 'loaded') loaded.add([plain(face.family), face.weight, face.style, face.unicodeRange].join())
  return [...document.styleSheets].flatMap(rulesOf).flatMap((rule): Face[] => {
    if (!(rule instanceof CSSFontFaceRule)) return []
    const say = (name: string) => rule.style.getPropertyValue(name).trim()
    const [family, weight, style, range] = [
      plain(say('font-family')),
      say('font-weight') || 'normal',
      say('font-style') || 'normal',
      say('unicode-range') || 'U+0-10FFFF',
    ]
    if (!loaded.has([family, weight, style, range].join())) return []
    return [[family, say('src'), { weight, style, unicodeRange: range, display: 'swap' }]]
  })
}

const plain = (text: string) => text.replace(/["']/g, '')

/**
 * The picture's faces have names that no style sheet knows. Beside a sheet's face of the same name that has not come yet, each
 * size and weight would be looked for in all other families of the list, which asks the browser's other process each time.
 */
const ownName = (family: string) => `Picture ${family}`

function inOwnFonts(css: string, fonts: readonly Face[]): string {
  // NOTE some browsers quote names of several words, some do not
  const names = fonts.flatMap(([family]) =>
    [`"${family}"`, `'${family}'`, family].map((name) => [name, `"${ownName(family)}"`] as const),
  )
  const rename = (part: string): string => {
    const found = names.find(([name]) => part.endsWith(name) && /[\s:]$|^$/.test(part.slice(0, -name.length)))
    return found ? part.slice(0, -found[0].length) + found[1] : part
  }
  return css.replace(/\bfont(?:-family)?:[^;}]+/g, (declaration) => declaration.split(',').map(rename).join())
}

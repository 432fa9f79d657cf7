// How a badge looks, as an SVG: one pure function, so that the designer on the page, the public picture and the PNG are the
// very same. Without schemas, for the pages.

export const badgeShapes = ['circle', 'shield', 'hexagon', 'star', 'square', 'ribbon'] as const
export type BadgeShape = (typeof badgeShapes)[number]

export const badgeSymbols = [
  'none',
  'star',
  'check',
  'book',
  'flame',
  'heart',
  'trophy',
  'bolt',
  'leaf',
  'people',
  'cap',
] as const
export type BadgeSymbol = (typeof badgeSymbols)[number]

export interface BadgeDesign {
  shape: BadgeShape
  /** Colours as `#rrggbb`. */
  fill: string
  border: string
  ink: string
  symbol: BadgeSymbol
  /** Stands under the symbol; '' for none. */
  text: string
  /** An uploaded picture, which takes the place of the symbol and the text; null: none. */
  fileId: string | null
}

export const standardBadge: BadgeDesign = {
  shape: 'circle',
  fill: '#192d3e',
  border: '#22d3ee',
  ink: '#ffffff',
  symbol: 'star',
  text: '',
  fileId: null,
}

/** Sides of the picture in units of the SVG; it is a square. */
export const badgeSide = 512

/**
 * The SVG of a design. `picture`: the uploaded picture as an address, on the server as a `data:` address, so that the SVG
 * needs nothing else. `letters`: draws a line of text as a path, on the server, where a picture must need no typeface.
 * `label`: what readers of the screen hear, usually the title of the badge.
 */
export function badgeSvg(
  design: BadgeDesign,
  of: { label: string; picture?: string | null; letters?: DrawLetters },
): string {
  const outline = outlines[design.shape]
  const [fill, border, ink] = [colorOf(design.fill), colorOf(design.border), colorOf(design.ink)]
  const inside =
    design.fileId !== null && of.picture
      ? `<clipPath id="inside"><path d="${outline}"/></clipPath><image href="${escapeXml(of.picture)}" x="16" y="16" width="480" height="480" preserveAspectRatio="xMidYMid slice" clip-path="url(#inside)"/>`
      : symbolAndText(design, ink, of.letters)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${badgeSide} ${badgeSide}" width="${badgeSide}" height="${badgeSide}" role="img" aria-label="${escapeXml(of.label)}">` +
    `<title>${escapeXml(of.label)}</title>` +
    `<path d="${outline}" fill="${fill}"/>${inside}` +
    `<path d="${outline}" fill="none" stroke="${border}" stroke-width="20" stroke-linejoin="round"/></svg>`
  )
}

/** A line of text as the path of an SVG, about the middle x, on the baseline y. */
export type DrawLetters = (line: string, of: { x: number; y: number; size: number }) => string

/** Typefaces of the text; the server draws with the files of these. */
const fonts = 'Roboto, Andika, IBM Plex Sans Arabic, sans-serif'

function symbolAndText({ symbol, text }: BadgeDesign, ink: string, letters?: DrawLetters): string {
  const hasText = text !== ''
  const drawn = symbols[symbol]
  const place = hasText ? 'translate(166 96) scale(7.5)' : 'translate(136 136) scale(10)'
  const picture = drawn === '' ? '' : `<path d="${drawn}" transform="${place}" fill="${ink}" fill-rule="evenodd"/>`
  if (!hasText) return picture
  const lines = linesOf(text)
  const longest = Math.max(...lines.map((line) => [...line].length))
  const size = Math.min(symbol === 'none' ? 84 : 48, Math.floor(320 / (longest * 0.58)))
  const middle = symbol === 'none' ? 256 : 336
  const first = middle - ((lines.length - 1) * size * 1.15) / 2 + size * 0.35
  const places = lines.map((line, i) => ({ line, x: 256, y: Math.round(first + i * size * 1.15), size }))
  if (letters)
    return `${picture}<path fill="${ink}" d="${places.map(({ line, ...place }) => letters(line, place)).join('')}"/>`
  const words = places.map(({ line, x, y }) => `<tspan x="${x}" y="${y}">${escapeXml(line)}</tspan>`)
  return `${picture}<text text-anchor="middle" font-family="${fonts}" font-weight="700" font-size="${size}" fill="${ink}">${words.join('')}</text>`
}

/** At most two lines of about the same length. */
function linesOf(text: string): string[] {
  const words = text.split(' ').filter(Boolean)
  if ([...text].length <= 10 || words.length === 1) return [words.join(' ')]
  const cuts = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')])
  const uneven = ([a = '', b = '']: string[]) => Math.abs(a.length - b.length)
  return cuts.reduce((best, cut) => (uneven(cut) < uneven(best) ? cut : best), cuts[0] ?? [text])
}

function colorOf(text: string): string {
  return /^#[0-9a-f]{6}$/i.test(text) ? text : '#000000'
}

function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[<>&"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

const outlines: Record<BadgeShape, string> = {
  circle: 'M256 16a240 240 0 1 1 0 480a240 240 0 1 1 0-480z',
  shield: 'M256 16L464 80V256C464 384 368 464 256 496C144 464 48 384 48 256V80z',
  hexagon: 'M256 16L464 136V376L256 496L48 376V136z',
  star: 'M256 16L318 104L420 72L424 178L496 256L424 334L420 440L318 408L256 496L194 408L92 440L88 334L16 256L88 178L92 72L194 104z',
  square: 'M80 16H432A64 64 0 0 1 496 80V432A64 64 0 0 1 432 496H80A64 64 0 0 1 16 432V80A64 64 0 0 1 80 16z',
  ribbon: 'M256 16A208 208 0 0 1 400 374V496L256 448L112 496V374A208 208 0 0 1 256 16z',
}

/** Drawn on 24 by 24 units. */
const symbols: Record<BadgeSymbol, string> = {
  none: '',
  star: 'M12 2l3 6.6l7.2.8l-5.4 4.8l1.5 7.1L12 17.7l-6.3 3.6l1.5-7.1L1.8 9.4L9 8.6z',
  check: 'M9 16.2L4.8 12l-2.1 2.1L9 20.4L21.6 7.8l-2.1-2.1z',
  book: 'M2 4h7a3 3 0 0 1 3 2a3 3 0 0 1 3-2h7v15h-7a3 3 0 0 0-3 2a3 3 0 0 0-3-2H2zM4 6v11h5c.7 0 1.4.2 2 .5V8a2 2 0 0 0-2-2zM15 6a2 2 0 0 0-2 2v9.5c.6-.3 1.3-.5 2-.5h5V6z',
  flame: 'M12 1c1 4 6 6.5 6 12.5a6 6 0 0 1-12 0C6 10 8 8.5 8.5 6C10 7 10.7 8.5 10.7 10C12.2 8 12.7 4 12 1z',
  heart: 'M12 21C5 15.5 2 12.5 2 8.5A5 5 0 0 1 12 6a5 5 0 0 1 10 2.5C22 12.5 19 15.5 12 21z',
  trophy:
    'M6 2h12v2h4v3a5 5 0 0 1-4.6 5A6 6 0 0 1 13 15.9V19h4v3H7v-3h4v-3.1A6 6 0 0 1 6.6 12A5 5 0 0 1 2 7V4h4zM4 6v1a3 3 0 0 0 2 2.8V6zM18 6v3.8A3 3 0 0 0 20 7V6z',
  bolt: 'M13 1L4 14h6l-1 9l10-14h-6z',
  leaf: 'M21 2C10 2 4 7 4 14c0 1.5.3 2.8.9 3.9L2 21l1.5 1.5l2.9-3.1C14 22 21 17 21 2zM7.5 16.5C9 12 12 9 16 7C13 9.5 10.5 12.5 9 16.5z',
  people:
    'M8 4a4 4 0 1 1 0 8a4 4 0 1 1 0-8zM17 6a3 3 0 1 1 0 6a3 3 0 1 1 0-6zM1 20c0-4 3-6.5 7-6.5s7 2.5 7 6.5zM16.5 20c0-2.6-1-4.6-2.6-6c4.6-1 9.1 1 9.1 6z',
  cap: 'M12 3L1 9l11 6l9-4.9V17h2V9zM5 13.2V17l7 4l7-4v-3.8l-7 3.8z',
}

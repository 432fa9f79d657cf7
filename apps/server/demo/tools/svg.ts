/** The drawing kit: one palette, flat shapes, round limbs. Everything returns SVG text. */
export const ink = {
  navy: '#192d3e',
  slate: '#3d566b',
  steel: '#8ea3b3',
  mist: '#e6edf2',
  white: '#ffffff',
  cream: '#fbf4e6',
  sand: '#f1dfbf',
  wood: '#c48a55',
  teal: '#11807a',
  mint: '#bfe3da',
  sea: '#def1ed',
  amber: '#f3a83a',
  honey: '#fbe2b4',
  coral: '#e2604c',
  blush: '#fad7cf',
  blue: '#3a7fc2',
  sky: '#d3e7f5',
  plum: '#6b4d94',
  lilac: '#e5ddf2',
  leaf: '#4f9a56',
  lime: '#dcedd3',
}

export const skin = { deep: '#6f4426', brown: '#9a6238', tan: '#c98d5c', honey: '#e3b083', light: '#f4cfae' }

export type Attributes = Record<string, string | number | undefined>

export function tag(name: string, attributes: Attributes, inside = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? Math.round(value * 100) / 100 : value}"`)
    .join('')
  return inside ? `<${name}${written}>${inside}</${name}>` : `<${name}${written}/>`
}

export function rect(x: number, y: number, width: number, height: number, fill: string, rx = 0, more: Attributes = {}) {
  return tag('rect', { x, y, width, height, fill, rx: rx || undefined, ...more })
}

export function circle(cx: number, cy: number, r: number, fill: string, more: Attributes = {}) {
  return tag('circle', { cx, cy, r, fill, ...more })
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, fill: string, more: Attributes = {}) {
  return tag('ellipse', { cx, cy, rx, ry, fill, ...more })
}

export function path(d: string, fill: string, more: Attributes = {}) {
  return tag('path', { d, fill, ...more })
}

/** A line with round ends through points `x,y x,y`. */
export function line(points: string, stroke: string, width: number, more: Attributes = {}) {
  return tag('polyline', {
    points,
    fill: 'none',
    stroke,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  })
}

export function curve(d: string, stroke: string, width: number, more: Attributes = {}) {
  return tag('path', {
    d,
    fill: 'none',
    stroke,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  })
}

export function group(inside: string, transform?: string, more: Attributes = {}) {
  return tag('g', { transform, ...more }, inside)
}

export function at(x: number, y: number, inside: string, scale = 1, angle = 0) {
  const turned = angle ? ` rotate(${angle})` : ''
  return group(inside, `translate(${x} ${y})${turned}${scale === 1 ? '' : ` scale(${scale})`}`)
}

export interface TextLook {
  size?: number
  fill?: string
  weight?: number
  anchor?: 'start' | 'middle' | 'end'
  /** Wraps at about this many pixels. */
  width?: number
  leading?: number
  /** Centre the block on y instead of starting there. */
  middle?: boolean
  rtl?: boolean
}

export function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

/** SVG does not wrap: lines are broken by the usual width of a letter. */
export function wrapText(text: string, size: number, width: number, weight = 400): string[] {
  const letter = size * (/[\u0600-\u06ff]/.test(text) ? 0.47 : weight >= 700 ? 0.565 : 0.53)
  const room = Math.max(4, Math.floor(width / letter))
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let current = ''
    for (const word of paragraph.split(' ')) {
      if (current && current.length + 1 + word.length > room) {
        lines.push(current)
        current = word
      } else {
        current = current ? `${current} ${word}` : word
      }
    }
    lines.push(current)
  }
  return lines
}

export function text(x: number, y: number, words: string, look: TextLook = {}): string {
  const size = look.size ?? 18
  const weight = look.weight ?? 400
  const leading = look.leading ?? Math.round(size * 1.32)
  const lines = look.width ? wrapText(words, size, look.width, weight) : words.split('\n')
  const first = look.middle ? y - ((lines.length - 1) * leading) / 2 + size * 0.35 : y
  return lines
    .map((content, index) =>
      tag(
        'text',
        {
          x,
          y: first + index * leading,
          'font-size': size,
          'font-weight': weight,
          fill: look.fill ?? ink.navy,
          'text-anchor': look.anchor ?? 'start',
          direction: look.rtl ? 'rtl' : undefined,
        },
        escapeXml(content),
      ),
    )
    .join('')
}

export function svg(width: number, height: number, title: string, inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}" font-family="Mulish Variable, Mulish, Noto Sans Arabic Variable, Noto Sans Arabic, Segoe UI, sans-serif">${inside}</svg>\n`
}

export type Hair = 'short' | 'bob' | 'bun' | 'hijab' | 'curly' | 'bald' | 'turban' | 'long' | 'beard'

export interface Look {
  skin: string
  hair: Hair
  hairColour?: string
  shirt: string
  /** Under an open jacket. */
  jacket?: string
}

/** Head about 44 wide, centred on 0,0; the neck ends at y 34. */
export function head(look: Look, mood: 'smile' | 'calm' | 'worried' | 'none' = 'smile'): string {
  const hair = look.hairColour ?? ink.navy
  const dark = look.skin === skin.deep || look.skin === skin.brown
  const line = dark ? '#2b170b' : '#5b3a28'
  const back: Record<Hair, string> = {
    short: '',
    beard: '',
    bald: '',
    turban: '',
    bob: path('M-27 -6 C-30 -34 30 -34 27 -6 L28 22 C28 28 18 28 16 24 L-16 24 C-18 28 -28 28 -28 22 Z', hair),
    bun: circle(0, -31, 11, hair),
    long: path('M-27 -6 C-31 -36 31 -36 27 -6 L32 40 C26 48 12 46 10 40 L-10 40 C-12 46 -26 48 -32 40 Z', hair),
    curly:
      circle(-18, -16, 13, hair) +
      circle(18, -16, 13, hair) +
      circle(0, -24, 15, hair) +
      circle(-23, -2, 10, hair) +
      circle(23, -2, 10, hair),
    hijab: path('M-29 -2 C-31 -38 31 -38 29 -2 C32 22 34 34 30 46 L-30 46 C-34 34 -32 22 -29 -2 Z', hair),
  }
  const front: Record<Hair, string> = {
    short: path('M-23 -4 C-26 -32 26 -32 23 -4 C20 -12 12 -16 4 -15 C-8 -14 -18 -14 -23 -4 Z', hair),
    beard:
      path('M-23 -4 C-26 -32 26 -32 23 -4 C20 -12 12 -16 4 -15 C-8 -14 -18 -14 -23 -4 Z', hair) +
      path(
        'M-22 2 C-22 12 -14 14 -8 10 C-3 7 3 7 8 10 C14 14 22 12 22 2 C24 20 12 29 0 29 C-12 29 -24 20 -22 2 Z',
        hair,
      ),
    bald: '',
    turban:
      path('M-26 -4 C-34 -40 34 -40 26 -4 C14 -16 -14 -16 -26 -4 Z', hair) +
      path('M-26 -4 C-12 -12 8 -22 14 -31 C20 -28 24 -22 26 -14 C10 -16 -12 -14 -26 -4 Z', '#ffffff', {
        'fill-opacity': 0.18,
      }),
    bob: path('M-24 -2 C-26 -32 26 -32 24 -2 C16 -6 10 -12 6 -18 C0 -10 -14 -8 -24 -2 Z', hair),
    bun: path('M-23 -3 C-26 -32 26 -32 23 -3 C18 -13 8 -17 0 -17 C-8 -17 -18 -13 -23 -3 Z', hair),
    long: path('M-24 -2 C-26 -32 26 -32 24 -2 C18 -6 8 -10 2 -19 C-4 -10 -16 -6 -24 -2 Z', hair),
    curly: path('M-23 -4 C-25 -28 25 -28 23 -4 C16 -12 8 -14 0 -14 C-8 -14 -16 -12 -23 -4 Z', hair),
    hijab: path(
      'M-29 -2 C-31 -38 31 -38 29 -2 C30 16 26 30 14 36 L0 40 L-14 36 C-26 30 -30 16 -29 -2 Z M-19 -2 C-19 16 -10 25 0 25 C10 25 19 16 19 -2 C17 -18 -17 -18 -19 -2 Z',
      hair,
      { 'fill-rule': 'evenodd' },
    ),
  }
  const mouth = {
    smile: curve('M-7 10 Q0 16 7 10', look.hair === 'beard' ? '#fff' : line, 2.4),
    calm: curve('M-6 11 L6 11', look.hair === 'beard' ? '#fff' : line, 2.4),
    worried: curve('M-6 13 Q0 8 6 13', look.hair === 'beard' ? '#fff' : line, 2.4),
    none: '',
  }
  const eyes = circle(-8, -1, 2.3, line) + circle(8, -1, 2.3, line)
  const neck =
    rect(-9, 14, 18, 24, look.skin, 6) + path('M-9 22 Q0 30 9 22 L9 26 Q0 34 -9 26 Z', '#000', { 'fill-opacity': 0.1 })
  const face = path('M-22 -4 C-22 -30 22 -30 22 -4 C22 14 12 26 0 26 C-12 26 -22 14 -22 -4 Z', look.skin)
  const brows = mood === 'worried' ? curve('M-13 -8 L-5 -10', line, 2) + curve('M13 -8 L5 -10', line, 2) : ''
  return back[look.hair] + neck + face + front[look.hair] + (mood === 'none' ? '' : eyes + brows) + mouth[mood]
}

/** Head and shoulders; the shoulders are 104 wide and end at `end`. */
export function bust(
  x: number,
  y: number,
  look: Look,
  scale = 1,
  mood: 'smile' | 'calm' | 'worried' = 'smile',
  end = 100,
): string {
  const shoulders = path(
    `M-52 ${end} L-52 100 C-52 58 -34 42 -10 34 Q0 42 10 34 C34 42 52 58 52 100 L52 ${end} Z`,
    look.shirt,
  )
  const jacket = look.jacket
    ? path(`M-52 ${end} L-52 100 C-52 58 -34 42 -12 35 L-4 ${end} Z`, look.jacket) +
      path(`M52 ${end} L52 100 C52 58 34 42 12 35 L4 ${end} Z`, look.jacket)
    : ''
  return at(x, y, shoulders + jacket + head(look, mood), scale)
}

export interface Pose {
  /** Joints as [x, y]; the near side is drawn over the far side. */
  head: [number, number]
  shoulder: [number, number]
  hip: [number, number]
  knee: [number, number]
  foot: [number, number]
  farKnee?: [number, number]
  farFoot?: [number, number]
  elbow: [number, number]
  hand: [number, number]
  farElbow?: [number, number]
  farHand?: [number, number]
}

/** A whole person from the side, about 180 high when standing. */
export function figure(pose: Pose, look: Look & { trousers?: string; thick?: number }): string {
  const trousers = look.trousers ?? ink.slate
  const thick = look.thick ?? 1
  const shade = (colour: string) => mix(colour, '#000000', 0.16)
  const join = (...points: ([number, number] | undefined)[]) =>
    points
      .filter((point) => point !== undefined)
      .map((point) => point.join(','))
      .join(' ')
  const leg = (knee: [number, number], foot: [number, number], colour: string) =>
    line(join(pose.hip, knee, foot), colour, 17 * thick) +
    line(join(foot, [foot[0] + 13 * thick, foot[1] + 2]), mix(ink.navy, '#000000', 0.1), 12 * thick)
  const arm = (elbow: [number, number], hand: [number, number], colour: string) =>
    line(join(pose.shoulder, elbow), colour, 14 * thick) +
    line(join(elbow, hand), colour, 12 * thick) +
    circle(hand[0], hand[1], 7 * thick, look.skin)
  const far =
    (pose.farElbow && pose.farHand ? arm(pose.farElbow, pose.farHand, shade(look.shirt)) : '') +
    (pose.farKnee && pose.farFoot ? leg(pose.farKnee, pose.farFoot, shade(trousers)) : '')
  const torso = line(join(pose.shoulder, pose.hip), look.shirt, 34 * thick)
  const near = leg(pose.knee, pose.foot, trousers)
  return (
    far +
    near +
    torso +
    at(pose.head[0], pose.head[1], head(look, 'none'), 0.72 * thick) +
    arm(pose.elbow, pose.hand, mix(look.shirt, '#ffffff', 0.12))
  )
}

export function mix(a: string, b: string, share: number): string {
  const part = (colour: string, index: number) => Number.parseInt(colour.slice(1 + index * 2, 3 + index * 2), 16)
  return `#${[0, 1, 2]
    .map((index) =>
      Math.round(part(a, index) * (1 - share) + part(b, index) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

export function arrow(x1: number, y1: number, x2: number, y2: number, colour: string, width = 4, tip = 12): string {
  const angle = Math.atan2(y2 - y1, x2 - x1)
  const back = (turn: number) => `${r(x2 - tip * Math.cos(angle + turn))},${r(y2 - tip * Math.sin(angle + turn))}`
  return line(`${x1},${y1} ${x2},${y2}`, colour, width) + line(`${back(0.5)} ${x2},${y2} ${back(-0.5)}`, colour, width)
}

export function plant(x: number, y: number, scale = 1, pot = ink.coral): string {
  const leaf = (angle: number, length: number, colour: string) =>
    group(
      path(
        `M0 0 C-${length * 0.28} -${length * 0.4} -${length * 0.2} -${length * 0.8} 0 -${length} C${length * 0.2} -${length * 0.8} ${length * 0.28} -${length * 0.4} 0 0 Z`,
        colour,
      ),
      `rotate(${angle})`,
    )
  return at(
    x,
    y,
    leaf(-38, 58, ink.teal) +
      leaf(36, 60, ink.teal) +
      leaf(-14, 74, ink.leaf) +
      leaf(14, 70, mix(ink.leaf, '#ffffff', 0.15)) +
      path('M-20 0 L20 0 L15 34 L-15 34 Z', pot) +
      rect(-23, -4, 46, 9, mix(pot, '#000000', 0.12), 3),
    scale,
  )
}

export function cloud(x: number, y: number, scale: number, fill: string): string {
  return at(
    x,
    y,
    circle(-26, 0, 18, fill) + circle(0, -10, 24, fill) + circle(28, 0, 18, fill) + rect(-36, 0, 72, 18, fill, 9),
    scale,
  )
}

export function flame(x: number, y: number, scale = 1): string {
  return at(
    x,
    y,
    path(
      'M0 -78 C8 -52 38 -40 38 -4 C38 24 20 38 0 38 C-20 38 -38 24 -38 -2 C-38 -22 -26 -32 -20 -46 C-14 -38 -12 -32 -10 -26 C-4 -40 -6 -60 0 -78 Z',
      ink.coral,
    ) +
      path(
        'M2 -34 C6 -18 22 -10 22 10 C22 27 12 36 0 36 C-12 36 -22 27 -22 11 C-22 -1 -14 -7 -10 -15 C-6 -10 -5 -7 -4 -3 C0 -12 0 -24 2 -34 Z',
        ink.amber,
      ) +
      path('M0 0 C3 8 11 12 11 21 C11 30 6 35 0 35 C-6 35 -11 30 -11 22 C-11 14 -4 10 0 0 Z', ink.honey),
    scale,
  )
}

export function envelope(x: number, y: number, scale = 1, paper = ink.white, flap = ink.mist): string {
  return at(
    x,
    y,
    rect(-60, -40, 120, 80, paper, 8) +
      path('M-60 36 L-12 -2 L12 -2 L60 36 L60 40 Q58 40 52 40 L-52 40 Q-60 40 -60 32 Z', mix(flap, '#000000', 0.04)) +
      path('M-58 -38 L0 12 L58 -38 Q56 -40 52 -40 L-52 -40 Q-56 -40 -58 -38 Z', flap) +
      curve('M-57 -37 L0 12 L57 -37', ink.steel, 2.5),
    scale,
  )
}

export function padlock(x: number, y: number, scale = 1, body = ink.amber): string {
  return at(
    x,
    y,
    curve('M-18 0 L-18 -18 A18 18 0 0 1 18 -18 L18 0', ink.slate, 9) +
      rect(-30, -4, 60, 48, body, 9) +
      circle(0, 15, 7, ink.navy) +
      rect(-3, 17, 6, 16, ink.navy, 3),
    scale,
  )
}

export function speech(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  tail: 'left' | 'right' | 'none' = 'left',
  radius = 18,
): string {
  const tip =
    tail === 'none'
      ? ''
      : tail === 'left'
        ? path(`M${x + 26} ${y + height - 4} L${x + 14} ${y + height + 24} L${x + 58} ${y + height - 4} Z`, fill)
        : path(
            `M${x + width - 26} ${y + height - 4} L${x + width - 14} ${y + height + 24} L${x + width - 58} ${y + height - 4} Z`,
            fill,
          )
  return rect(x, y, width, height, fill, radius) + tip
}

export function tick(x: number, y: number, scale = 1, fill = ink.leaf, mark = ink.white): string {
  return at(x, y, circle(0, 0, 20, fill) + line('-9,1 -3,8 10,-7', mark, 5), scale)
}

export function cross(x: number, y: number, scale = 1, fill = ink.coral, mark = ink.white): string {
  return at(x, y, circle(0, 0, 20, fill) + line('-8,-8 8,8', mark, 5) + line('8,-8 -8,8', mark, 5), scale)
}

export function star(x: number, y: number, scale = 1, fill = ink.amber): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const radius = index % 2 ? 9 : 21
    const angle = -Math.PI / 2 + (index * Math.PI) / 5
    return `${r(radius * Math.cos(angle))},${r(radius * Math.sin(angle))}`
  })
  return at(
    x,
    y,
    tag('polygon', { points: points.join(' '), fill, stroke: fill, 'stroke-width': 4, 'stroke-linejoin': 'round' }),
    scale,
  )
}

export function shield(
  x: number,
  y: number,
  scale = 1,
  fill = ink.teal,
  light = mix(ink.teal, '#ffffff', 0.18),
): string {
  return at(
    x,
    y,
    path('M0 -58 C18 -46 34 -42 50 -42 C52 6 36 42 0 60 C-36 42 -52 6 -50 -42 C-34 -42 -18 -46 0 -58 Z', fill) +
      path('M0 -58 C18 -46 34 -42 50 -42 C52 6 36 42 0 60 Z', light),
    scale,
  )
}

export function r(value: number): number {
  return Math.round(value * 100) / 100
}

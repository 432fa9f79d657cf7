import * as d from '../svg.ts'
import { arrow, at, circle, curve, ellipse, ink, line, mix, path, rect, text } from '../svg.ts'

export interface Illustration {
  width: number
  height: number
  title: string
  draw(): string
}

/** Most are this wide. */
export const wide = 800

/** Pictures inside pages and packages. Names end in `-ar` where the words are Arabic. */

export interface Step {
  icon: string
  title: string
  words: string
  colour: string
}

export function steps(title: string, rtl: boolean, all: Step[]): Illustration {
  const gap = 14
  const width = (wide - 48 - gap * (all.length - 1)) / all.length
  return {
    width: wide,
    height: 360,
    title,
    draw: () =>
      rect(0, 0, wide, 360, ink.cream, 18) +
      all
        .map((step, index) => {
          const place = rtl ? all.length - 1 - index : index
          const x = 24 + place * (width + gap)
          const centre = x + width / 2
          return (
            rect(x, 30, width, 300, ink.white, 18) +
            circle(centre, 104, 50, mix(step.colour, '#ffffff', 0.78)) +
            at(centre, 104, step.icon) +
            text(centre, 194, step.title, {
              size: all.length > 4 ? 19 : 21,
              weight: 800,
              anchor: 'middle',
              width: width - 12,
              rtl,
            }) +
            rect(centre - 22, 208, 44, 5, step.colour, 2) +
            text(centre, 242, step.words, {
              size: all.length > 3 ? 16 : 18,
              anchor: 'middle',
              width: width - (all.length > 3 ? 22 : 44),
              rtl,
            })
          )
        })
        .join(''),
  }
}

export function quadrants(title: string, parts: [string, string, string, string][]): Illustration {
  return {
    width: wide,
    height: 400,
    title,
    draw: () =>
      rect(0, 0, wide, 400, ink.mist, 18) +
      parts
        .map(([letter, name, words, colour], index) => {
          const x = 26 + (index % 2) * 378
          const y = 26 + Math.floor(index / 2) * 178
          return (
            rect(x, y, 370, 170, ink.white, 16) +
            path(
              `M${x} ${y + 16} Q${x} ${y} ${x + 16} ${y} L${x + 84} ${y} L${x + 84} ${y + 170} L${x + 16} ${y + 170} Q${x} ${y + 170} ${x} ${y + 154} Z`,
              colour,
            ) +
            text(x + 42, y + 85, letter, {
              size: 50,
              weight: 900,
              fill: colour === ink.amber ? ink.navy : ink.white,
              anchor: 'middle',
              middle: true,
            }) +
            text(x + 106, y + 46, name, { size: 22, weight: 800 }) +
            text(x + 106, y + 78, words, { size: 17.5, width: 248 })
          )
        })
        .join(''),
  }
}

export function phishing(
  title: string,
  rtl: boolean,
  words: {
    from: string
    address: string
    subject: string
    body: string[]
    button: string
    link: string
    file: string
    signs: string[]
  },
): Illustration {
  return {
    width: wide,
    height: 470,
    title,
    draw: () => {
      const left = rtl ? 310 : 26
      const side = rtl ? 26 : 520
      const start = rtl ? left + 440 : left + 24
      const anchor = rtl ? ('start' as const) : ('start' as const)
      const look = (size: number, weight = 400, fill = ink.navy) => ({ size, weight, fill, anchor, rtl })
      const spot = (n: number, x: number, y: number) =>
        circle(x, y, 16, ink.coral, { stroke: ink.white, 'stroke-width': 3 }) +
        text(x, y, String(n), { size: 17, weight: 800, fill: ink.white, anchor: 'middle', middle: true })
      const end = rtl ? left : left + 464
      const buttonX = rtl ? start - 216 : start
      return (
        rect(0, 0, wide, 470, ink.sky, 18) +
        rect(left, 26, 464, 418, ink.white, 16) +
        path(
          `M${left} 42 Q${left} 26 ${left + 16} 26 L${left + 448} 26 Q${left + 464} 26 ${left + 464} 42 L${left + 464} 62 L${left} 62 Z`,
          ink.navy,
        ) +
        circle(left + 20, 44, 5, ink.coral) +
        circle(left + 38, 44, 5, ink.amber) +
        circle(left + 56, 44, 5, ink.leaf) +
        circle(rtl ? start - 22 : start + 22, 104, 22, ink.steel) +
        text(rtl ? start - 58 : start + 58, 98, words.from, look(18, 800)) +
        text(rtl ? start - 58 : start + 58, 122, words.address, {
          size: 15,
          fill: ink.slate,
          anchor: rtl ? 'end' : 'start',
        }) +
        text(start, 168, words.subject, look(20, 800)) +
        rect(left + 24, 182, 416, 2, ink.mist) +
        words.body.map((row, index) => text(start, 214 + index * 28, row, look(17))).join('') +
        rect(buttonX, 296, 216, 46, ink.blue, 8) +
        text(buttonX + 108, 319, words.button, {
          size: 18,
          weight: 700,
          fill: ink.white,
          anchor: 'middle',
          middle: true,
          rtl,
        }) +
        rect(buttonX + (rtl ? -76 : 40), 348, 310, 28, ink.honey, 6) +
        text(buttonX + (rtl ? -66 : 50), 367, words.link, { size: 14, fill: ink.navy }) +
        rect(rtl ? start - 190 : start, 392, 190, 36, ink.mist, 8) +
        text(rtl ? start - 20 : start + 20, 416, words.file, { size: 15, weight: 600, anchor: rtl ? 'end' : 'start' }) +
        spot(1, end, 112) +
        spot(2, end, 162) +
        spot(3, end, 212) +
        spot(4, end, 336) +
        spot(5, end, 412) +
        words.signs
          .map((sign, index) => {
            const y = 26 + index * 85
            return (
              rect(side, y, 254, 76, ink.white, 14) +
              spot(index + 1, rtl ? side + 226 : side + 28, y + 38) +
              text(rtl ? side + 196 : side + 58, y + 38, sign, { ...look(16.5, 700), width: 184, middle: true })
            )
          })
          .join('')
      )
    },
  }
}

export function fireTriangle(
  title: string,
  rtl: boolean,
  words: { heat: string; fuel: string; oxygen: string; removeHeat: string; removeFuel: string; removeOxygen: string },
): Illustration {
  return {
    width: wide,
    height: 440,
    title,
    draw: () => {
      const note = (x: number, y: number, label: string, colour: string) =>
        rect(x, y, 220, 84, ink.white, 14) +
        rect(rtl ? x + 210 : x, y, 10, 84, colour, 5) +
        text(rtl ? x + 196 : x + 26, y + 42, label, { size: 17, weight: 600, width: 180, middle: true, rtl })
      return (
        rect(0, 0, wide, 440, ink.blush, 18) +
        path('M400 40 L590 338 L210 338 Z', ink.white, {
          stroke: ink.white,
          'stroke-width': 30,
          'stroke-linejoin': 'round',
        }) +
        line('400,46 586,336', ink.blue, 26) +
        line('574,342 226,342', ink.wood, 26) +
        line('214,336 393,57', ink.coral, 26) +
        d.flame(400, 244, 1.18) +
        at(
          272,
          184,
          text(0, 0, words.heat, { size: 25, weight: 800, fill: ink.coral, anchor: 'middle', rtl }),
          1,
          -57.4,
        ) +
        at(
          528,
          184,
          text(0, 0, words.oxygen, { size: 25, weight: 800, fill: ink.blue, anchor: 'middle', rtl }),
          1,
          57.4,
        ) +
        text(400, 318, words.fuel, {
          size: 25,
          weight: 800,
          fill: mix(ink.wood, '#000000', 0.3),
          anchor: 'middle',
          rtl,
        }) +
        note(16, 60, words.removeHeat, ink.coral) +
        note(564, 60, words.removeOxygen, ink.blue) +
        rect(220, 372, 360, 54, ink.white, 14) +
        rect(220, 416, 360, 10, ink.wood, 5) +
        text(400, 396, words.removeFuel, { size: 17, weight: 600, anchor: 'middle', middle: true, rtl })
      )
    },
  }
}

export function shelfFood(kind: number, x: number, floor: number): string {
  if (kind === 0)
    return (
      rect(x, floor - 44, 78, 44, ink.leaf, 6) +
      rect(x - 4, floor - 50, 86, 10, mix(ink.leaf, '#000000', 0.2), 4) +
      rect(x + 96, floor - 34, 56, 34, ink.honey, 4) +
      rect(x + 92, floor - 40, 64, 9, ink.amber, 4) +
      path(`M${x + 170} ${floor} L${x + 176} ${floor - 38} L${x + 206} ${floor - 38} L${x + 212} ${floor} Z`, ink.plum)
    )
  if (kind === 1)
    return (
      path(
        `M${x} ${floor} L${x} ${floor - 44} L${x + 10} ${floor - 58} L${x + 28} ${floor - 58} L${x + 38} ${floor - 44} L${x + 38} ${floor} Z`,
        ink.sky,
      ) +
      path(`M${x + 60} ${floor} L${x + 120} ${floor - 40} L${x + 126} ${floor} Z`, ink.amber) +
      [0, 1, 2, 3].map((index) => ellipse(x + 152 + index * 19, floor - 12, 9, 12, ink.sand)).join('')
    )
  if (kind === 2)
    return (
      rect(x, floor - 12, 200, 12, ink.steel, 4) +
      path(
        `M${x + 20} ${floor - 26} C${x + 60} ${floor - 52} ${x + 120} ${floor - 48} ${x + 150} ${floor - 26} C${x + 120} ${floor - 8} ${x + 60} ${floor - 6} ${x + 20} ${floor - 26} Z`,
        ink.blue,
      ) +
      path(`M${x + 144} ${floor - 26} L${x + 178} ${floor - 44} L${x + 178} ${floor - 10} Z`, ink.blue) +
      circle(x + 44, floor - 30, 4, ink.white)
    )
  return (
    path(`M${x - 4} ${floor - 20} L${x + 216} ${floor - 20} L${x + 204} ${floor} L${x + 8} ${floor} Z`, ink.slate) +
    path(
      `M${x + 20} ${floor - 20} C${x + 16} ${floor - 56} ${x + 76} ${floor - 60} ${x + 84} ${floor - 20} Z`,
      ink.coral,
    ) +
    path(
      `M${x + 106} ${floor - 20} C${x + 106} ${floor - 52} ${x + 150} ${floor - 56} ${x + 168} ${floor - 36} L${x + 190} ${floor - 46} L${x + 194} ${floor - 36} L${x + 178} ${floor - 20} Z`,
      mix(ink.coral, '#ffffff', 0.45),
    )
  )
}

export function handIcon(): string {
  return path(
    'M-16 30 C-26 14 -30 2 -30 -4 C-30 -10 -22 -12 -18 -4 L-14 4 L-14 -24 C-14 -32 -4 -32 -4 -24 L-4 -30 C-4 -38 6 -38 6 -30 L6 -25 C6 -33 16 -33 16 -25 L16 -16 C16 -23 25 -23 25 -16 L25 8 C25 24 18 32 6 34 Z',
    ink.coral,
  )
}

export function lensIcon(): string {
  return circle(-6, -6, 20, ink.white, { stroke: ink.navy, 'stroke-width': 7 }) + line('10,10 28,28', ink.amber, 11)
}

export function flagIcon(): string {
  return rect(-20, -34, 6, 70, ink.navy, 3) + path('M-14 -32 C0 -42 10 -22 28 -30 L28 2 C10 10 0 -10 -14 0 Z', ink.teal)
}

export function alarmIcon(): string {
  return rect(-26, -26, 52, 52, ink.coral, 8) + circle(0, 0, 15, ink.white) + circle(0, 0, 7, ink.navy)
}

export function exitIcon(): string {
  return (
    rect(-4, -34, 34, 66, ink.leaf, 4) +
    path('M-4 -34 L18 -24 L18 40 L-4 32 Z', mix(ink.leaf, '#ffffff', 0.55)) +
    arrow(-36, 2, -10, 2, ink.navy, 6, 13)
  )
}

export function peopleIcon(colour = ink.blue): string {
  const one = (x: number, y: number, scale: number) =>
    at(x, y, circle(0, -12, 10, colour) + path('M-16 20 C-16 2 16 2 16 20 Z', colour), scale)
  return one(-24, 2, 0.85) + one(24, 2, 0.85) + one(0, 4, 1.15)
}

export function phoneIcon(): string {
  return (
    rect(-18, -34, 36, 68, ink.navy, 8) +
    rect(-13, -26, 26, 46, ink.white, 2) +
    circle(0, 27, 3.5, ink.white) +
    path('M-3 -16 L4 -16 L4 -7 L-3 -7 Z', ink.plum) +
    line('-7,4 7,4', ink.steel, 3) +
    line('-7,12 3,12', ink.steel, 3)
  )
}

export function dropIcon(): string {
  return (
    path('M0 -36 C16 -10 26 2 26 14 A26 24 0 0 1 -26 14 C-26 2 -16 -10 0 -36 Z', ink.blue) +
    curve('M-12 16 A14 12 0 0 0 0 26', ink.white, 5)
  )
}

export function fingersIcon(): string {
  return [-24, -8, 8, 24]
    .map((x, index) =>
      line(
        `${x},30 ${x},${index === 0 || index === 3 ? -16 : -28}`,
        index % 2 ? ink.leaf : mix(ink.leaf, '#ffffff', 0.4),
        13,
      ),
    )
    .join('')
}

export function clockIcon(colour: string = ink.amber): string {
  return circle(0, 0, 32, ink.white, { stroke: colour, 'stroke-width': 7 }) + line('0,-18 0,0 12,8', ink.navy, 6)
}

export function towelIcon(): string {
  return (
    rect(-28, -30, 56, 22, ink.slate, 6) +
    path('M-22 -10 L22 -10 L22 24 L14 32 L6 24 L-2 32 L-10 24 L-16 30 L-22 24 Z', ink.white, {
      stroke: ink.coral,
      'stroke-width': 4,
    })
  )
}

export function ringIcon(): string {
  return (
    circle(0, 8, 22, 'none', { stroke: ink.amber, 'stroke-width': 8 }) +
    path('M-13 -26 L13 -26 L20 -16 L0 -2 L-20 -16 Z', ink.sky, {
      stroke: ink.blue,
      'stroke-width': 3,
      'stroke-linejoin': 'round',
    })
  )
}

export function plasterIcon(): string {
  return at(
    0,
    0,
    rect(-38, -13, 76, 26, ink.sand, 13) + rect(-14, -13, 28, 26, ink.wood, 2, { 'fill-opacity': 0.5 }),
    1,
    -35,
  )
}

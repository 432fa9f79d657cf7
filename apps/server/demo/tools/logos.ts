import * as d from './svg.ts'
import { at, circle, curve, group, ink, line, mix, path, rect, text } from './svg.ts'

export interface Logo {
  /** Below the mark, and the first line of the word mark. */
  name: string
  second: string
  /** Readable on white and on the dark paper of the dark theme. */
  colour: string
  /** On a square of 64. */
  mark: string
}

/** One mark for each team of the demo. */
export const logos: Record<string, Logo> = {
  learnt: {
    name: 'Learnt',
    second: 'Academy',
    colour: '#14877f',
    mark:
      rect(0, 0, 64, 64, '#14877f', 16) +
      path('M12 20 C20 16 27 17 32 21 C37 17 44 16 52 20 L52 46 C44 42 37 43 32 47 C27 43 20 42 12 46 Z', ink.white) +
      line('22,32 29,39 43,25', ink.amber, 5.5),
  },
  'learnt-community': {
    name: 'Learnt',
    second: 'Community',
    colour: '#387ca3',
    mark:
      rect(0, 0, 64, 64, '#387ca3', 16) +
      circle(25, 28, 14, '#55c39e') +
      circle(41, 28, 14, ink.white, { 'fill-opacity': 0.9 }) +
      circle(33, 42, 14, ink.amber, { 'fill-opacity': 0.92 }),
  },
  munro: {
    name: 'Munro',
    second: 'Hotels',
    colour: '#c9574f',
    mark:
      circle(32, 32, 32, '#c9574f') +
      circle(45, 20, 6, '#ff994c') +
      path('M8 48 L25 18 L34 33 L40 25 L56 48 Q46 60 32 62 Q18 60 8 48 Z', ink.white) +
      path('M25 18 L19 29 L25 33 L29 28 L31.5 29 Z', '#c9574f', { 'fill-opacity': 0.35 }),
  },
  'munro-highland': {
    name: 'Munro',
    second: 'Highland Lodges',
    colour: '#5f7f84',
    mark:
      circle(32, 32, 32, '#5f7f84') +
      path('M32 8 L45 28 L39 28 L49 44 L36 44 L36 54 L28 54 L28 44 L15 44 L25 28 L19 28 Z', ink.white) +
      curve('M10 54 Q21 48 32 54 Q43 60 54 54', '#f18153', 4),
  },
  'munro-city': {
    name: 'Munro',
    second: 'City Hotels',
    colour: '#7d6a96',
    mark:
      circle(32, 32, 32, '#7d6a96') +
      rect(14, 28, 14, 26, ink.white) +
      rect(30, 14, 18, 40, ink.white) +
      [0, 1, 2, 3]
        .map(
          (row) =>
            rect(34, 19 + row * 8, 4, 4, '#6080a3') + rect(41, 19 + row * 8, 4, 4, row === 1 ? ink.amber : '#6080a3'),
        )
        .join('') +
      [0, 1].map((row) => rect(17, 33 + row * 8, 3, 4, '#6080a3') + rect(22, 33 + row * 8, 3, 4, '#6080a3')).join(''),
  },
  stellar: {
    name: 'Stellar',
    second: 'Engineering',
    colour: '#7d4be0',
    mark:
      rect(0, 0, 64, 64, '#2a1260', 14) +
      at(
        32,
        32,
        group(
          path('M0 -11 L3 -3 L11 0 L3 3 L0 11 L-3 3 L-11 0 L-3 -3 Z', ink.white) +
            d.ellipse(0, 0, 25, 10, 'none', { stroke: '#fe5cf2', 'stroke-width': 4 }) +
            circle(24, -3, 5, '#fe5cf2'),
          'rotate(-28)',
        ),
      ),
  },
  'stellar-field': {
    name: 'Stellar',
    second: 'Field Service',
    colour: '#2585a8',
    mark:
      rect(0, 0, 64, 64, '#17566d', 14) +
      path('M32 9 L52 20.5 L52 43.5 L32 55 L12 43.5 L12 20.5 Z', 'none', {
        stroke: '#4dbce9',
        'stroke-width': 5,
        'stroke-linejoin': 'round',
      }) +
      path('M35 16 L21 35 L31 35 L28 48 L43 28 L33 28 Z', '#d1e751'),
  },
}

/** The mark with the name beside it, without a ground. */
export function wordMark(logo: Logo): { width: number; svg: string } {
  const width = 84 + Math.max(logo.name.length * 20, logo.second.length * 11) + 8
  return {
    width,
    svg: d.svg(
      width,
      64,
      `${logo.name} ${logo.second}`,
      logo.mark +
        text(80, 31, logo.name, { size: 32, weight: 900, fill: logo.colour }) +
        text(81, 57, logo.second, { size: 19, weight: 600, fill: logo.colour }),
    ),
  }
}

/** What stands behind the sign-in form: 1280 by 800. */
export const backdrops: Record<string, () => string> = {
  learnt: () =>
    sky('#e4f3f0', '#b9e0d8') +
    hill('M0 620 C220 520 420 640 660 560 C900 480 1080 560 1280 500 L1280 800 L0 800 Z', '#8fcbbf') +
    hill('M0 690 C260 610 480 720 760 650 C980 596 1140 660 1280 620 L1280 800 L0 800 Z', '#4fa398') +
    hill('M0 750 C300 700 620 780 1280 720 L1280 800 L0 800 Z', '#14736c') +
    circle(1040, 200, 90, '#f8d48c') +
    at(210, 620, d.plant(0, 0, 3.2, '#e2604c')) +
    at(1060, 560, book(1.7)) +
    d.cloud(300, 160, 2, '#ffffff') +
    d.cloud(780, 110, 1.4, '#ffffff'),
  munro: () =>
    sky('#fbe3d2', '#f6b992') +
    circle(900, 300, 110, '#fff1d6') +
    hill('M0 560 L200 330 L330 450 L520 240 L720 480 L880 360 L1080 560 L1280 430 L1280 800 L0 800 Z', '#d98a6d') +
    hill('M0 640 L240 470 L430 610 L640 450 L900 640 L1120 520 L1280 610 L1280 800 L0 800 Z', '#b05f52') +
    hill('M0 720 C260 660 520 730 820 690 C1000 668 1160 700 1280 680 L1280 800 L0 800 Z', '#7c3f42') +
    at(980, 700, lodge()) +
    [120, 190, 250, 1160, 1220].map((x, index) => pine(x, 730, 1 + (index % 3) * 0.3)).join(''),
  stellar: () =>
    rect(0, 0, 1280, 800, '#1b0d40') +
    circle(960, 240, 330, '#2d1670') +
    circle(960, 240, 230, '#3d2090') +
    Array.from({ length: 90 }, (_, i) =>
      circle(scatter(i, 1) * 1280, scatter(i, 2) * 620, 1 + ((i * 7) % 4) * 0.6, '#ffffff', {
        'fill-opacity': d.r(0.35 + ((i * 13) % 10) / 18),
      }),
    ).join('') +
    circle(960, 240, 96, '#fe5cf2', { 'fill-opacity': 0.9 }) +
    d.ellipse(960, 240, 210, 52, 'none', { stroke: '#d1e751', 'stroke-width': 10, transform: 'rotate(-18 960 240)' }) +
    path('M864 240 A96 96 0 0 0 1056 240 Z', '#c93fc4', { transform: 'rotate(-18 960 240)' }) +
    hill(
      'M0 690 L120 690 L120 600 L220 600 L220 660 L360 660 L360 560 L400 560 L400 500 L430 500 L430 560 L520 560 L520 680 L760 680 L760 610 L880 610 L880 690 L1280 690 L1280 800 L0 800 Z',
      '#0f0728',
    ) +
    [140, 170, 240, 280, 376, 410, 450, 480, 790, 820, 850]
      .map((x, index) => rect(x, 620 + ((index * 29) % 50), 12, 12, index % 3 ? '#f3a83a' : '#4dbce9'))
      .join(''),
}

function sky(top: string, low: string): string {
  return rect(0, 0, 1280, 800, top) + rect(0, 300, 1280, 500, mix(top, low, 0.4)) + rect(0, 430, 1280, 370, low)
}

function hill(shape: string, colour: string): string {
  return path(shape, colour)
}

function pine(x: number, y: number, scale: number): string {
  return at(
    x,
    y,
    rect(-5, -10, 10, 26, '#4a2a2c') +
      path('M0 -110 L26 -66 L15 -66 L34 -32 L20 -32 L40 0 L-40 0 L-20 -32 L-34 -32 L-15 -66 L-26 -66 Z', '#52383f'),
    scale,
  )
}

function lodge(): string {
  return (
    rect(-120, -90, 240, 90, '#f6dcc0') +
    path('M-146 -86 L0 -176 L146 -86 Z', '#5b2c33') +
    rect(-22, -56, 44, 56, '#5b2c33') +
    [-92, -56, 56, 92].map((x) => rect(x - 13, -64, 26, 30, '#ffd98a')).join('') +
    rect(70, -176, 24, 50, '#5b2c33')
  )
}

function book(scale: number): string {
  return at(
    0,
    0,
    path(
      'M-120 -40 C-80 -60 -30 -56 0 -36 C30 -56 80 -60 120 -40 L120 60 C80 40 30 44 0 64 C-30 44 -80 40 -120 60 Z',
      '#ffffff',
    ) +
      path('M0 -36 C30 -56 80 -60 120 -40 L120 60 C80 40 30 44 0 64 Z', '#eef4f6') +
      [-14, 8, 30]
        .map(
          (y) =>
            curve(`M-100 ${y} C-70 ${y - 10} -40 ${y - 8} -18 ${y + 2}`, '#b9cdd6', 6) +
            curve(`M18 ${y + 2} C40 ${y - 8} 70 ${y - 10} 100 ${y}`, '#b9cdd6', 6),
        )
        .join(''),
    scale,
  )
}

function scatter(i: number, salt: number): number {
  const wave = Math.sin(i * 127.1 + salt * 311.7) * 43758.5453
  return wave - Math.floor(wave)
}

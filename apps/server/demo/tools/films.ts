import type { NarrationKey } from '../narrations.ts'
import * as d from './svg.ts'
import { arrow, at, circle, curve, ellipse, group, ink, line, mix, path, rect, skin, svg, text } from './svg.ts'

export interface Film {
  narration: NarrationKey
  /** One frame: which cue is being spoken, how far it is (0 to 1), and the seconds since the film began. */
  draw(cue: number, share: number, seconds: number): string
}

export const filmSize = { width: 640, height: 360 }

export const films: Record<string, Film> = {
  phishing: { narration: 'film-phishing', draw: phishing },
  extinguisher: { narration: 'film-extinguisher', draw: extinguisher },
  lifting: { narration: 'film-lifting', draw: lifting },
  'clean-hands': { narration: 'film-hands', draw: hands },
  'first-steps': { narration: 'film-first-steps', draw: firstSteps },
}

export function frame(film: Film, cue: number, share: number, seconds: number): string {
  return svg(filmSize.width, filmSize.height, 'film', film.draw(cue, share, seconds))
}

/** 0 to 1 between two shares, with a soft start and end. */
function ease(share: number, from = 0, to = 1): number {
  const t = Math.min(1, Math.max(0, (share - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

function between(a: number, b: number, share: number): number {
  return a + (b - a) * share
}

function fade(inside: string, opacity: number): string {
  return opacity <= 0 ? '' : opacity >= 1 ? inside : group(inside, undefined, { opacity })
}

function banner(words: string, share: number, colour: string = ink.navy): string {
  const x = between(-300, 24, ease(share, 0, 0.18))
  return (
    rect(x, 24, Math.max(120, words.length * 12.4 + 36), 48, colour, 24) +
    text(x + 20, 48, words, { size: 22, weight: 800, fill: ink.white, middle: true })
  )
}

function backdrop(back: string, blob: string, ground: string): string {
  return (
    rect(0, 0, 640, 360, back) +
    path('M70 330 C10 250 30 110 120 70 C200 34 250 74 330 44 C430 6 560 30 604 130 C644 220 600 300 560 334 Z', blob) +
    rect(0, 318, 640, 42, ground)
  )
}

function pointer(x: number, y: number, press = 0): string {
  return at(
    x,
    y,
    path('M0 0 L0 40 L10 32 L17 48 L25 45 L18 29 L30 28 Z', ink.navy, {
      stroke: ink.white,
      'stroke-width': 3,
      'stroke-linejoin': 'round',
    }),
    1 - press * 0.12,
  )
}

function phishing(cue: number, share: number, seconds: number): string {
  const mail = (x: number, y: number) =>
    rect(x, y, 380, 226, ink.white, 14) +
    path(
      `M${x} ${y + 14} Q${x} ${y} ${x + 14} ${y} L${x + 366} ${y} Q${x + 380} ${y} ${x + 380} ${y + 14} L${x + 380} ${y + 34} L${x} ${y + 34} Z`,
      ink.navy,
    ) +
    circle(x + 38, y + 66, 18, ink.teal) +
    text(x + 68, y + 62, 'IT Help Desk', { size: 18, weight: 800 }) +
    text(x + 68, y + 83, 'help@learnt-desk.example', { size: 14.5, fill: ink.slate }) +
    text(x + 22, y + 118, 'Your account closes TODAY', { size: 18, weight: 800 }) +
    rect(x + 22, y + 132, 250, 9, ink.mist, 4) +
    rect(x + 22, y + 150, 200, 9, ink.mist, 4) +
    rect(x + 22, y + 172, 160, 38, ink.blue, 8) +
    text(x + 102, y + 191, 'Keep my account', {
      size: 16,
      weight: 700,
      fill: ink.white,
      anchor: 'middle',
      middle: true,
    })
  const scene = backdrop(ink.sky, mix(ink.sky, ink.blue, 0.16), ink.navy)
  if (cue === 0) {
    const open = ease(share, 0.45, 0.75)
    const fly = ease(share, 0, 0.4)
    return (
      scene +
      lower(
        fade(d.envelope(between(-80, 320, fly), between(60, 190, fly) + Math.sin(seconds * 5) * 4, 1.5), 1 - open) +
          fade(at(0, between(40, 0, open), mail(130, 66)), open),
      ) +
      banner('A message arrives', share)
    )
  }
  if (cue === 1) {
    const beat = 1 + Math.sin(seconds * 6) * 0.04
    return (
      scene +
      lower(
        mail(130, 66) +
          rect(142, 160, 262, 34, 'none', 8, { stroke: ink.coral, 'stroke-width': 4 }) +
          at(
            530,
            180,
            circle(0, 0, 46, ink.white) +
              circle(0, 0, 46, 'none', { stroke: ink.coral, 'stroke-width': 8 }) +
              at(0, 0, line('0,4 0,-28', ink.navy, 6), 1, (seconds * 120) % 360) +
              line('0,0 18,10', ink.navy, 6) +
              circle(0, 0, 5, ink.navy),
            beat,
          ),
      ) +
      banner('1. It wants you to hurry', share, ink.coral)
    )
  }
  if (cue === 2) {
    const zoom = ease(share, 0.1, 0.4)
    return (
      scene +
      lower(
        mail(130, 66) +
          rect(190, 132, 200, 24, 'none', 6, { stroke: ink.coral, 'stroke-width': 4 }) +
          fade(
            rect(between(200, 120, zoom), 216, between(240, 400, zoom), 88, ink.honey, 14) +
              text(266, 250, 'help@', { size: 20, weight: 600, anchor: 'end' }) +
              text(268, 250, 'learnt-desk.example', { size: 20, weight: 800, fill: ink.coral }) +
              text(320, 284, 'yours ends in: learnt.example', { size: 18, weight: 600, anchor: 'middle' }),
            zoom,
          ),
      ) +
      banner('2. Look at the address', share, ink.coral)
    )
  }
  if (cue === 3) {
    const move = ease(share, 0.05, 0.35)
    const shown = ease(share, 0.35, 0.5)
    return (
      scene +
      lower(
        mail(130, 66) +
          fade(
            rect(110, 268, 430, 62, ink.honey, 12) +
              text(128, 305, 'http://learnt.example', { size: 19, weight: 500 }) +
              text(311, 305, '.sign-in-now.example', { size: 19, weight: 800, fill: ink.coral }) +
              text(518, 305, '/', { size: 19 }),
            shown,
          ) +
          pointer(between(500, 250, move), between(120, 252, move)),
      ) +
      banner('3. Point, do not click', share, ink.coral)
    )
  }
  if (cue === 4) {
    const typed = Math.floor(ease(share, 0.2, 0.7) * 9)
    const taken = ease(share, 0.7, 0.95)
    return (
      scene +
      rect(180, 84, 280, 218, ink.white, 16) +
      circle(320, 128, 26, ink.teal) +
      line('309,128 317,137 333,119', ink.white, 6) +
      text(320, 182, 'Sign in', { size: 20, weight: 800, anchor: 'middle' }) +
      rect(206, 196, 228, 36, ink.mist, 8) +
      text(222, 220, 'you@learnt.example', { size: 16 }) +
      rect(206, 242, 228, 36, ink.mist, 8) +
      text(222, 266, '•'.repeat(typed), { size: 20, weight: 800 }) +
      fade(
        at(
          between(330, 560, taken),
          between(260, 110, taken),
          rect(-52, -20, 104, 40, ink.coral, 10) +
            text(0, 0, '•••••••••', { size: 18, weight: 800, fill: ink.white, anchor: 'middle', middle: true }),
        ),
        taken > 0 ? 1 : 0,
      ) +
      curve('M560 0 L560 60', ink.slate, 4) +
      curve('M560 60 L560 84 A16 16 0 0 1 528 84 L528 76', ink.slate, 6) +
      banner('A copy waits behind it', share, ink.coral)
    )
  }
  const stage = (from: number) => ease(share, from, from + 0.14)
  const card = (x: number, from: number, name: string, mark: string, colour: string) =>
    fade(
      at(
        0,
        between(30, 0, stage(from)),
        rect(x, 92, 176, 206, ink.white, 16) +
          circle(x + 88, 170, 52, mix(colour, '#ffffff', 0.78)) +
          at(x + 88, 170, mark) +
          text(x + 88, 268, name, { size: 25, weight: 800, anchor: 'middle' }),
      ),
      stage(from),
    )
  return (
    scene +
    card(36, 0.04, 'Stop', d.cross(0, 0, 1.7), ink.coral) +
    card(
      232,
      0.22,
      'Check',
      circle(-6, -6, 22, ink.white, { stroke: ink.navy, 'stroke-width': 8 }) + line('12,12 30,30', ink.amber, 12),
      ink.amber,
    ) +
    card(428, 0.55, 'Report', d.shield(0, 0, 0.7) + d.tick(0, 0, 0.9, 'none'), ink.teal) +
    banner('Stop, check, report', share, ink.teal)
  )
}

function lower(inside: string): string {
  return at(0, 18, inside)
}

function extinguisher(cue: number, share: number, seconds: number): string {
  const scene = backdrop(ink.blush, mix(ink.blush, ink.coral, 0.2), mix(ink.coral, ink.navy, 0.55))
  const flicker = 1 + Math.sin(seconds * 9) * 0.04
  const fire = (size: number) =>
    size <= 0.02
      ? ''
      : group(
          d.flame(0, 0, 1.3 * flicker) +
            at(-52, 22, d.flame(0, 0, 0.62 * (2 - flicker))) +
            at(54, 20, d.flame(0, 0, 0.7 * flicker)),
          `translate(510 ${318 - 50 * size}) scale(${d.r(size)})`,
        )
  const can = (pinOut: number, squeeze: number, hose: string) =>
    ellipse(150, 318, 62, 8, '#000', { 'fill-opacity': 0.14 }) +
    rect(104, 150, 92, 168, ink.coral, 30) +
    rect(118, 200, 64, 74, ink.cream, 8) +
    d.flame(150, 244, 0.46) +
    rect(134, 122, 32, 32, ink.slate, 6) +
    line('132,116 206,112', ink.navy, 10) +
    line(`132,106 206,${between(88, 104, squeeze)}`, ink.navy, 11) +
    fade(
      at(
        between(150, 96, pinOut),
        between(112, 64, pinOut),
        circle(-14, 0, 9, 'none', { stroke: ink.amber, 'stroke-width': 5 }) + line('-4,0 16,0', ink.amber, 5),
      ),
      1 - ease(pinOut, 0.8, 1),
    ) +
    curve(hose, ink.navy, 10)
  const rest = 'M170 128 C226 138 226 190 216 250'
  const aimed = 'M170 128 C226 138 232 220 300 238'
  const nozzle = (angle: number) => at(300, 238, path('M-6 -9 L34 -14 L34 14 L-6 9 Z', ink.navy), 1, angle)
  const spray = (angle: number, strength: number) =>
    group(
      Array.from({ length: 26 }, (_, index) => {
        const along = ((index * 0.137 + seconds * 1.6) % 1) * strength
        return circle(34 + along * 165, Math.sin(index * 12.9) * 30 * along, 4 + along * 9, ink.white, {
          'fill-opacity': d.r(0.9 - along * 0.4),
        })
      }).join(''),
      `translate(300 238) rotate(${d.r(angle)})`,
    )
  const letters = (on: number) =>
    ['Pull', 'Aim', 'Squeeze', 'Sweep']
      .map((word, index) => {
        const active = index === on
        const x = 26 + index * 150
        return (
          rect(x, 22, 138, 46, active ? ink.navy : ink.white, 23, active ? {} : { 'fill-opacity': 0.75 }) +
          text(x + 69, 45, word, {
            size: 21,
            weight: 800,
            fill: active ? ink.white : ink.steel,
            anchor: 'middle',
            middle: true,
          })
        )
      })
      .join('')
  if (cue === 0) {
    const rows: [string, number][] = [
      ['Small fire', 0.12],
      ['Way out behind you', 0.36],
      ['Alarm raised', 0.7],
    ]
    return (
      scene +
      fire(0.8) +
      at(-20, 0, can(0, 0, rest)) +
      rows
        .map(([words, from], index) =>
          fade(
            rect(236, 84 + index * 60, 254, 48, ink.white, 24) +
              d.tick(262, 108 + index * 60, 0.8) +
              text(292, 108 + index * 60, words, { size: 18, weight: 700, middle: true }),
            ease(share, from, from + 0.1),
          ),
        )
        .join('') +
      banner('Only if all three hold', share, ink.coral)
    )
  }
  if (cue === 1) return scene + fire(0.9) + can(0, 0, rest) + letters(Math.min(3, Math.floor(share * 4)))
  if (cue === 2) return scene + fire(0.94) + can(ease(share, 0.15, 0.8), 0, rest) + letters(0)
  if (cue === 3) {
    const aim = ease(share, 0.1, 0.5)
    return (
      scene +
      fire(0.98) +
      can(1, 0, aim > 0.5 ? aimed : rest) +
      (aim > 0.5 ? nozzle(between(-22, 14, aim)) : '') +
      fade(
        circle(508, 302, 26, 'none', { stroke: ink.navy, 'stroke-width': 5 }) +
          line('508,268 508,336', ink.navy, 4) +
          line('474,302 542,302', ink.navy, 4),
        ease(share, 0.35, 0.6),
      ) +
      letters(1)
    )
  }
  if (cue === 4)
    return (
      scene +
      fire(between(1, 0.85, share)) +
      can(1, ease(share, 0, 0.25), aimed) +
      nozzle(16) +
      fade(spray(16, 1), ease(share, 0.2, 0.35)) +
      line('330,338 500,338', ink.white, 4) +
      text(415, 352, '2 m', { size: 15, weight: 800, fill: ink.white, anchor: 'middle' }) +
      letters(2)
    )
  if (cue === 5) {
    const angle = 14 + Math.sin(seconds * 3) * 9
    const left = 1 - ease(share, 0.05, 0.62)
    return (
      scene +
      fire(0.85 * left) +
      can(1, left > 0 ? 1 : 0, aimed) +
      nozzle(angle) +
      (left > 0.02 ? spray(angle, 1) : '') +
      fade(d.tick(510, 230, 2), ease(share, 0.66, 0.78)) +
      letters(3)
    )
  }
  const go = ease(share, 0.15, 0.9)
  return (
    scene +
    rect(470, 96, 120, 222, ink.slate, 6) +
    rect(480, 106, 100, 212, mix(ink.leaf, '#ffffff', 0.35)) +
    path(
      `M480 106 L${between(500, 580, go)} ${between(116, 106, go)} L${between(500, 580, go)} ${between(330, 318, go)} L480 318 Z`,
      ink.leaf,
    ) +
    circle(between(492, 566, go), 216, 5, ink.amber) +
    fade(walker(between(230, 500, ease(share, 0, 0.55)), 318, seconds), 1 - ease(share, 0.5, 0.6)) +
    at(-330, 0, fire(0.62)) +
    at(-410, 0, fire(0.4)) +
    banner('Not out? Leave, close the door', share, ink.leaf)
  )
}

function walker(x: number, ground: number, seconds: number): string {
  const swing = Math.sin(seconds * 7)
  return at(
    x,
    ground,
    d.figure(
      {
        head: [4, -160],
        shoulder: [0, -122],
        hip: [-2, -68],
        knee: [swing * 16, -38],
        foot: [swing * 26 - 4, -8],
        farKnee: [-swing * 16, -38],
        farFoot: [-swing * 26 - 6, -8],
        elbow: [-swing * 16, -92],
        hand: [-swing * 22 + 8, -72],
        farElbow: [swing * 16, -92],
        farHand: [swing * 22 + 8, -72],
      },
      { skin: skin.tan, hair: 'short', hairColour: '#2b1a12', shirt: ink.blue, trousers: ink.navy, thick: 0.9 },
    ),
  )
}

type Joints = Required<d.Pose>

const standing: Joints = {
  head: [4, -196],
  shoulder: [0, -150],
  hip: [-4, -84],
  knee: [2, -46],
  foot: [-2, -9],
  farKnee: [-12, -46],
  farFoot: [-18, -9],
  elbow: [10, -116],
  hand: [16, -84],
  farElbow: [4, -116],
  farHand: [4, -84],
}
const apart: Joints = { ...standing, knee: [18, -48], foot: [20, -9], farKnee: [-18, -46], farFoot: [-32, -9] }
const crouched: Joints = {
  head: [24, -136],
  shoulder: [12, -96],
  hip: [-24, -40],
  knee: [32, -54],
  foot: [20, -9],
  farKnee: [12, -38],
  farFoot: [-32, -9],
  elbow: [30, -62],
  hand: [48, -34],
  farElbow: [36, -60],
  farHand: [58, -30],
}
const lifted: Joints = {
  head: [2, -194],
  shoulder: [-4, -148],
  hip: [-8, -82],
  knee: [12, -46],
  foot: [20, -9],
  farKnee: [-14, -46],
  farFoot: [-32, -9],
  elbow: [14, -108],
  hand: [48, -104],
  farElbow: [20, -106],
  farHand: [54, -96],
}

function blend(a: Joints, b: Joints, share: number): Joints {
  return Object.fromEntries(
    (Object.keys(a) as (keyof Joints)[]).map((joint) => [
      joint,
      [between(a[joint][0], b[joint][0], share), between(a[joint][1], b[joint][1], share)],
    ]),
  ) as unknown as Joints
}

function lifting(cue: number, share: number, seconds: number): string {
  const look = {
    skin: skin.brown,
    hair: 'short' as const,
    hairColour: '#241510',
    shirt: ink.amber,
    trousers: ink.navy,
    thick: 1,
  }
  const scene =
    backdrop('#e7eef4', mix('#e7eef4', ink.blue, 0.2), mix(ink.blue, ink.navy, 0.58)) +
    rect(488, 232, 126, 12, ink.slate, 4) +
    rect(500, 244, 10, 74, ink.slate) +
    rect(592, 244, 10, 74, ink.slate)
  const crate = (x: number, y: number, tilt = 0) =>
    at(x, y, rect(-34, -56, 68, 56, ink.wood, 4) + rect(-10, -56, 20, 22, mix(ink.wood, '#ffffff', 0.45)), 1, tilt)
  const man = (x: number, pose: d.Pose) =>
    ellipse(x, 320, 56, 7, '#000', { 'fill-opacity': 0.14 }) + at(x, 318, d.figure(pose, look))
  if (cue === 0) {
    const eye = ease(share, 0.2, 0.8)
    return (
      scene +
      crate(330, 318) +
      man(190, standing) +
      fade(curve('M220 140 C330 90 460 110 545 218', ink.leaf, 4, { 'stroke-dasharray': '4 12' }), eye) +
      fade(
        d.speech(30, 96, 128, 92, ink.white, 'right') +
          text(94, 132, 'Way clear?', { size: 17, weight: 700, anchor: 'middle' }) +
          text(94, 162, 'Too heavy?', { size: 17, weight: 700, anchor: 'middle' }),
        ease(share, 0.3, 0.45),
      ) +
      banner('1. Look', share, ink.blue)
    )
  }
  if (cue === 1) {
    const walk = ease(share, 0.1, 0.6)
    return (
      scene +
      crate(330, 318) +
      man(between(190, 268, walk), blend(standing, apart, ease(share, 0.4, 0.8))) +
      fade(
        arrow(300, 338, 244, 338, ink.white, 4, 10) + arrow(244, 338, 300, 338, ink.white, 4, 10),
        ease(share, 0.7, 0.85),
      ) +
      banner('2. Stand close', share, ink.blue)
    )
  }
  if (cue === 2)
    return (
      scene +
      crate(330, 318) +
      man(268, blend(apart, crouched, ease(share, 0.1, 0.7))) +
      fade(line('262,212 246,268', ink.leaf, 6) + d.tick(214, 216, 0.9), ease(share, 0.75, 0.9)) +
      banner('3. Bend your knees', share, ink.blue)
    )
  if (cue === 3)
    return (
      scene +
      man(268, crouched) +
      crate(330, 318, Math.sin(ease(share, 0.3, 0.9) * Math.PI * 2) * 5) +
      banner('4. Grip and test', share, ink.blue)
    )
  if (cue === 4) {
    const up = ease(share, 0.1, 0.75)
    return (
      scene +
      man(268, blend(crouched, lifted, up)) +
      crate(330, between(318, 240, up)) +
      arrow(392, 300, 392, between(290, 220, up), ink.leaf, 6, 14) +
      banner('5. Lift with your legs', share, ink.blue)
    )
  }
  const walk = ease(share, 0.05, 0.5)
  const down = ease(share, 0.55, 0.75)
  const swing = walk > 0 && walk < 1 ? Math.sin(seconds * 7) : 0
  const step: Joints = {
    ...lifted,
    knee: [between(12, swing * 20, 0.9), -46],
    foot: [between(20, swing * 30, 0.9), -9],
    farKnee: [-swing * 18, -46],
    farFoot: [-swing * 28 - 4, -9],
  }
  const x = between(268, 470, walk)
  return (
    scene +
    man(x, down > 0 ? blend(lifted, standing, down) : step) +
    crate(x + between(62, 82, down), between(240, 232, down)) +
    fade(d.tick(560, 128, 1.8), ease(share, 0.8, 0.92)) +
    banner('6. Turn with your feet', share, ink.blue)
  )
}

function hands(cue: number, share: number, seconds: number): string {
  const scene =
    rect(0, 0, 640, 360, ink.sea) +
    Array.from({ length: 10 }, (_, i) => rect(i * 68, 0, 2, 250, ink.white)).join('') +
    Array.from({ length: 4 }, (_, i) => rect(0, i * 68 + 20, 640, 2, ink.white)).join('') +
    rect(0, 250, 640, 110, mix(ink.teal, ink.navy, 0.45)) +
    rect(0, 244, 640, 14, ink.cream)
  const tap =
    path('M296 96 L296 62 Q296 46 312 46 L374 46 Q392 46 392 64 L392 82 L372 82 L372 66 L318 66 L318 96 Z', ink.steel) +
    rect(284, 92, 48, 14, ink.slate, 5) +
    rect(300, 104, 16, 146, ink.steel)
  const water = (strength: number) =>
    strength <= 0
      ? ''
      : group(
          rect(375, 84, 14, 178, ink.blue, 7, { 'fill-opacity': 0.55 }) +
            [0, 1, 2, 3]
              .map((i) =>
                circle(382 + Math.sin(i * 9 + seconds * 3) * 4, 84 + ((seconds * 150 + i * 46) % 170), 4, ink.white),
              )
              .join(''),
          undefined,
          { opacity: d.r(strength) },
        )
  const hand = (x: number, y: number, angle: number, flip: boolean, tone: string) =>
    group(
      path('M-26 48 L-26 70 L24 70 L24 48 Z', ink.white) +
        path(
          'M-28 52 C-40 22 -44 4 -44 -2 C-44 -12 -32 -14 -27 -4 L-20 10 L-20 -36 C-20 -48 -5 -48 -5 -36 L-5 -44 C-5 -56 10 -56 10 -44 L10 -36 C10 -48 24 -48 24 -36 L24 -22 C24 -33 37 -33 37 -22 L36 20 C36 40 26 52 24 54 Z',
          tone,
        ),
      `translate(${d.r(x)} ${d.r(y)}) rotate(${d.r(angle)}) scale(${flip ? -1.15 : 1.15} 1.15)`,
    )
  const foam = (amount: number, x: number, y: number) =>
    Array.from({ length: 16 }, (_, i) =>
      circle(
        x + Math.sin(i * 5.3) * 62,
        y + Math.cos(i * 3.7) * 44 + Math.sin(seconds * 4 + i) * 3,
        (7 + ((i * 7) % 12)) * amount,
        ink.white,
        { 'fill-opacity': 0.85 },
      ),
    ).join('')
  const rub = Math.sin(seconds * 8)
  if (cue === 0) {
    const when: [string, string, number][] = [
      ['Food', ink.leaf, 0.2],
      ['Raw meat', ink.coral, 0.42],
      ['Toilet', ink.blue, 0.62],
      ['Bin', ink.plum, 0.8],
    ]
    return (
      scene +
      when
        .map(([word, colour, from], index) =>
          fade(
            at(
              0,
              between(16, 0, ease(share, from, from + 0.1)),
              rect(40 + index * 144, 120, 128, 150, ink.white, 16) +
                circle(104 + index * 144, 176, 36, mix(colour, '#ffffff', 0.75)) +
                at(104 + index * 144, 176, washIcon(index)) +
                text(104 + index * 144, 250, word, { size: 20, weight: 800, anchor: 'middle' }),
            ),
            ease(share, from, from + 0.1),
          ),
        )
        .join('') +
      banner('When?', share, ink.teal)
    )
  }
  if (cue === 1)
    return (
      scene +
      tap +
      water(ease(share, 0.05, 0.2)) +
      hand(350, 200, -12, false, skin.honey) +
      hand(430, 204, 12, true, skin.honey) +
      rect(520, 176, 52, 70, ink.amber, 10) +
      rect(538, 156, 16, 22, ink.navy, 4) +
      line('546,156 524,156', ink.navy, 9) +
      foam(ease(share, 0.6, 0.95), 388, 180) +
      banner('Water and soap', share, ink.teal)
    )
  if (cue === 2) {
    const back = share > 0.55
    return (
      scene +
      hand(300 + rub * 14, 190, back ? 64 : 18, false, skin.honey) +
      hand(back ? 330 : 360 - rub * 14, back ? 196 : 190, back ? 20 : -18, true, mix(skin.honey, '#000000', 0.06)) +
      foam(0.8, 330, 190) +
      banner(back ? 'Backs' : 'Palm to palm', share, ink.teal)
    )
  }
  if (cue === 3) {
    const part = share < 0.3 ? 'Between the fingers' : share < 0.6 ? 'Thumbs' : 'Fingertips'
    const angle = share < 0.3 ? 30 : share < 0.6 ? 70 : 110
    return (
      scene +
      hand(296 + rub * 10, 196, angle, false, skin.honey) +
      hand(366 - rub * 6, 188, -24, true, mix(skin.honey, '#000000', 0.06)) +
      foam(0.7, 334, 186) +
      banner(part, Math.max(share, 0.2), ink.teal)
    )
  }
  if (cue === 4) {
    const left = Math.round(between(0, 20, ease(share, 0.05, 0.95)))
    const turn = ease(share, 0.05, 0.95)
    const radius = 84
    const angle = turn * Math.PI * 2 - Math.PI / 2
    const arc =
      turn >= 0.999
        ? circle(320, 172, radius, 'none', { stroke: ink.amber, 'stroke-width': 18 })
        : curve(
            `M320 ${172 - radius} A${radius} ${radius} 0 ${turn > 0.5 ? 1 : 0} 1 ${d.r(320 + radius * Math.cos(angle))} ${d.r(172 + radius * Math.sin(angle))}`,
            ink.amber,
            18,
          )
    return (
      scene +
      circle(320, 172, radius + 9, ink.white) +
      circle(320, 172, radius, 'none', { stroke: ink.mist, 'stroke-width': 18 }) +
      arc +
      text(320, 172, String(left), { size: 64, weight: 900, anchor: 'middle', middle: true }) +
      text(320, 222, 'seconds', { size: 17, weight: 700, anchor: 'middle' }) +
      foam(0.7, 150, 220) +
      foam(0.7, 500, 220) +
      banner('Take your time', share, ink.teal)
    )
  }
  const dry = ease(share, 0.35, 0.6)
  return (
    scene +
    tap +
    water(1 - ease(share, 0.3, 0.4)) +
    (dry < 0.5
      ? hand(350, 204, -12, false, skin.honey) + hand(430, 208, 12, true, skin.honey)
      : hand(between(350, 340, dry), between(204, 150, dry), -20, false, skin.honey) +
        rect(between(330, 282, dry), between(190, 84, dry), 74, 60, ink.white, 6, {
          stroke: ink.steel,
          'stroke-width': 2,
        })) +
    rect(520, 96, 84, 60, ink.slate, 8) +
    path(
      `M534 156 L590 156 L590 ${between(176, 206, dry)} L580 ${between(170, 198, dry)} L570 ${between(176, 206, dry)} L560 ${between(170, 198, dry)} L550 ${between(176, 206, dry)} L534 ${between(170, 198, dry)} Z`,
      ink.white,
    ) +
    fade(d.tick(180, 170, 2.2), ease(share, 0.75, 0.9)) +
    banner('Rinse and dry', share, ink.teal)
  )
}

function washIcon(index: number): string {
  if (index === 0)
    return circle(0, 4, 20, ink.coral) + path('M0 -14 L7 -4 L18 -8 L10 2 L-10 2 L-18 -8 L-7 -4 Z', ink.leaf)
  if (index === 1)
    return (
      path('M-24 6 C-26 -22 14 -28 24 -6 C30 12 8 24 -8 20 C-18 18 -23 14 -24 6 Z', ink.coral) +
      circle(8, -2, 8, ink.white)
    )
  if (index === 2)
    return path('M-18 -22 L-4 -22 L-4 2 L20 2 C20 18 8 20 4 20 L4 26 L-14 26 L-14 14 L-18 8 Z', ink.white, {
      stroke: ink.blue,
      'stroke-width': 5,
      'stroke-linejoin': 'round',
    })
  return (
    path('M-18 -12 L18 -12 L13 26 L-13 26 Z', ink.plum) +
    rect(-22, -20, 44, 8, ink.plum, 3) +
    rect(-8, -26, 16, 6, ink.plum, 3)
  )
}

function firstSteps(cue: number, share: number, seconds: number): string {
  const scene = rect(0, 0, 640, 360, ink.mint)
  const shell =
    rect(40, 30, 560, 306, ink.white, 14) +
    path('M40 44 Q40 30 54 30 L140 30 L140 336 L54 336 Q40 336 40 322 Z', ink.navy) +
    rect(140, 30, 460, 36, ink.mist) +
    path('M586 30 Q600 30 600 44 L600 66 L570 66 L570 30 Z', ink.mist) +
    circle(90, 62, 18, ink.teal) +
    line('82,62 88,68 99,55', ink.white, 5) +
    [0, 1, 2, 3, 4]
      .map((i) => rect(58, 104 + i * 32, 56 + ((i * 19) % 14), 11, i === 0 ? ink.amber : ink.slate, 5))
      .join('') +
    rect(156, 40, 140, 16, ink.white, 8) +
    circle(578, 48, 11, ink.amber)
  const resume = (lit: number) =>
    rect(156, 80, 428, 100, ink.teal, 12, lit ? { stroke: ink.amber, 'stroke-width': 5 * lit } : {}) +
    circle(206, 130, 28, ink.white) +
    path('M197 115 L223 130 L197 145 Z', ink.teal) +
    text(252, 118, 'Resume: Fire safety', { size: 19, weight: 800, fill: ink.white }) +
    text(252, 140, 'Step 4 of 7', { size: 14.5, fill: ink.white }) +
    rect(252, 152, 300, 10, mix(ink.teal, '#000000', 0.3), 5) +
    rect(252, 152, 168, 10, ink.amber, 5)
  const row = (index: number, label: string, title: string, colour: string, lit: number) =>
    rect(156 + between(0, -6, lit), 194 + index * 46, 428 + between(0, 12, lit), 38, mix(colour, '#ffffff', 0.8), 8) +
    rect(156 + between(0, -6, lit), 194 + index * 46, 7, 38, colour, 3) +
    text(178, 213 + index * 46, label, { size: 15, weight: 800, middle: true }) +
    text(280, 213 + index * 46, title, { size: 15, middle: true })
  const list = (lit: number) =>
    row(0, 'Overdue', 'Data protection', ink.coral, lit === 0 ? 1 : 0) +
    row(1, 'Due soon', 'Information security', ink.amber, lit === 1 ? 1 : 0) +
    row(2, 'Upcoming', 'Safe remote working', ink.leaf, lit === 2 ? 1 : 0)
  if (cue === 0) {
    const open = ease(share, 0.4, 0.6)
    const login =
      rect(210, 60, 220, 240, ink.white, 16) +
      circle(320, 110, 30, ink.teal) +
      line('307,110 317,120 335,99', ink.white, 8) +
      rect(234, 160, 172, 30, ink.mist, 6) +
      rect(234, 202, 172, 30, ink.mist, 6) +
      text(246, 181, 'maya@learnt.example', { size: 14 }) +
      text(246, 223, '••••••••', { size: 16 }) +
      rect(234, 246, 172, 34, ink.teal, 17) +
      text(320, 263, 'Log in', { size: 16, weight: 800, fill: ink.white, anchor: 'middle', middle: true })
    return (
      scene +
      fade(
        login +
          pointer(
            between(520, 330, ease(share, 0, 0.3)),
            between(330, 262, ease(share, 0, 0.3)),
            ease(share, 0.3, 0.36),
          ),
        1 - open,
      ) +
      fade(shell + resume(0) + list(-1), open)
    )
  }
  if (cue === 1)
    return (
      scene +
      shell +
      list(-1) +
      resume(0.5 + Math.sin(seconds * 5) * 0.5) +
      pointer(between(480, 222, ease(share, 0.1, 0.5)), between(300, 134, ease(share, 0.1, 0.5)))
    )
  if (cue === 2)
    return (
      scene +
      shell +
      resume(0) +
      list(share < 0.35 ? -1 : share < 0.62 ? 0 : 1) +
      pointer(500, between(140, share < 0.62 ? 214 : 258, ease(share, 0.1, 0.4)))
    )
  if (cue === 3 || cue === 4) {
    const steps: [string, string][] = [
      ['done', 'Welcome'],
      ['done', 'How fires start'],
      ['now', 'Extinguishers'],
      ['open', 'Your building'],
      ['locked', 'Final check'],
    ]
    const marks = steps
      .map(([state, title], index) => {
        const y = 104 + index * 44
        const lit = cue === 3 && ((index < 2 && share > 0.4 && share < 0.66) || (index === 4 && share >= 0.66))
        const mark =
          state === 'done'
            ? d.tick(178, y, 0.62)
            : state === 'now'
              ? circle(178, y, 11, 'none', { stroke: ink.amber, 'stroke-width': 5 })
              : state === 'open'
                ? circle(178, y, 10, ink.white, { stroke: ink.steel, 'stroke-width': 3 })
                : d.padlock(178, y, 0.34, ink.slate)
        return (
          rect(158, y - 19, 172, 38, lit ? ink.honey : state === 'now' ? ink.sea : ink.white, 8) +
          mark +
          text(202, y, title, { size: 15, weight: state === 'now' ? 800 : 500, middle: true })
        )
      })
      .join('')
    const why =
      cue === 3
        ? fade(
            rect(300, 262, 226, 46, ink.navy, 10) +
              text(413, 285, 'First finish “Your building”', {
                size: 15,
                weight: 600,
                fill: ink.white,
                anchor: 'middle',
                middle: true,
              }),
            ease(share, 0.68, 0.78),
          )
        : ''
    const typed = cue === 4 ? Math.floor(share * 2.99) : 0
    const saved = cue === 4 ? rect(446, 40, 118, 18, ink.honey, 9) : ''
    return (
      scene +
      shell +
      saved +
      text(505, 49, cue === 4 ? `Saved 12:0${4 + typed}` : 'Saved 12:04', {
        size: 13.5,
        weight: 700,
        fill: ink.teal,
        anchor: 'middle',
        middle: true,
      }) +
      marks +
      rect(350, 84, 234, 150, ink.blush, 12) +
      d.flame(467, 168, 1) +
      rect(350, 248, 200, 11, ink.mist, 5) +
      rect(350, 268, 224, 11, ink.mist, 5) +
      rect(350, 288, 160, 11, ink.mist, 5) +
      why
    )
  }
  const typed = 'fire safety'.slice(0, Math.floor(ease(share, 0.35, 0.7) * 11))
  const open = ease(share, 0.2, 0.32)
  const key = (x: number, words: string, width: number) =>
    rect(x, 284, width, 44, ink.white, 8, { stroke: ink.navy, 'stroke-width': 3 }) +
    text(x + width / 2, 306, words, { size: 18, weight: 800, anchor: 'middle', middle: true })
  return (
    scene +
    fade(shell + resume(0) + list(-1), between(1, 0.35, open)) +
    fade(
      rect(150, 84, 340, 176, ink.white, 14, { stroke: ink.steel, 'stroke-width': 2 }) +
        circle(178, 114, 8, 'none', { stroke: ink.slate, 'stroke-width': 4 }) +
        line('184,120 192,128', ink.slate, 4) +
        text(206, 115, `${typed}${Math.floor(seconds * 2) % 2 ? '|' : ''}`, { size: 18, middle: true }) +
        rect(150, 140, 340, 2, ink.mist) +
        fade(
          rect(162, 150, 316, 44, ink.sea, 8) +
            d.flame(188, 178, 0.28) +
            text(216, 172, 'Fire safety', { size: 17, weight: 800, middle: true }) +
            text(460, 172, 'course', { size: 14, fill: ink.slate, anchor: 'end', middle: true }) +
            text(216, 220, 'Fire action notice', { size: 16, middle: true }) +
            text(460, 220, 'document', { size: 14, fill: ink.slate, anchor: 'end', middle: true }),
          ease(share, 0.6, 0.75),
        ),
      open,
    ) +
    key(206, 'Ctrl', 96) +
    text(320, 306, '+', { size: 24, weight: 800, anchor: 'middle', middle: true }) +
    key(338, 'K', 64)
  )
}

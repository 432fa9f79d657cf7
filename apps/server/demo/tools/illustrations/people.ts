import * as d from '../svg.ts'
import { arrow, at, circle, curve, ink, line, mix, path, rect, skin, text } from '../svg.ts'
import { type Illustration, quadrants, wide } from './parts.ts'

export const peoplePictures: Record<string, Illustration> = {
  'sbi-model': {
    width: wide,
    height: 400,
    title: 'Situation, behaviour, impact: the three parts of useful feedback',
    draw: () => {
      const parts: [string, string, string, string][] = [
        ['S', 'Situation', 'When and where it was', '“In Tuesday’s handover…”'],
        ['B', 'Behaviour', 'What you saw or heard, like a camera', '“…you read out each open task…”'],
        ['I', 'Impact', 'What it did for people or the work', '“…so nobody had to phone you later.”'],
      ]
      const colours = [ink.blue, ink.teal, ink.plum]
      return (
        rect(0, 0, wide, 400, ink.honey, 18) +
        parts
          .map(([letter, name, meaning, example], index) => {
            const x = 30 + index * 250
            const colour = colours[index] ?? ink.teal
            return (
              rect(x, 40, 240, 320, ink.white, 18) +
              path(
                `M${x} 58 Q${x} 40 ${x + 18} 40 L${x + 222} 40 Q${x + 240} 40 ${x + 240} 58 L${x + 240} 140 L${x} 140 Z`,
                colour,
              ) +
              text(x + 28, 116, letter, { size: 66, weight: 900, fill: ink.white }) +
              text(x + 88, 100, name, { size: 25, weight: 800, fill: ink.white }) +
              text(x + 24, 182, meaning, { size: 18, weight: 600, width: 196 }) +
              rect(x + 20, 246, 200, 92, mix(colour, '#ffffff', 0.86), 12) +
              text(x + 36, 292, example, { size: 17.5, weight: 500, width: 180, middle: true, fill: ink.navy }) +
              (index < 2
                ? circle(x + 245, 90, 17, ink.amber) + path(`M${x + 240} 81 L${x + 252} 90 L${x + 240} 99 Z`, ink.navy)
                : '')
            )
          })
          .join('')
      )
    },
  },

  'vague-to-specific': {
    width: wide,
    height: 430,
    title: 'Vague remarks turned into specific feedback',
    draw: () => {
      const rows: [string, string][] = [
        ['“Great job!”', '“Your summary let us decide in ten minutes.”'],
        ['“You are unreliable.”', '“The last two reports came after the deadline.”'],
        ['“Be more of a team player.”', '“Please share the rota before Friday noon.”'],
        ['“That was a bit much.”', '“You spoke over Sam twice; then he stopped talking.”'],
      ]
      return (
        rect(0, 0, wide, 430, ink.sea, 18) +
        text(172, 52, 'Vague', { size: 22, weight: 800, anchor: 'middle', fill: ink.coral }) +
        text(566, 52, 'Specific', { size: 22, weight: 800, anchor: 'middle', fill: ink.teal }) +
        rows
          .map(([vague, exact], index) => {
            const y = 74 + index * 86
            return (
              rect(30, y, 270, 70, ink.blush, 14) +
              text(165, y + 35, vague, { size: 18, weight: 600, width: 240, anchor: 'middle', middle: true }) +
              arrow(314, y + 35, 352, y + 35, ink.navy, 5, 13) +
              rect(368, y, 402, 70, ink.white, 14) +
              text(568, y + 35, exact, { size: 17, weight: 600, width: 392, anchor: 'middle', middle: true })
            )
          })
          .join('')
      )
    },
  },

  'same-and-fair': {
    width: wide,
    height: 420,
    title: 'The same help for everyone, and help that fits',
    draw: () => {
      const tall = {
        skin: skin.deep,
        hair: 'short' as const,
        hairColour: '#17100c',
        shirt: ink.blue,
        trousers: ink.navy,
      }
      const middle = {
        skin: skin.tan,
        hair: 'bob' as const,
        hairColour: '#2b1a12',
        shirt: ink.coral,
        trousers: ink.slate,
      }
      const small = {
        skin: skin.light,
        hair: 'bun' as const,
        hairColour: '#a5522c',
        shirt: ink.leaf,
        trousers: ink.navy,
      }
      const person = (x: number, ground: number, height: number, look: d.Look & { trousers: string }) =>
        at(
          x,
          ground,
          d.figure(
            {
              head: [2, -158],
              shoulder: [0, -120],
              hip: [0, -66],
              knee: [4, -36],
              foot: [2, -8],
              farKnee: [-8, -36],
              farFoot: [-12, -8],
              elbow: [14, -146],
              hand: [24, -182],
            },
            { ...look, thick: 0.9 },
          ),
          height,
        )
      const scene = (x: number, title: string, steps: [number, number, number], words: string, colour: string) =>
        rect(x, 26, 360, 368, ink.white, 18) +
        text(x + 24, 64, title, { size: 21, weight: 800, fill: colour }) +
        rect(x + 20, 122, 320, 10, ink.wood, 3) +
        [60, 160, 260]
          .map(
            (dx, index) =>
              rect(x + dx + 16, 92, 22, 30, [ink.coral, ink.amber, ink.teal][index] ?? ink.teal, 3) +
              rect(x + dx + 42, 98, 14, 24, ink.plum, 3),
          )
          .join('') +
        steps
          .map((height, index) =>
            height
              ? rect(x + 34 + index * 100, 332 - height, 80, height, ink.sand, 4) +
                rect(x + 34 + index * 100, 332 - height, 80, 6, ink.wood, 3)
              : '',
          )
          .join('') +
        person(x + 74, 332 - steps[0], 1.06, tall) +
        person(x + 174, 332 - steps[1], 0.86, middle) +
        person(x + 274, 332 - steps[2], 0.68, small) +
        rect(x + 16, 330, 328, 6, ink.mist, 3) +
        text(x + 180, 366, words, { size: 16.5, weight: 600, anchor: 'middle', middle: true, width: 320 })
      return (
        rect(0, 0, wide, 420, ink.cream, 18) +
        scene(26, 'The same for everyone', [22, 22, 22], 'One step each: only one reaches the shelf', ink.coral) +
        scene(414, 'What each one needs', [0, 36, 74], 'Different steps: all three reach it', ink.teal)
      )
    },
  },

  'four-ds': quadrants('Four ways to help when you witness unfair treatment', [
    ['1', 'Direct', '“That remark was not all right.” Short and calm, when it is safe.', ink.coral],
    ['2', 'Distract', 'Change the scene: a question, a spilled coffee, a call.', ink.amber],
    ['3', 'Delegate', 'Bring in a manager, a colleague or security.', ink.blue],
    ['4', 'Document, then ask', 'Note what happened. Afterwards: “Are you all right? What would help?”', ink.teal],
  ]),

  'heard-model': {
    width: wide,
    height: 340,
    title: 'HEARD: five steps through a complaint',
    draw: () => {
      const parts: [string, string, string][] = [
        ['H', 'Hear', 'Let them finish'],
        ['E', 'Empathise', '“I can see why”'],
        ['A', 'Apologise', 'Simply, once'],
        ['R', 'Resolve', 'Agree what happens now'],
        ['D', 'Diagnose', 'So it stays fixed'],
      ]
      const colours = [ink.blue, ink.plum, ink.coral, ink.leaf, ink.teal]
      return (
        rect(0, 0, wide, 340, ink.sea, 18) +
        parts
          .map(([letter, name, words], index) => {
            const x = 24 + index * 150
            return (
              path(
                `M${x} 46 L${x + 130} 46 L${x + 158} 112 L${x + 130} 178 L${x} 178 L${x + (index ? 28 : 0)} 112 Z`,
                colours[index] ?? ink.teal,
              ) +
              text(x + 82, 138, letter, { size: 74, weight: 900, fill: ink.white, anchor: 'middle' }) +
              text(x + 76, 224, name, { size: 21, weight: 800, anchor: 'middle' }) +
              text(x + 76, 254, words, { size: 16.5, anchor: 'middle', width: 132 })
            )
          })
          .join('')
      )
    },
  },

  'complaint-curve': {
    width: wide,
    height: 400,
    title: 'How anger rises and falls in a complaint',
    draw: () =>
      rect(0, 0, wide, 400, ink.cream, 18) +
      line('70,330 760,330', ink.navy, 4) +
      line('70,330 70,40', ink.navy, 4) +
      text(84, 56, 'Feelings', { size: 17, weight: 700 }) +
      text(752, 360, 'Time', { size: 17, weight: 700, anchor: 'end' }) +
      path(
        'M80 290 C170 280 220 84 330 82 C430 80 460 196 560 250 C630 286 690 296 740 298 L740 328 L80 328 Z',
        ink.blush,
      ) +
      curve('M80 290 C170 280 220 84 330 82 C430 80 460 196 560 250 C630 286 690 296 740 298', ink.coral, 7) +
      curve('M330 82 C400 66 470 78 560 74', ink.steel, 5, { 'stroke-dasharray': '4 12' }) +
      text(574, 68, '“Calm down!” or excuses', { size: 16, weight: 700, fill: ink.slate, width: 190 }) +
      [
        [150, 262, '1', 'Listen', ink.blue],
        [330, 82, '2', 'Name the feeling', ink.plum],
        [462, 186, '3', 'Apologise', ink.coral],
        [600, 272, '4', 'Solve it', ink.leaf],
      ]
        .map(
          ([x, y, n, label, colour]) =>
            circle(Number(x), Number(y), 19, String(colour), { stroke: ink.white, 'stroke-width': 4 }) +
            text(Number(x), Number(y), String(n), {
              size: 18,
              weight: 800,
              fill: ink.white,
              anchor: 'middle',
              middle: true,
            }) +
            text(Number(x) + (n === '1' ? 30 : n === '2' ? -30 : 30), Number(y) + (n === '1' ? 24 : 6), String(label), {
              size: 18,
              weight: 800,
              anchor: n === '2' ? 'end' : 'start',
            }),
        )
        .join(''),
  },

  'delegation-ladder': {
    width: wide,
    height: 430,
    title: 'Five levels of delegation',
    draw: () => {
      const levels: [string, string][] = [
        ['Tell', '“Please do it this way.”'],
        ['Explain', '“Do it this way, because…”'],
        ['Consult', '“What would you do? I decide.”'],
        ['Agree', '“Let us decide together.”'],
        ['Hand over', '“You decide; tell me how it went.”'],
      ]
      const colours = [ink.coral, ink.amber, ink.leaf, ink.blue, ink.plum]
      return (
        rect(0, 0, wide, 430, ink.lilac, 18) +
        levels
          .map(([name, words], index) => {
            const y = 318 - index * 68
            const x = 40 + index * 60
            return (
              rect(x, y, 720 - index * 60, 62, ink.white, 12) +
              rect(x, y, 152, 62, colours[index] ?? ink.teal, 12) +
              text(x + 76, y + 31, name, {
                size: 20,
                weight: 800,
                fill: index === 1 ? ink.navy : ink.white,
                anchor: 'middle',
                middle: true,
              }) +
              text(x + 172, y + 31, words, { size: 18, weight: 600, middle: true })
            )
          })
          .join('') +
        text(40, 66, 'More trust', { size: 18, weight: 800 }) +
        arrow(64, 190, 64, 84, ink.navy, 5, 14) +
        text(40, 412, 'Choose the level before you give the task, and say which one it is.', { size: 17, weight: 600 })
      )
    },
  },

  'first-ninety-days': {
    width: wide,
    height: 400,
    title: 'The first ninety days of a new manager',
    draw: () => {
      const parts: [string, string, string[], string][] = [
        [
          'Days 1 to 30',
          'Listen',
          ['One-to-one with everybody', 'What should stay? What hurts?', 'Change nothing big yet'],
          ink.blue,
        ],
        [
          'Days 31 to 60',
          'Agree',
          ['Say what good looks like', 'Fix one thing people named', 'Set a rhythm of meetings'],
          ink.teal,
        ],
        [
          'Days 61 to 90',
          'Build',
          ['Hand over a real task', 'Ask for feedback on yourself', 'Plan growth with each person'],
          ink.plum,
        ],
      ]
      return (
        rect(0, 0, wide, 400, ink.honey, 18) +
        parts
          .map(([days, name, items, colour], index) => {
            const x = 28 + index * 252
            return (
              path(
                `M${x} 40 L${x + 216} 40 L${x + 244} 82 L${x + 216} 124 L${x} 124 L${x + (index ? 24 : 0)} 82 Z`,
                colour,
              ) +
              text(x + 40, 72, days, { size: 15, weight: 600, fill: ink.white }) +
              text(x + 40, 104, name, { size: 27, weight: 800, fill: ink.white }) +
              items
                .map(
                  (item, row) =>
                    rect(x, 144 + row * 76, 232, 66, ink.white, 12) +
                    circle(x + 26, 177 + row * 76, 8, colour) +
                    text(x + 46, 177 + row * 76, item, { size: 17, weight: 600, width: 178, middle: true }),
                )
                .join('')
            )
          })
          .join('')
      )
    },
  },

  'homepage-map': {
    width: wide,
    height: 470,
    title: 'The homepage and its four parts',
    draw: () => {
      const spot = (n: number, x: number, y: number) =>
        circle(x, y, 17, ink.coral, { stroke: ink.white, 'stroke-width': 3 }) +
        text(x, y, String(n), { size: 18, weight: 800, fill: ink.white, anchor: 'middle', middle: true })
      const words = [
        'Menu: courses, bundles, reports',
        'Search, favourites, your account',
        'Go on exactly where you stopped',
        'Required learning, the most urgent first',
      ]
      return (
        rect(0, 0, wide, 470, ink.mint, 18) +
        rect(30, 28, 500, 416, ink.white, 14) +
        path('M30 42 Q30 28 44 28 L142 28 L142 444 L44 444 Q30 444 30 430 Z', ink.navy) +
        rect(142, 28, 388, 44, ink.mist) +
        [0, 1, 2, 3, 4]
          .map((index) =>
            rect(
              48,
              100 + index * 36,
              index === 0 ? 78 : 60 + ((index * 17) % 20),
              13,
              index === 0 ? ink.amber : ink.slate,
              6,
            ),
          )
          .join('') +
        rect(162, 42, 150, 16, ink.white, 8) +
        circle(504, 50, 13, ink.amber) +
        d.star(470, 50, 0.5, ink.steel) +
        rect(162, 92, 348, 128, ink.teal, 14) +
        circle(216, 156, 30, ink.white) +
        path('M206 140 L234 156 L206 172 Z', ink.teal) +
        text(264, 140, 'Resume', { size: 20, weight: 800, fill: ink.white }) +
        rect(264, 156, 190, 11, mix(ink.teal, '#ffffff', 0.5), 5) +
        rect(264, 184, 220, 10, mix(ink.teal, '#000000', 0.25), 5) +
        rect(264, 184, 140, 10, ink.amber, 5) +
        ['Overdue', 'Due soon', 'Upcoming']
          .map((label, index) => {
            const y = 240 + index * 64
            const colour = [ink.coral, ink.amber, ink.leaf][index] ?? ink.leaf
            return (
              rect(162, y, 348, 52, mix(colour, '#ffffff', 0.8), 10) +
              rect(162, y, 9, 52, colour, 4) +
              text(188, y + 33, label, { size: 17, weight: 700 }) +
              rect(300, y + 20, 150, 12, ink.white, 6) +
              circle(468, y + 26, 10, colour)
            )
          })
          .join('') +
        spot(1, 142, 250) +
        spot(2, 400, 50) +
        spot(3, 510, 104) +
        spot(4, 510, 330) +
        words
          .map((label, index) => {
            const y = 70 + index * 100
            return (
              rect(552, y, 226, 84, ink.white, 14) +
              spot(index + 1, 580, y + 42) +
              text(608, y + 42, label, { size: 16.5, weight: 600, width: 162, middle: true })
            )
          })
          .join('')
      )
    },
  },

  'course-page-map': {
    width: wide,
    height: 430,
    title: 'The signs beside the steps of a course',
    draw: () => {
      const rows: [string, string, string][] = [
        ['done', 'Done', 'Open it again whenever you like'],
        ['now', 'Under way', 'Your place is kept on the server, on every device'],
        ['open', 'Not started', 'Ready when you are'],
        ['locked', 'Locked', 'Point at it: the reason is given in words'],
      ]
      const mark = (kind: string, x: number, y: number) => {
        if (kind === 'done') return d.tick(x, y, 1)
        if (kind === 'now')
          return (
            circle(x, y, 18, 'none', { stroke: ink.mist, 'stroke-width': 6 }) +
            curve(`M${x} ${y - 18} A18 18 0 0 1 ${x} ${y + 18}`, ink.amber, 6)
          )
        if (kind === 'open') return circle(x, y, 17, ink.white, { stroke: ink.steel, 'stroke-width': 4 })
        return at(
          x,
          y,
          curve('M-8 -2 L-8 -9 A8 8 0 0 1 8 -9 L8 -2', ink.slate, 5) + rect(-14, -3, 28, 22, ink.slate, 5),
        )
      }
      return (
        rect(0, 0, wide, 430, ink.lilac, 18) +
        rows
          .map(([kind, name, words], index) => {
            const y = 34 + index * 76
            return (
              rect(34, y, 732, 64, ink.white, 14) +
              mark(kind, 76, y + 32) +
              text(118, y + 32, name, { size: 21, weight: 800, middle: true }) +
              text(292, y + 32, words, { size: 18, middle: true, fill: ink.slate })
            )
          })
          .join('') +
        rect(34, 346, 220, 54, ink.plum, 27) +
        text(144, 373, '← Previous step', { size: 18, weight: 700, fill: ink.white, anchor: 'middle', middle: true }) +
        text(400, 373, 'Saved 12:04', { size: 18, weight: 700, anchor: 'middle', middle: true, fill: ink.teal }) +
        rect(546, 346, 220, 54, ink.plum, 27) +
        text(656, 373, 'Next step →', { size: 18, weight: 700, fill: ink.white, anchor: 'middle', middle: true })
      )
    },
  },
}

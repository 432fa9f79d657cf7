import * as d from '../svg.ts'
import { arrow, at, circle, curve, ink, line, mix, path, rect, skin, text } from '../svg.ts'
import {
  clockIcon,
  dropIcon,
  fingersIcon,
  handIcon,
  type Illustration,
  phoneIcon,
  plasterIcon,
  quadrants,
  ringIcon,
  shelfFood,
  steps,
  towelIcon,
  wide,
} from './parts.ts'

export const healthPictures: Record<string, Illustration> = {
  'temperature-danger-zone': {
    width: wide,
    height: 470,
    title: 'The temperature danger zone lies between 5 and 63 degrees Celsius',
    draw: () => {
      const y = (celsius: number) => 400 - ((celsius + 20) / 125) * 350
      const band = (from: number, to: number, colour: string) => rect(300, y(to), 472, y(from) - y(to) - 3, colour, 10)
      const mark = (celsius: number) =>
        rect(170, y(celsius) - 2, 26, 4, ink.navy) +
        text(160, y(celsius) + 7, `${celsius} °C`.replace('-', '−'), { size: 20, weight: 800, anchor: 'end' })
      return (
        rect(0, 0, wide, 470, ink.cream, 18) +
        band(63, 105, mix(ink.coral, '#ffffff', 0.72)) +
        band(5, 63, mix(ink.coral, '#ffffff', 0.12)) +
        band(-5, 5, mix(ink.blue, '#ffffff', 0.62)) +
        band(-20, -5, mix(ink.blue, '#ffffff', 0.32)) +
        rect(206, 34, 46, 380, ink.white, 23, { stroke: ink.navy, 'stroke-width': 5 }) +
        rect(220, y(75), 18, 400 - y(75), ink.coral, 9) +
        circle(229, 414, 40, ink.white, { stroke: ink.navy, 'stroke-width': 5 }) +
        circle(229, 414, 29, ink.coral) +
        mark(75) +
        mark(63) +
        mark(5) +
        mark(-18) +
        text(324, y(84) - 6, 'Cook and reheat to 75 °C in the middle', { size: 20, weight: 800 }) +
        text(324, y(84) + 22, 'Hold hot food at 63 °C or above', { size: 17 }) +
        text(324, y(34) - 20, 'Danger zone', { size: 30, weight: 800, fill: ink.white }) +
        text(324, y(34) + 10, 'Bacteria can double every 20 minutes. Keep the time', {
          size: 17,
          weight: 600,
          fill: ink.white,
        }) +
        text(324, y(34) + 33, 'food spends here as short as possible.', { size: 17, weight: 600, fill: ink.white }) +
        text(324, y(0) + 6, 'Fridge: 5 °C or below slows them down', { size: 17, weight: 700 }) +
        text(324, y(-12.5) + 6, 'Freezer: −18 °C stops growth, kills nothing', { size: 17, weight: 700 })
      )
    },
  },

  'fridge-order': {
    width: wide,
    height: 470,
    title: 'What goes on which fridge shelf: ready-to-eat above, raw meat at the bottom',
    draw: () => {
      const shelves: [string, string, string][] = [
        ['Ready to eat', 'Cooked dishes, desserts, opened jars, covered', ink.leaf],
        ['Dairy', 'Milk, cheese, butter, eggs', ink.amber],
        ['Raw fish', 'In a sealed tray', ink.blue],
        ['Raw meat and poultry', 'At the very bottom, in a deep tray: nothing can drip', ink.coral],
      ]
      return (
        rect(0, 0, wide, 470, ink.sea, 18) +
        rect(60, 28, 280, 414, ink.slate, 20) +
        rect(74, 42, 252, 386, ink.white, 10) +
        shelves
          .map(([name, words, colour], index) => {
            const y = 52 + index * 96
            return (
              rect(74, y + 82, 252, 7, ink.steel) +
              shelfFood(index, 92, y + 80) +
              line(`334,${y + 48} 384,${y + 48}`, colour, 5) +
              circle(384, y + 48, 8, colour) +
              text(408, y + 42, name, { size: 22, weight: 800 }) +
              text(408, y + 68, words, { size: 16.5, width: 370, fill: ink.slate })
            )
          })
          .join('') +
        rect(330, 180, 9, 90, ink.navy, 4)
      )
    },
  },

  'hand-washing': steps('Washing hands in five moves', false, [
    { icon: dropIcon(), title: 'Wet', words: 'Warm running water, then soap.', colour: ink.blue },
    { icon: handIcon(), title: 'Palms', words: 'Palm to palm, and the backs.', colour: ink.teal },
    { icon: fingersIcon(), title: 'Between', words: 'Fingers, thumbs and nails.', colour: ink.leaf },
    { icon: clockIcon(), title: '20 seconds', words: 'Sing “Happy birthday” twice.', colour: ink.amber },
    { icon: towelIcon(), title: 'Dry', words: 'A clean paper towel; close the tap with it.', colour: ink.coral },
  ]),

  'safe-lift': {
    width: wide,
    height: 380,
    title: 'A safe lift in five moves',
    draw: () => {
      const look = {
        skin: skin.tan,
        hair: 'short' as const,
        hairColour: '#2b1a12',
        shirt: ink.amber,
        trousers: ink.navy,
        thick: 0.86,
      }
      const frames: [string, d.Pose, [number, number]][] = [
        [
          'Plan the route',
          {
            head: [0, -164],
            shoulder: [-2, -126],
            hip: [-4, -70],
            knee: [0, -38],
            foot: [-4, -8],
            farKnee: [-10, -38],
            farFoot: [-18, -8],
            elbow: [14, -98],
            hand: [34, -118],
          },
          [52, -34],
        ],
        [
          'Feet apart, close',
          {
            head: [2, -160],
            shoulder: [0, -122],
            hip: [-4, -68],
            knee: [14, -40],
            foot: [12, -8],
            farKnee: [-18, -38],
            farFoot: [-26, -8],
            elbow: [8, -94],
            hand: [16, -72],
          },
          [44, -34],
        ],
        [
          'Bend the knees',
          {
            head: [8, -116],
            shoulder: [4, -80],
            hip: [-18, -34],
            knee: [24, -42],
            foot: [4, -8],
            farKnee: [12, -30],
            farFoot: [-26, -8],
            elbow: [18, -52],
            hand: [34, -30],
          },
          [46, -34],
        ],
        [
          'Lift with your legs',
          {
            head: [2, -146],
            shoulder: [-2, -108],
            hip: [-12, -56],
            knee: [16, -36],
            foot: [2, -8],
            farKnee: [0, -32],
            farFoot: [-26, -8],
            elbow: [10, -76],
            hand: [36, -76],
          },
          [40, -88],
        ],
        [
          'Turn with your feet',
          {
            head: [0, -164],
            shoulder: [-4, -126],
            hip: [-6, -70],
            knee: [6, -40],
            foot: [6, -8],
            farKnee: [-14, -38],
            farFoot: [-22, -8],
            elbow: [8, -92],
            hand: [34, -94],
          },
          [40, -108],
        ],
      ]
      return (
        rect(0, 0, wide, 380, '#e7eef4', 18) +
        frames
          .map(([name, pose, [bx, by]], index) => {
            const x = 20 + index * 154
            const centre = x + 56
            const crate =
              rect(centre + bx - 22, 268 + by, 46, 36, ink.wood, 3) +
              rect(centre + bx - 6, 268 + by, 14, 14, mix(ink.wood, '#ffffff', 0.45))
            return (
              rect(x, 24, 144, 332, ink.white, 16) +
              circle(x + 26, 50, 16, ink.blue) +
              text(x + 26, 50, String(index + 1), {
                size: 17,
                weight: 800,
                fill: ink.white,
                anchor: 'middle',
                middle: true,
              }) +
              rect(x + 12, 270, 120, 5, ink.mist, 2) +
              at(centre, 270, d.figure(pose, look)) +
              crate +
              (index === 3 ? arrow(x + 130, 250, x + 130, 186, ink.leaf, 5, 12) : '') +
              (index === 4
                ? curve(`M${x + 94} 96 A34 20 0 0 1 ${x + 124} 128`, ink.leaf, 5) +
                  line(`${x + 114},120 ${x + 125},130 ${x + 130},116`, ink.leaf, 5)
                : '') +
              text(x + 72, 316, name, { size: 16, weight: 700, anchor: 'middle', width: 124, middle: true })
            )
          })
          .join('')
      )
    },
  },

  'tile-check': quadrants('The TILE check before you move a load', [
    ['T', 'Task', 'How far, how high, how often? Can it be shorter or pushed instead?', ink.blue],
    ['I', 'Individual', 'Am I fit, trained and rested? Do I need a second person?', ink.teal],
    ['L', 'Load', 'How heavy, how big, hot or sharp? Will it shift?', ink.amber],
    ['E', 'Environment', 'Stairs, wet floors, poor light, doors in the way?', ink.coral],
  ]),

  drsabcd: {
    width: wide,
    height: 440,
    title: 'DRSABCD: the order of first aid',
    draw: () => {
      const rows: [string, string, string][] = [
        ['D', 'Danger', 'Make sure it is safe for you'],
        ['R', 'Response', 'Speak, tap both shoulders'],
        ['S', 'Send for help', 'Call your emergency number'],
        ['A', 'Airway', 'Tilt the head, lift the chin'],
        ['B', 'Breathing', 'Look, listen, feel: 10 seconds'],
        ['C', 'CPR', '30 compressions, 2 breaths'],
        ['D', 'Defibrillator', 'Switch it on and follow it'],
      ]
      const colours = [ink.coral, ink.amber, ink.leaf, ink.teal, ink.blue, ink.plum, ink.navy]
      return (
        rect(0, 0, wide, 440, '#e1f1e8', 18) +
        rows
          .map(([letter, name, words], index) => {
            const y = 22 + index * 57
            const colour = colours[index] ?? ink.teal
            return (
              rect(30 + index * 10, y, 740 - index * 10, 50, ink.white, 12) +
              rect(30 + index * 10, y, 62, 50, colour, 12) +
              text(61 + index * 10, y + 25, letter, {
                size: 28,
                weight: 900,
                fill: index === 1 ? ink.navy : ink.white,
                anchor: 'middle',
                middle: true,
              }) +
              text(112 + index * 10, y + 25, name, { size: 21, weight: 800, middle: true }) +
              text(374, y + 25, words, { size: 19, middle: true, fill: ink.slate })
            )
          })
          .join('')
      )
    },
  },

  'cpr-rhythm': {
    width: wide,
    height: 400,
    title: 'Chest compressions: place, depth and rhythm',
    draw: () =>
      rect(0, 0, wide, 400, ink.blush, 18) +
      rect(30, 30, 420, 340, ink.white, 18) +
      // lying person
      rect(58, 304, 364, 10, ink.mist, 5) +
      at(
        112,
        272,
        `<g transform="rotate(-90)">${d.head({ skin: skin.light, hair: 'short', hairColour: '#6b4a2f', shirt: ink.blue }, 'none')}</g>`,
        0.9,
      ) +
      path('M146 244 L262 244 Q286 246 286 272 Q286 300 262 300 L146 300 Q136 272 146 244 Z', ink.blue) +
      line('276,282 400,288', ink.slate, 28) +
      line('400,270 406,292', ink.navy, 16) +
      // kneeling person
      d.figure(
        {
          head: [226, 84],
          shoulder: [218, 124],
          hip: [268, 206],
          knee: [226, 296],
          foot: [290, 298],
          elbow: [212, 182],
          hand: [206, 236],
          farElbow: [206, 182],
          farHand: [204, 234],
        },
        { skin: skin.brown, hair: 'bun', hairColour: '#241510', shirt: ink.leaf, trousers: ink.navy, thick: 0.96 },
      ) +
      circle(205, 238, 12, skin.brown) +
      arrow(160, 176, 160, 232, ink.coral, 7, 16) +
      [
        ['Where', 'Middle of the chest, arms straight', ink.blue],
        ['How deep', '5 to 6 cm, then let the chest rise', ink.teal],
        ['How fast', '100 to 120 a minute', ink.coral],
        ['How long', '30, then 2 breaths; go on until help takes over', ink.plum],
      ]
        .map(([name = '', words = '', colour = ink.teal], index) => {
          const y = 30 + index * 87
          return (
            rect(470, y, 300, 78, ink.white, 14) +
            rect(470, y, 10, 78, colour, 5) +
            text(498, y + 25, name, { size: 17, weight: 800, fill: colour }) +
            text(498, y + 46, words, { size: 15, width: 268, leading: 19 })
          )
        })
        .join(''),
  },

  'burn-care': steps('Burns: cool, clear, cover', false, [
    {
      icon: dropIcon(),
      title: 'Cool',
      words: '20 minutes under cool running water. No ice, no butter.',
      colour: ink.blue,
    },
    {
      icon: ringIcon(),
      title: 'Clear',
      words: 'Take off rings and loose clothes. Leave what sticks.',
      colour: ink.amber,
    },
    { icon: plasterIcon(), title: 'Cover', words: 'Cling film or a clean, non-fluffy dressing.', colour: ink.leaf },
    {
      icon: phoneIcon(),
      title: 'Call',
      words: 'Face, hands, joints, larger than the hand: get medical help.',
      colour: ink.coral,
    },
  ]),

  'desk-setup': {
    width: wide,
    height: 460,
    title: 'A healthy desk, from eye height to feet',
    draw: () => {
      const note = (n: number, x: number, y: number) =>
        circle(x, y, 15, ink.coral, { stroke: ink.white, 'stroke-width': 3 }) +
        text(x, y, String(n), { size: 16, weight: 800, fill: ink.white, anchor: 'middle', middle: true })
      const words = [
        'Top of the screen at eye height, an arm’s length away',
        'Shoulders loose, elbows at a right angle',
        'Back supported, hips a little above the knees',
        'Feet flat on the floor or on a rest',
        'Stand up every half hour',
      ]
      return (
        rect(0, 0, wide, 460, '#e9e6f4', 18) +
        rect(24, 24, 440, 412, ink.white, 18) +
        rect(24, 400, 440, 36, mix(ink.plum, '#ffffff', 0.55), 0) +
        // chair
        rect(88, 168, 22, 134, ink.slate, 11) +
        rect(98, 288, 120, 20, ink.slate, 10) +
        rect(150, 304, 14, 70, ink.navy) +
        line('110,392 204,392', ink.navy, 12) +
        // desk
        rect(230, 258, 214, 12, ink.wood, 4) +
        rect(414, 270, 14, 130, mix(ink.wood, '#000000', 0.2)) +
        // screen
        rect(392, 116, 14, 110, ink.navy, 5) +
        rect(406, 176, 10, 82, ink.slate) +
        rect(378, 250, 54, 9, ink.slate, 4) +
        rect(290, 250, 66, 8, ink.navy, 4) +
        // person
        d.figure(
          {
            head: [164, 108],
            shoulder: [152, 158],
            hip: [146, 268],
            knee: [250, 288],
            foot: [246, 384],
            farKnee: [236, 292],
            farFoot: [224, 384],
            elbow: [172, 236],
            hand: [294, 240],
            farElbow: [182, 232],
            farHand: [282, 240],
          },
          { skin: skin.honey, hair: 'short', hairColour: '#4b2d1b', shirt: ink.teal, trousers: ink.navy, thick: 1.15 },
        ) +
        line('190,114 384,122', ink.coral, 3, { 'stroke-dasharray': '3 10' }) +
        note(1, 340, 96) +
        note(2, 196, 214) +
        note(3, 66, 230) +
        note(4, 290, 384) +
        note(5, 66, 66) +
        at(108, 66, clockIcon(ink.plum), 0.7) +
        words
          .map((label, index) => {
            const y = 24 + index * 84
            return (
              rect(484, y, 292, 74, ink.white, 14) +
              note(index + 1, 512, y + 37) +
              text(540, y + 37, label, { size: 16.5, weight: 600, width: 226, middle: true })
            )
          })
          .join('')
      )
    },
  },

  'day-shape': {
    width: wide,
    height: 330,
    title: 'The shape of a good day at home',
    draw: () => {
      const blocks: [number, number, string, string, string][] = [
        [8.5, 9, 'Start', 'plan the day', ink.amber],
        [9, 10.5, 'Focus', 'the hardest task', ink.teal],
        [10.5, 11, 'Break', '', ink.lime],
        [11, 12.5, 'Calls', 'with the team', ink.blue],
        [12.5, 13.5, 'Lunch', 'away from the desk', ink.lime],
        [13.5, 15, 'Focus', 'messages off', ink.teal],
        [15, 15.5, 'Walk', '', ink.lime],
        [15.5, 17, 'Together', 'reviews, answers', ink.plum],
        [17, 17.5, 'Stop', 'lid closed', ink.coral],
      ]
      const x = (hour: number) => 30 + (hour - 8.5) * 82.2
      return (
        rect(0, 0, wide, 330, ink.cream, 18) +
        text(30, 54, 'One possible day', { size: 24, weight: 800 }) +
        blocks
          .map(([from, to, name, words, colour], index) => {
            const width = x(to) - x(from) - 4
            const light = colour === ink.lime || colour === ink.amber
            const narrow = width < 60
            return (
              rect(x(from), 110, width, 96, colour, 10) +
              (narrow
                ? text(x(from) + width / 2, index % 2 ? 96 : 96, name, { size: 14.5, weight: 800, anchor: 'middle' })
                : text(x(from) + width / 2, words ? 150 : 162, name, {
                    size: 17,
                    weight: 800,
                    anchor: 'middle',
                    fill: light ? ink.navy : ink.white,
                  }) +
                  text(x(from) + width / 2, 172, words, {
                    size: 13.5,
                    anchor: 'middle',
                    width: width - 4,
                    leading: 16,
                    fill: light ? ink.navy : ink.white,
                  }))
            )
          })
          .join('') +
        [9, 10, 11, 12, 13, 14, 15, 16, 17]
          .map(
            (hour) =>
              rect(x(hour) - 1, 214, 2, 10, ink.steel) +
              text(x(hour), 246, `${hour}:00`, { size: 15, anchor: 'middle', fill: ink.slate }),
          )
          .join('') +
        text(30, 296, 'Breaks are part of the work: after 90 minutes attention is spent.', { size: 18, weight: 600 })
      )
    },
  },
}

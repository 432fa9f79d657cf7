import * as d from './svg.ts'
import { arrow, at, circle, curve, ellipse, ink, line, mix, path, rect, skin, text } from './svg.ts'

export interface Illustration {
  width: number
  height: number
  title: string
  draw(): string
}

const wide = 800

/** Pictures inside pages and packages. Names end in `-ar` where the words are Arabic. */
export const illustrations: Record<string, Illustration> = {
  'phishing-email': phishing('A phishing e-mail and its five warning signs', false, {
    from: 'IT Support',
    address: 'support@learnt-helpdesk.example',
    subject: 'URGENT: your password expires today',
    body: ['Dear user,', 'Your mailbox will be closed in 2 hours.', 'Confirm your password now to keep your files.'],
    button: 'Keep my account',
    link: 'http://learnt.example.sign-in.example',
    file: 'Invoice_7781.zip',
    signs: ['Sender address does not match the name', 'Pressure: act now or lose something', 'Greeting without your name', 'Link leads somewhere else', 'Attachment you did not expect']
  }),
  'phishing-email-ar': phishing('رسالة تصيّد وعلاماتها الخمس', true, {
    from: 'الدعم الفني',
    address: 'support@learnt-helpdesk.example',
    subject: 'عاجل: تنتهي صلاحية كلمة مرورك اليوم',
    body: ['عزيزي المستخدم،', 'سيُغلق بريدك خلال ساعتين.', 'أكّد كلمة مرورك الآن للاحتفاظ بملفاتك.'],
    button: 'الاحتفاظ بحسابي',
    link: 'http://learnt.example.sign-in.example',
    file: 'Invoice_7781.zip',
    signs: ['عنوان المرسل لا يطابق الاسم', 'ضغط: تصرّف الآن وإلا خسرت', 'تحية بلا اسمك', 'رابط يقود إلى مكان آخر', 'مرفق لم تكن تتوقعه']
  }),

  'stop-check-report': steps('Three steps when a message feels wrong', false, [
    { icon: handIcon(), title: 'Stop', words: 'Do not click, open or reply. Nothing real is lost in five minutes.', colour: ink.coral },
    { icon: lensIcon(), title: 'Check', words: 'Ask the sender on a number or in a chat that you already know.', colour: ink.amber },
    { icon: flagIcon(), title: 'Report', words: 'Use the report button. One report can protect everybody.', colour: ink.teal }
  ]),
  'stop-check-report-ar': steps('ثلاث خطوات عند الشك في رسالة', true, [
    { icon: handIcon(), title: 'توقّف', words: 'لا تنقر ولا تفتح ولا تردّ. لن يضيع شيء حقيقي في خمس دقائق.', colour: ink.coral },
    { icon: lensIcon(), title: 'تحقّق', words: 'اسأل المرسل عبر رقم أو محادثة تعرفها من قبل.', colour: ink.amber },
    { icon: flagIcon(), title: 'أبلغ', words: 'استخدم زر الإبلاغ. بلاغ واحد قد يحمي الجميع.', colour: ink.teal }
  ]),

  'password-length': {
    width: wide,
    height: 400,
    title: 'Longer passwords resist guessing far better than complicated ones',
    draw: () => {
      const rows: [string, string, number, string, string][] = [
        ['Summer24', 'A word and a year', 36, ink.coral, 'seconds'],
        ['P@ssw0rd!', 'Swapped letters', 60, ink.coral, 'seconds'],
        ['kT7#vq2L', '8 random characters', 190, ink.amber, 'days'],
        ['copper-lantern-violin', 'Three random words', 340, ink.leaf, 'many years'],
        ['from a password manager', '20 random characters', 415, ink.teal, 'out of reach']
      ]
      return (
        rect(0, 0, wide, 400, ink.sea, 18) +
        text(40, 50, 'How long would guessing take?', { size: 25, weight: 800 }) +
        rows
          .map(([example, kind, length, colour, time], index) => {
            const y = 84 + index * 60
            return (
              text(40, y + 20, example, { size: 18, weight: 700 }) +
              text(40, y + 41, kind, { size: 14.5, fill: ink.slate }) +
              rect(300, y + 4, 450, 34, mix(ink.sea, '#ffffff', 0.6), 17) +
              rect(300, y + 4, length, 34, colour, 17) +
              (length > 120
                ? text(300 + length - 18, y + 27, time, { size: 16, weight: 700, fill: index === 2 ? ink.navy : ink.white, anchor: 'end' })
                : text(300 + length + 12, y + 27, time, { size: 16, weight: 700 }))
            )
          })
          .join('')
      )
    }
  },

  'fire-triangle': fireTriangle('The fire triangle: heat, fuel and oxygen', false, {
    heat: 'Heat', fuel: 'Fuel', oxygen: 'Oxygen',
    removeHeat: 'Cool it: water takes the heat away', removeFuel: 'Starve it: move what can burn', removeOxygen: 'Smother it: blanket, foam, closed door'
  }),
  'fire-triangle-ar': fireTriangle('مثلث الحريق: الحرارة والوقود والأكسجين', true, {
    heat: 'الحرارة', fuel: 'الوقود', oxygen: 'الأكسجين',
    removeHeat: 'التبريد: الماء يسحب الحرارة', removeFuel: 'التجويع: أبعد ما يمكن أن يحترق', removeOxygen: 'الخنق: بطانية أو رغوة أو باب مغلق'
  }),

  'fire-actions': steps('What to do when you discover a fire', false, [
    { icon: alarmIcon(), title: '1. Alarm', words: 'Press the nearest call point and shout “Fire”.', colour: ink.coral },
    { icon: exitIcon(), title: '2. Leave', words: 'Nearest exit, no lift, doors closed behind you.', colour: ink.leaf },
    { icon: peopleIcon(), title: '3. Assemble', words: 'Go to the meeting point and be counted.', colour: ink.blue },
    { icon: phoneIcon(), title: '4. Call', words: 'Ring the fire service: place, what burns, who is missing.', colour: ink.plum }
  ]),
  'fire-actions-ar': steps('ماذا تفعل عند اكتشاف حريق', true, [
    { icon: alarmIcon(), title: '١. أطلق الإنذار', words: 'اضغط أقرب نقطة إنذار وصِح: «حريق».', colour: ink.coral },
    { icon: exitIcon(), title: '٢. غادر', words: 'من أقرب مخرج، بلا مصعد، وأغلق الأبواب خلفك.', colour: ink.leaf },
    { icon: peopleIcon(), title: '٣. تجمّع', words: 'اذهب إلى نقطة التجمع ليُحصى الحاضرون.', colour: ink.blue },
    { icon: phoneIcon(), title: '٤. اتصل', words: 'اتصل بالإطفاء: المكان، وما يحترق، ومن المفقود.', colour: ink.plum }
  ]),

  'extinguisher-kinds': {
    width: wide,
    height: 440,
    title: 'Which extinguisher for which fire',
    draw: () => {
      const kinds: [string, string, string][] = [
        ['Water', ink.coral, 'yes no no no'],
        ['Foam', ink.sand, 'yes yes no no'],
        ['Powder', ink.blue, 'yes yes yes no'],
        ['CO₂', ink.navy, 'no yes yes no'],
        ['Wet chemical', ink.amber, 'yes no no yes']
      ]
      const fires: [string, string][] = [
        ['Paper, wood, textiles', 'A'],
        ['Petrol, paint, solvents', 'B'],
        ['Live electrical equipment', '⚡'],
        ['Cooking oil and fat', 'F']
      ]
      const column = (index: number) => 246 + index * 107
      return (
        rect(0, 0, wide, 440, ink.cream, 18) +
        kinds
          .map(
            ([name, colour], index) =>
              at(column(index) + 44, 74, rect(-17, -24, 34, 62, ink.coral, 12) + rect(-17, -6, 34, 18, colour) + rect(-8, -38, 16, 14, ink.slate, 3) + line('-8,-40 16,-46', ink.navy, 5)) +
              text(column(index) + 44, 140, name, { size: 16, weight: 700, anchor: 'middle' })
          )
          .join('') +
        fires
          .map(([name, letter], row) => {
            const y = 160 + row * 67
            return (
              rect(24, y, 752, 58, row % 2 ? ink.white : mix(ink.cream, '#ffffff', 0.5), 10) +
              circle(58, y + 29, 19, ink.navy) +
              text(58, y + 29, letter, { size: 18, weight: 800, fill: ink.white, anchor: 'middle', middle: true }) +
              text(90, y + 29, name, { size: 16, weight: 600, width: 160, middle: true }) +
              kinds
                .map(([, , answers], index) =>
                  answers.split(' ')[row] === 'yes' ? d.tick(column(index) + 44, y + 29, 0.86) : d.cross(column(index) + 44, y + 29, 0.86)
                )
                .join('')
            )
          })
          .join('')
      )
    }
  },

  'evacuation-plan': {
    width: wide,
    height: 440,
    title: 'A floor plan with two escape routes to the assembly point',
    draw: () => {
      const wall = { stroke: ink.navy, 'stroke-width': 6 }
      return (
        rect(0, 0, wide, 440, ink.lime, 18) +
        rect(36, 40, 540, 340, ink.white, 0, wall) +
        line('36,170 100,170', ink.navy, 5) +
        line('150,170 330,170', ink.navy, 5) +
        line('380,170 440,170', ink.navy, 5) +
        line('490,170 576,170', ink.navy, 5) +
        line('36,250 150,250', ink.navy, 5) +
        line('200,250 330,250', ink.navy, 5) +
        line('380,250 576,250', ink.navy, 5) +
        line('220,40 220,168', ink.navy, 5) +
        line('400,40 400,168', ink.navy, 5) +
        line('280,252 280,380', ink.navy, 5) +
        rect(569, 188, 14, 48, ink.leaf) +
        rect(29, 188, 14, 48, ink.leaf) +
        text(128, 110, 'Office', { size: 19, weight: 700, anchor: 'middle', fill: ink.slate }) +
        text(310, 110, 'Meeting room', { size: 19, weight: 700, anchor: 'middle', fill: ink.slate }) +
        text(488, 110, 'Kitchen', { size: 19, weight: 700, anchor: 'middle', fill: ink.slate }) +
        text(158, 325, 'Workshop', { size: 19, weight: 700, anchor: 'middle', fill: ink.slate }) +
        text(428, 325, 'Store', { size: 19, weight: 700, anchor: 'middle', fill: ink.slate }) +
        circle(310, 138, 10, ink.blue) +
        line('318,146 355,160 355,212 540,212', ink.leaf, 6, { 'stroke-dasharray': '14 12' }) +
        arrow(540, 212, 616, 212, ink.leaf, 6, 16) +
        circle(158, 292, 10, ink.blue) +
        line('160,282 174,236 168,212 100,212', ink.leaf, 6, { 'stroke-dasharray': '14 12' }) +
        arrow(96, 212, 12, 212, ink.leaf, 6, 16) +
        at(548, 68, rect(-14, -16, 28, 32, ink.coral, 4) + circle(0, 0, 7, ink.white), 0.9) +
        at(552, 352, rect(-10, -18, 20, 38, ink.coral, 8) + rect(-5, -26, 10, 9, ink.navy, 2), 1) +
        rect(622, 150, 150, 124, ink.leaf, 16) +
        at(697, 196, peopleIcon(ink.white), 1.15) +
        text(697, 248, 'Assembly point', { size: 16, weight: 800, fill: ink.white, anchor: 'middle' }) +
        circle(54, 414, 8, ink.blue) +
        text(70, 420, 'You are here', { size: 16, weight: 600 }) +
        rect(200, 404, 18, 20, ink.leaf) +
        text(228, 420, 'Fire exit', { size: 16, weight: 600 }) +
        rect(330, 404, 18, 20, ink.coral, 3) +
        text(358, 420, 'Call point', { size: 16, weight: 600 }) +
        rect(466, 402, 12, 22, ink.coral, 5) +
        text(490, 420, 'Extinguisher', { size: 16, weight: 600 })
      )
    }
  },

  'temperature-danger-zone': {
    width: wide,
    height: 470,
    title: 'The temperature danger zone lies between 5 and 63 degrees Celsius',
    draw: () => {
      const y = (celsius: number) => 400 - ((celsius + 20) / 125) * 350
      const band = (from: number, to: number, colour: string) => rect(300, y(to), 472, y(from) - y(to) - 3, colour, 10)
      const mark = (celsius: number) =>
        rect(170, y(celsius) - 2, 26, 4, ink.navy) + text(160, y(celsius) + 7, `${celsius} °C`.replace('-', '−'), { size: 20, weight: 800, anchor: 'end' })
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
        mark(75) + mark(63) + mark(5) + mark(-18) +
        text(324, y(84) - 6, 'Cook and reheat to 75 °C in the middle', { size: 20, weight: 800 }) +
        text(324, y(84) + 22, 'Hold hot food at 63 °C or above', { size: 17 }) +
        text(324, y(34) - 20, 'Danger zone', { size: 30, weight: 800, fill: ink.white }) +
        text(324, y(34) + 10, 'Bacteria can double every 20 minutes. Keep the time', { size: 17, weight: 600, fill: ink.white }) +
        text(324, y(34) + 33, 'food spends here as short as possible.', { size: 17, weight: 600, fill: ink.white }) +
        text(324, y(0) + 6, 'Fridge: 5 °C or below slows them down', { size: 17, weight: 700 }) +
        text(324, y(-12.5) + 6, 'Freezer: −18 °C stops growth, kills nothing', { size: 17, weight: 700 })
      )
    }
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
        ['Raw meat and poultry', 'At the very bottom, in a deep tray: nothing can drip', ink.coral]
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
    }
  },

  'hand-washing': steps('Washing hands in five moves', false, [
    { icon: dropIcon(), title: 'Wet', words: 'Warm running water, then soap.', colour: ink.blue },
    { icon: handIcon(), title: 'Palms', words: 'Palm to palm, and the backs.', colour: ink.teal },
    { icon: fingersIcon(), title: 'Between', words: 'Fingers, thumbs and nails.', colour: ink.leaf },
    { icon: clockIcon(), title: '20 seconds', words: 'Sing “Happy birthday” twice.', colour: ink.amber },
    { icon: towelIcon(), title: 'Dry', words: 'A clean paper towel; close the tap with it.', colour: ink.coral }
  ]),

  'sbi-model': {
    width: wide,
    height: 400,
    title: 'Situation, behaviour, impact: the three parts of useful feedback',
    draw: () => {
      const parts: [string, string, string, string][] = [
        ['S', 'Situation', 'When and where it was', '“In Tuesday’s handover…”'],
        ['B', 'Behaviour', 'What you saw or heard, like a camera', '“…you read out each open task…”'],
        ['I', 'Impact', 'What it did for people or the work', '“…so nobody had to phone you later.”']
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
              path(`M${x} 58 Q${x} 40 ${x + 18} 40 L${x + 222} 40 Q${x + 240} 40 ${x + 240} 58 L${x + 240} 140 L${x} 140 Z`, colour) +
              text(x + 28, 116, letter, { size: 66, weight: 900, fill: ink.white }) +
              text(x + 88, 100, name, { size: 25, weight: 800, fill: ink.white }) +
              text(x + 24, 182, meaning, { size: 18, weight: 600, width: 196 }) +
              rect(x + 20, 246, 200, 92, mix(colour, '#ffffff', 0.86), 12) +
              text(x + 36, 292, example, { size: 17.5, weight: 500, width: 180, middle: true, fill: ink.navy }) +
              (index < 2 ? circle(x + 245, 90, 17, ink.amber) + path(`M${x + 240} 81 L${x + 252} 90 L${x + 240} 99 Z`, ink.navy) : '')
            )
          })
          .join('')
      )
    }
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
        ['“That was a bit much.”', '“You spoke over Sam twice; then he stopped talking.”']
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
    }
  },

  'homepage-map': {
    width: wide,
    height: 470,
    title: 'The homepage and its four parts',
    draw: () => {
      const spot = (n: number, x: number, y: number) =>
        circle(x, y, 17, ink.coral, { stroke: ink.white, 'stroke-width': 3 }) + text(x, y, String(n), { size: 18, weight: 800, fill: ink.white, anchor: 'middle', middle: true })
      const words = ['Menu: courses, bundles, reports', 'Search, favourites, your account', 'Go on exactly where you stopped', 'Required learning, the most urgent first']
      return (
        rect(0, 0, wide, 470, ink.mint, 18) +
        rect(30, 28, 500, 416, ink.white, 14) +
        path('M30 42 Q30 28 44 28 L142 28 L142 444 L44 444 Q30 444 30 430 Z', ink.navy) +
        rect(142, 28, 388, 44, ink.mist) +
        [0, 1, 2, 3, 4].map((index) => rect(48, 100 + index * 36, index === 0 ? 78 : 60 + ((index * 17) % 20), 13, index === 0 ? ink.amber : ink.slate, 6)).join('') +
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
            return rect(162, y, 348, 52, mix(colour, '#ffffff', 0.8), 10) + rect(162, y, 9, 52, colour, 4) + text(188, y + 33, label, { size: 17, weight: 700 }) + rect(300, y + 20, 150, 12, ink.white, 6) + circle(468, y + 26, 10, colour)
          })
          .join('') +
        spot(1, 142, 250) + spot(2, 400, 50) + spot(3, 510, 104) + spot(4, 510, 330) +
        words
          .map((label, index) => {
            const y = 70 + index * 100
            return rect(552, y, 226, 84, ink.white, 14) + spot(index + 1, 580, y + 42) + text(608, y + 42, label, { size: 16.5, weight: 600, width: 162, middle: true })
          })
          .join('')
      )
    }
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
        ['locked', 'Locked', 'Point at it: the reason is given in words']
      ]
      const mark = (kind: string, x: number, y: number) => {
        if (kind === 'done') return d.tick(x, y, 1)
        if (kind === 'now') return circle(x, y, 18, 'none', { stroke: ink.mist, 'stroke-width': 6 }) + curve(`M${x} ${y - 18} A18 18 0 0 1 ${x} ${y + 18}`, ink.amber, 6)
        if (kind === 'open') return circle(x, y, 17, ink.white, { stroke: ink.steel, 'stroke-width': 4 })
        return at(x, y, curve('M-8 -2 L-8 -9 A8 8 0 0 1 8 -9 L8 -2', ink.slate, 5) + rect(-14, -3, 28, 22, ink.slate, 5))
      }
      return (
        rect(0, 0, wide, 430, ink.lilac, 18) +
        rows
          .map(([kind, name, words], index) => {
            const y = 34 + index * 76
            return rect(34, y, 732, 64, ink.white, 14) + mark(kind, 76, y + 32) + text(118, y + 32, name, { size: 21, weight: 800, middle: true }) + text(292, y + 32, words, { size: 18, middle: true, fill: ink.slate })
          })
          .join('') +
        rect(34, 346, 220, 54, ink.plum, 27) +
        text(144, 373, '← Previous step', { size: 18, weight: 700, fill: ink.white, anchor: 'middle', middle: true }) +
        text(400, 373, 'Saved 12:04', { size: 18, weight: 700, anchor: 'middle', middle: true, fill: ink.teal }) +
        rect(546, 346, 220, 54, ink.plum, 27) +
        text(656, 373, 'Next step →', { size: 18, weight: 700, fill: ink.white, anchor: 'middle', middle: true })
      )
    }
  },

  'personal-data-kinds': {
    width: wide,
    height: 420,
    title: 'Ordinary personal data and special categories',
    draw: () => {
      const pill = (x: number, y: number, width: number, label: string, colour: string) =>
        rect(x, y, width, 42, ink.white, 21) + circle(x + 22, y + 21, 8, colour) + text(x + 40, y + 21, label, { size: 17, weight: 600, middle: true })
      return (
        rect(0, 0, wide, 420, ink.lilac, 18) +
        rect(30, 30, 356, 360, mix(ink.blue, '#ffffff', 0.72), 18) +
        text(56, 76, 'Personal data', { size: 25, weight: 800 }) +
        text(56, 104, 'anything that points to a person', { size: 16.5 }) +
        pill(56, 128, 140, 'Name', ink.blue) + pill(208, 128, 156, 'E-mail', ink.blue) +
        pill(56, 182, 200, 'Phone number', ink.blue) +
        pill(56, 236, 140, 'Photo', ink.blue) + pill(208, 236, 156, 'Location', ink.blue) +
        pill(56, 290, 190, 'Staff number', ink.blue) +
        text(56, 364, 'Use only what the task needs', { size: 17, weight: 700 }) +
        rect(414, 30, 356, 360, mix(ink.coral, '#ffffff', 0.66), 18) +
        text(440, 76, 'Special categories', { size: 25, weight: 800 }) +
        text(440, 104, 'can hurt people when they leak', { size: 16.5 }) +
        pill(440, 128, 140, 'Health', ink.coral) + pill(592, 128, 156, 'Religion', ink.coral) +
        pill(440, 182, 220, 'Ethnic background', ink.coral) +
        pill(440, 236, 200, 'Union member', ink.coral) +
        pill(440, 290, 140, 'Biometrics', ink.coral) + pill(592, 290, 156, 'Sexuality', ink.coral) +
        text(440, 364, 'Ask before you touch these', { size: 17, weight: 700 })
      )
    }
  },

  'breach-clock': {
    width: wide,
    height: 360,
    title: 'The first 72 hours after a data breach',
    draw: () => {
      const stops: [number, string, string, string][] = [
        [90, 'Minute 0', 'Tell the data protection contact at once. Do not tidy up first.', ink.coral],
        [300, 'First hours', 'Contain it: recall, change passwords, lock the device.', ink.amber],
        [510, 'Day 1 to 2', 'They judge the risk to people and write it down.', ink.blue],
        [710, 'Hour 72', 'Last moment to notify the authority when there is a risk.', ink.plum]
      ]
      return (
        rect(0, 0, wide, 360, ink.sea, 18) +
        line('60,110 740,110', ink.steel, 10) +
        line('60,110 300,110', ink.coral, 10) +
        stops
          .map(([x, name, words, colour], index) => {
            const left = 24 + index * 190
            return (
              circle(x, 110, 25, colour, { stroke: ink.white, 'stroke-width': 5 }) +
              text(x, 110, String(index + 1), { size: 22, weight: 800, fill: index === 1 ? ink.navy : ink.white, anchor: 'middle', middle: true }) +
              rect(left, 166, 180, 162, ink.white, 14) +
              path(`M${Math.min(Math.max(x, left + 26), left + 154) - 12} 167 l12 -15 l12 15 Z`, ink.white) +
              text(left + 18, 198, name, { size: 19, weight: 800 }) +
              text(left + 18, 226, words, { size: 16, width: 152 })
            )
          })
          .join('') +
        text(60, 56, 'The clock starts when anybody in the organisation knows', { size: 21, weight: 800 })
      )
    }
  },

  'safe-lift': {
    width: wide,
    height: 380,
    title: 'A safe lift in five moves',
    draw: () => {
      const look = { skin: skin.tan, hair: 'short' as const, hairColour: '#2b1a12', shirt: ink.amber, trousers: ink.navy, thick: 0.86 }
      const frames: [string, d.Pose, [number, number]][] = [
        ['Plan the route', { head: [0, -164], shoulder: [-2, -126], hip: [-4, -70], knee: [0, -38], foot: [-4, -8], farKnee: [-10, -38], farFoot: [-18, -8], elbow: [14, -98], hand: [34, -118] }, [52, -34]],
        ['Feet apart, close', { head: [2, -160], shoulder: [0, -122], hip: [-4, -68], knee: [14, -40], foot: [12, -8], farKnee: [-18, -38], farFoot: [-26, -8], elbow: [8, -94], hand: [16, -72] }, [44, -34]],
        ['Bend the knees', { head: [8, -116], shoulder: [4, -80], hip: [-18, -34], knee: [24, -42], foot: [4, -8], farKnee: [12, -30], farFoot: [-26, -8], elbow: [18, -52], hand: [34, -30] }, [46, -34]],
        ['Lift with your legs', { head: [2, -146], shoulder: [-2, -108], hip: [-12, -56], knee: [16, -36], foot: [2, -8], farKnee: [0, -32], farFoot: [-26, -8], elbow: [10, -76], hand: [36, -76] }, [40, -88]],
        ['Turn with your feet', { head: [0, -164], shoulder: [-4, -126], hip: [-6, -70], knee: [6, -40], foot: [6, -8], farKnee: [-14, -38], farFoot: [-22, -8], elbow: [8, -92], hand: [34, -94] }, [40, -108]]
      ]
      return (
        rect(0, 0, wide, 380, '#e7eef4', 18) +
        frames
          .map(([name, pose, [bx, by]], index) => {
            const x = 20 + index * 154
            const centre = x + 56
            const crate = rect(centre + bx - 22, 268 + by, 46, 36, ink.wood, 3) + rect(centre + bx - 6, 268 + by, 14, 14, mix(ink.wood, '#ffffff', 0.45))
            return (
              rect(x, 24, 144, 332, ink.white, 16) +
              circle(x + 26, 50, 16, ink.blue) +
              text(x + 26, 50, String(index + 1), { size: 17, weight: 800, fill: ink.white, anchor: 'middle', middle: true }) +
              rect(x + 12, 270, 120, 5, ink.mist, 2) +
              at(centre, 270, d.figure(pose, look)) +
              crate +
              (index === 3 ? arrow(x + 130, 250, x + 130, 186, ink.leaf, 5, 12) : '') +
              (index === 4 ? curve(`M${x + 94} 96 A34 20 0 0 1 ${x + 124} 128`, ink.leaf, 5) + line(`${x + 114},120 ${x + 125},130 ${x + 130},116`, ink.leaf, 5) : '') +
              text(x + 72, 316, name, { size: 16, weight: 700, anchor: 'middle', width: 124, middle: true })
            )
          })
          .join('')
      )
    }
  },

  'tile-check': quadrants('The TILE check before you move a load', [
    ['T', 'Task', 'How far, how high, how often? Can it be shorter or pushed instead?', ink.blue],
    ['I', 'Individual', 'Am I fit, trained and rested? Do I need a second person?', ink.teal],
    ['L', 'Load', 'How heavy, how big, hot or sharp? Will it shift?', ink.amber],
    ['E', 'Environment', 'Stairs, wet floors, poor light, doors in the way?', ink.coral]
  ]),

  'drsabcd': {
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
        ['D', 'Defibrillator', 'Switch it on and follow it']
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
              text(61 + index * 10, y + 25, letter, { size: 28, weight: 900, fill: index === 1 ? ink.navy : ink.white, anchor: 'middle', middle: true }) +
              text(112 + index * 10, y + 25, name, { size: 21, weight: 800, middle: true }) +
              text(374, y + 25, words, { size: 19, middle: true, fill: ink.slate })
            )
          })
          .join('')
      )
    }
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
      at(112, 272, `<g transform="rotate(-90)">${d.head({ skin: skin.light, hair: 'short', hairColour: '#6b4a2f', shirt: ink.blue }, 'none')}</g>`, 0.9) +
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
          farHand: [204, 234]
        },
        { skin: skin.brown, hair: 'bun', hairColour: '#241510', shirt: ink.leaf, trousers: ink.navy, thick: 0.96 }
      ) +
      circle(205, 238, 12, skin.brown) +
      arrow(160, 176, 160, 232, ink.coral, 7, 16) +
      [
        ['Where', 'Middle of the chest, arms straight', ink.blue],
        ['How deep', '5 to 6 cm, then let the chest rise', ink.teal],
        ['How fast', '100 to 120 a minute', ink.coral],
        ['How long', '30, then 2 breaths; go on until help takes over', ink.plum]
      ]
        .map(([name = '', words = '', colour = ink.teal], index) => {
          const y = 30 + index * 87
          return rect(470, y, 300, 78, ink.white, 14) + rect(470, y, 10, 78, colour, 5) + text(498, y + 25, name, { size: 17, weight: 800, fill: colour }) + text(498, y + 46, words, { size: 15, width: 268, leading: 19 })
        })
        .join('')
  },

  'burn-care': steps('Burns: cool, clear, cover', false, [
    { icon: dropIcon(), title: 'Cool', words: '20 minutes under cool running water. No ice, no butter.', colour: ink.blue },
    { icon: ringIcon(), title: 'Clear', words: 'Take off rings and loose clothes. Leave what sticks.', colour: ink.amber },
    { icon: plasterIcon(), title: 'Cover', words: 'Cling film or a clean, non-fluffy dressing.', colour: ink.leaf },
    { icon: phoneIcon(), title: 'Call', words: 'Face, hands, joints, larger than the hand: get medical help.', colour: ink.coral }
  ]),

  'same-and-fair': {
    width: wide,
    height: 420,
    title: 'The same help for everyone, and help that fits',
    draw: () => {
      const tall = { skin: skin.deep, hair: 'short' as const, hairColour: '#17100c', shirt: ink.blue, trousers: ink.navy }
      const middle = { skin: skin.tan, hair: 'bob' as const, hairColour: '#2b1a12', shirt: ink.coral, trousers: ink.slate }
      const small = { skin: skin.light, hair: 'bun' as const, hairColour: '#a5522c', shirt: ink.leaf, trousers: ink.navy }
      const person = (x: number, ground: number, height: number, look: d.Look & { trousers: string }) =>
        at(x, ground, d.figure({ head: [2, -158], shoulder: [0, -120], hip: [0, -66], knee: [4, -36], foot: [2, -8], farKnee: [-8, -36], farFoot: [-12, -8], elbow: [14, -146], hand: [24, -182] }, { ...look, thick: 0.9 }), height)
      const scene = (x: number, title: string, steps: [number, number, number], words: string, colour: string) =>
        rect(x, 26, 360, 368, ink.white, 18) +
        text(x + 24, 64, title, { size: 21, weight: 800, fill: colour }) +
        rect(x + 20, 122, 320, 10, ink.wood, 3) +
        [60, 160, 260].map((dx, index) => rect(x + dx + 16, 92, 22, 30, [ink.coral, ink.amber, ink.teal][index] ?? ink.teal, 3) + rect(x + dx + 42, 98, 14, 24, ink.plum, 3)).join('') +
        steps.map((height, index) => (height ? rect(x + 34 + index * 100, 332 - height, 80, height, ink.sand, 4) + rect(x + 34 + index * 100, 332 - height, 80, 6, ink.wood, 3) : '')).join('') +
        person(x + 74, 332 - steps[0], 1.06, tall) +
        person(x + 174, 332 - steps[1], 0.86, middle) +
        person(x + 274, 332 - steps[2], 0.68, small) +
        rect(x + 16, 330, 328, 6, ink.mist, 3) +
        text(x + 180, 366, words, { size: 16.5, weight: 600, anchor: 'middle', middle: true, width: 320 })
      return rect(0, 0, wide, 420, ink.cream, 18) + scene(26, 'The same for everyone', [22, 22, 22], 'One step each: only one reaches the shelf', ink.coral) + scene(414, 'What each one needs', [0, 36, 74], 'Different steps: all three reach it', ink.teal)
    }
  },

  'four-ds': quadrants('Four ways to help when you witness unfair treatment', [
    ['1', 'Direct', '“That remark was not all right.” Short and calm, when it is safe.', ink.coral],
    ['2', 'Distract', 'Change the scene: a question, a spilled coffee, a call.', ink.amber],
    ['3', 'Delegate', 'Bring in a manager, a colleague or security.', ink.blue],
    ['4', 'Document, then ask', 'Note what happened. Afterwards: “Are you all right? What would help?”', ink.teal]
  ]),

  'desk-setup': {
    width: wide,
    height: 460,
    title: 'A healthy desk, from eye height to feet',
    draw: () => {
      const note = (n: number, x: number, y: number) => circle(x, y, 15, ink.coral, { stroke: ink.white, 'stroke-width': 3 }) + text(x, y, String(n), { size: 16, weight: 800, fill: ink.white, anchor: 'middle', middle: true })
      const words = ['Top of the screen at eye height, an arm’s length away', 'Shoulders loose, elbows at a right angle', 'Back supported, hips a little above the knees', 'Feet flat on the floor or on a rest', 'Stand up every half hour']
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
          { head: [164, 108], shoulder: [152, 158], hip: [146, 268], knee: [250, 288], foot: [246, 384], farKnee: [236, 292], farFoot: [224, 384], elbow: [172, 236], hand: [294, 240], farElbow: [182, 232], farHand: [282, 240] },
          { skin: skin.honey, hair: 'short', hairColour: '#4b2d1b', shirt: ink.teal, trousers: ink.navy, thick: 1.15 }
        ) +
        line('190,114 384,122', ink.coral, 3, { 'stroke-dasharray': '3 10' }) +
        note(1, 340, 96) + note(2, 196, 214) + note(3, 66, 230) + note(4, 290, 384) + note(5, 66, 66) +
        at(108, 66, clockIcon(ink.plum), 0.7) +
        words
          .map((label, index) => {
            const y = 24 + index * 84
            return rect(484, y, 292, 74, ink.white, 14) + note(index + 1, 512, y + 37) + text(540, y + 37, label, { size: 16.5, weight: 600, width: 226, middle: true })
          })
          .join('')
      )
    }
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
        [17, 17.5, 'Stop', 'lid closed', ink.coral]
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
                : text(x(from) + width / 2, words ? 150 : 162, name, { size: 17, weight: 800, anchor: 'middle', fill: light ? ink.navy : ink.white }) +
                  text(x(from) + width / 2, 172, words, { size: 13.5, anchor: 'middle', width: width - 4, leading: 16, fill: light ? ink.navy : ink.white }))
            )
          })
          .join('') +
        [9, 10, 11, 12, 13, 14, 15, 16, 17].map((hour) => rect(x(hour) - 1, 214, 2, 10, ink.steel) + text(x(hour), 246, `${hour}:00`, { size: 15, anchor: 'middle', fill: ink.slate })).join('') +
        text(30, 296, 'Breaks are part of the work: after 90 minutes attention is spent.', { size: 18, weight: 600 })
      )
    }
  },

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
        ['D', 'Diagnose', 'So it stays fixed']
      ]
      const colours = [ink.blue, ink.plum, ink.coral, ink.leaf, ink.teal]
      return (
        rect(0, 0, wide, 340, ink.sea, 18) +
        parts
          .map(([letter, name, words], index) => {
            const x = 24 + index * 150
            return (
              path(`M${x} 46 L${x + 130} 46 L${x + 158} 112 L${x + 130} 178 L${x} 178 L${x + (index ? 28 : 0)} 112 Z`, colours[index] ?? ink.teal) +
              text(x + 82, 138, letter, { size: 74, weight: 900, fill: ink.white, anchor: 'middle' }) +
              text(x + 76, 224, name, { size: 21, weight: 800, anchor: 'middle' }) +
              text(x + 76, 254, words, { size: 16.5, anchor: 'middle', width: 132 })
            )
          })
          .join('')
      )
    }
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
      path('M80 290 C170 280 220 84 330 82 C430 80 460 196 560 250 C630 286 690 296 740 298 L740 328 L80 328 Z', ink.blush) +
      curve('M80 290 C170 280 220 84 330 82 C430 80 460 196 560 250 C630 286 690 296 740 298', ink.coral, 7) +
      curve('M330 82 C400 66 470 78 560 74', ink.steel, 5, { 'stroke-dasharray': '4 12' }) +
      text(574, 68, '“Calm down!” or excuses', { size: 16, weight: 700, fill: ink.slate, width: 190 }) +
      [
        [150, 262, '1', 'Listen', ink.blue],
        [330, 82, '2', 'Name the feeling', ink.plum],
        [462, 186, '3', 'Apologise', ink.coral],
        [600, 272, '4', 'Solve it', ink.leaf]
      ]
        .map(([x, y, n, label, colour]) => circle(Number(x), Number(y), 19, String(colour), { stroke: ink.white, 'stroke-width': 4 }) + text(Number(x), Number(y), String(n), { size: 18, weight: 800, fill: ink.white, anchor: 'middle', middle: true }) + text(Number(x) + (n === '1' ? 30 : n === '2' ? -30 : 30), Number(y) + (n === '1' ? 24 : 6), String(label), { size: 18, weight: 800, anchor: n === '2' ? 'end' : 'start' }))
        .join('')
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
        ['Hand over', '“You decide; tell me how it went.”']
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
              text(x + 76, y + 31, name, { size: 20, weight: 800, fill: index === 1 ? ink.navy : ink.white, anchor: 'middle', middle: true }) +
              text(x + 172, y + 31, words, { size: 18, weight: 600, middle: true })
            )
          })
          .join('') +
        text(40, 66, 'More trust', { size: 18, weight: 800 }) +
        arrow(64, 190, 64, 84, ink.navy, 5, 14) +
        text(40, 412, 'Choose the level before you give the task, and say which one it is.', { size: 17, weight: 600 })
      )
    }
  },

  'first-ninety-days': {
    width: wide,
    height: 400,
    title: 'The first ninety days of a new manager',
    draw: () => {
      const parts: [string, string, string[], string][] = [
        ['Days 1 to 30', 'Listen', ['One-to-one with everybody', 'What should stay? What hurts?', 'Change nothing big yet'], ink.blue],
        ['Days 31 to 60', 'Agree', ['Say what good looks like', 'Fix one thing people named', 'Set a rhythm of meetings'], ink.teal],
        ['Days 61 to 90', 'Build', ['Hand over a real task', 'Ask for feedback on yourself', 'Plan growth with each person'], ink.plum]
      ]
      return (
        rect(0, 0, wide, 400, ink.honey, 18) +
        parts
          .map(([days, name, items, colour], index) => {
            const x = 28 + index * 252
            return (
              path(`M${x} 40 L${x + 216} 40 L${x + 244} 82 L${x + 216} 124 L${x} 124 L${x + (index ? 24 : 0)} 82 Z`, colour) +
              text(x + 40, 72, days, { size: 15, weight: 600, fill: ink.white }) +
              text(x + 40, 104, name, { size: 27, weight: 800, fill: ink.white }) +
              items
                .map((item, row) => rect(x, 144 + row * 76, 232, 66, ink.white, 12) + circle(x + 26, 177 + row * 76, 8, colour) + text(x + 46, 177 + row * 76, item, { size: 17, weight: 600, width: 178, middle: true }))
                .join('')
            )
          })
          .join('')
      )
    }
  }
}

interface Step {
  icon: string
  title: string
  words: string
  colour: string
}

function steps(title: string, rtl: boolean, all: Step[]): Illustration {
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
            text(centre, 194, step.title, { size: all.length > 4 ? 19 : 21, weight: 800, anchor: 'middle', width: width - 12, rtl }) +
            rect(centre - 22, 208, 44, 5, step.colour, 2) +
            text(centre, 242, step.words, { size: all.length > 3 ? 16 : 18, anchor: 'middle', width: width - (all.length > 3 ? 22 : 44), rtl })
          )
        })
        .join('')
  }
}

function quadrants(title: string, parts: [string, string, string, string][]): Illustration {
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
            path(`M${x} ${y + 16} Q${x} ${y} ${x + 16} ${y} L${x + 84} ${y} L${x + 84} ${y + 170} L${x + 16} ${y + 170} Q${x} ${y + 170} ${x} ${y + 154} Z`, colour) +
            text(x + 42, y + 85, letter, { size: 50, weight: 900, fill: colour === ink.amber ? ink.navy : ink.white, anchor: 'middle', middle: true }) +
            text(x + 106, y + 46, name, { size: 22, weight: 800 }) +
            text(x + 106, y + 78, words, { size: 17.5, width: 248 })
          )
        })
        .join('')
  }
}

function phishing(
  title: string,
  rtl: boolean,
  words: { from: string; address: string; subject: string; body: string[]; button: string; link: string; file: string; signs: string[] }
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
        circle(x, y, 16, ink.coral, { stroke: ink.white, 'stroke-width': 3 }) + text(x, y, String(n), { size: 17, weight: 800, fill: ink.white, anchor: 'middle', middle: true })
      const end = rtl ? left : left + 464
      const buttonX = rtl ? start - 216 : start
      return (
        rect(0, 0, wide, 470, ink.sky, 18) +
        rect(left, 26, 464, 418, ink.white, 16) +
        path(`M${left} 42 Q${left} 26 ${left + 16} 26 L${left + 448} 26 Q${left + 464} 26 ${left + 464} 42 L${left + 464} 62 L${left} 62 Z`, ink.navy) +
        circle(left + 20, 44, 5, ink.coral) + circle(left + 38, 44, 5, ink.amber) + circle(left + 56, 44, 5, ink.leaf) +
        circle(rtl ? start - 22 : start + 22, 104, 22, ink.steel) +
        text(rtl ? start - 58 : start + 58, 98, words.from, look(18, 800)) +
        text(rtl ? start - 58 : start + 58, 122, words.address, { size: 15, fill: ink.slate, anchor: rtl ? 'end' : 'start' }) +
        text(start, 168, words.subject, look(20, 800)) +
        rect(left + 24, 182, 416, 2, ink.mist) +
        words.body.map((row, index) => text(start, 214 + index * 28, row, look(17))).join('') +
        rect(buttonX, 296, 216, 46, ink.blue, 8) +
        text(buttonX + 108, 319, words.button, { size: 18, weight: 700, fill: ink.white, anchor: 'middle', middle: true, rtl }) +
        rect(buttonX + (rtl ? -76 : 40), 348, 310, 28, ink.honey, 6) +
        text(buttonX + (rtl ? -66 : 50), 367, words.link, { size: 14, fill: ink.navy }) +
        rect(rtl ? start - 190 : start, 392, 190, 36, ink.mist, 8) +
        text(rtl ? start - 20 : start + 20, 416, words.file, { size: 15, weight: 600, anchor: rtl ? 'end' : 'start' }) +
        spot(1, end, 112) + spot(2, end, 162) + spot(3, end, 212) + spot(4, end, 336) + spot(5, end, 412) +
        words.signs
          .map((sign, index) => {
            const y = 26 + index * 85
            return rect(side, y, 254, 76, ink.white, 14) + spot(index + 1, rtl ? side + 226 : side + 28, y + 38) + text(rtl ? side + 196 : side + 58, y + 38, sign, { ...look(16.5, 700), width: 184, middle: true })
          })
          .join('')
      )
    }
  }
}

function fireTriangle(
  title: string,
  rtl: boolean,
  words: { heat: string; fuel: string; oxygen: string; removeHeat: string; removeFuel: string; removeOxygen: string }
): Illustration {
  return {
    width: wide,
    height: 440,
    title,
    draw: () => {
      const note = (x: number, y: number, label: string, colour: string) =>
        rect(x, y, 220, 84, ink.white, 14) + rect(rtl ? x + 210 : x, y, 10, 84, colour, 5) + text(rtl ? x + 196 : x + 26, y + 42, label, { size: 17, weight: 600, width: 180, middle: true, rtl })
      return (
        rect(0, 0, wide, 440, ink.blush, 18) +
        path('M400 40 L590 338 L210 338 Z', ink.white, { stroke: ink.white, 'stroke-width': 30, 'stroke-linejoin': 'round' }) +
        line('400,46 586,336', ink.blue, 26) +
        line('574,342 226,342', ink.wood, 26) +
        line('214,336 393,57', ink.coral, 26) +
        d.flame(400, 244, 1.18) +
        at(272, 184, text(0, 0, words.heat, { size: 25, weight: 800, fill: ink.coral, anchor: 'middle', rtl }), 1, -57.4) +
        at(528, 184, text(0, 0, words.oxygen, { size: 25, weight: 800, fill: ink.blue, anchor: 'middle', rtl }), 1, 57.4) +
        text(400, 318, words.fuel, { size: 25, weight: 800, fill: mix(ink.wood, '#000000', 0.3), anchor: 'middle', rtl }) +
        note(16, 60, words.removeHeat, ink.coral) +
        note(564, 60, words.removeOxygen, ink.blue) +
        rect(220, 372, 360, 54, ink.white, 14) + rect(220, 416, 360, 10, ink.wood, 5) + text(400, 396, words.removeFuel, { size: 17, weight: 600, anchor: 'middle', middle: true, rtl })
      )
    }
  }
}

function shelfFood(kind: number, x: number, floor: number): string {
  if (kind === 0)
    return rect(x, floor - 44, 78, 44, ink.leaf, 6) + rect(x - 4, floor - 50, 86, 10, mix(ink.leaf, '#000000', 0.2), 4) + rect(x + 96, floor - 34, 56, 34, ink.honey, 4) + rect(x + 92, floor - 40, 64, 9, ink.amber, 4) + path(`M${x + 170} ${floor} L${x + 176} ${floor - 38} L${x + 206} ${floor - 38} L${x + 212} ${floor} Z`, ink.plum)
  if (kind === 1)
    return path(`M${x} ${floor} L${x} ${floor - 44} L${x + 10} ${floor - 58} L${x + 28} ${floor - 58} L${x + 38} ${floor - 44} L${x + 38} ${floor} Z`, ink.sky) + path(`M${x + 60} ${floor} L${x + 120} ${floor - 40} L${x + 126} ${floor} Z`, ink.amber) + [0, 1, 2, 3].map((index) => ellipse(x + 152 + index * 19, floor - 12, 9, 12, ink.sand)).join('')
  if (kind === 2)
    return rect(x, floor - 12, 200, 12, ink.steel, 4) + path(`M${x + 20} ${floor - 26} C${x + 60} ${floor - 52} ${x + 120} ${floor - 48} ${x + 150} ${floor - 26} C${x + 120} ${floor - 8} ${x + 60} ${floor - 6} ${x + 20} ${floor - 26} Z`, ink.blue) + path(`M${x + 144} ${floor - 26} L${x + 178} ${floor - 44} L${x + 178} ${floor - 10} Z`, ink.blue) + circle(x + 44, floor - 30, 4, ink.white)
  return path(`M${x - 4} ${floor - 20} L${x + 216} ${floor - 20} L${x + 204} ${floor} L${x + 8} ${floor} Z`, ink.slate) + path(`M${x + 20} ${floor - 20} C${x + 16} ${floor - 56} ${x + 76} ${floor - 60} ${x + 84} ${floor - 20} Z`, ink.coral) + path(`M${x + 106} ${floor - 20} C${x + 106} ${floor - 52} ${x + 150} ${floor - 56} ${x + 168} ${floor - 36} L${x + 190} ${floor - 46} L${x + 194} ${floor - 36} L${x + 178} ${floor - 20} Z`, mix(ink.coral, '#ffffff', 0.45))
}

function handIcon(): string {
  return path('M-16 30 C-26 14 -30 2 -30 -4 C-30 -10 -22 -12 -18 -4 L-14 4 L-14 -24 C-14 -32 -4 -32 -4 -24 L-4 -30 C-4 -38 6 -38 6 -30 L6 -25 C6 -33 16 -33 16 -25 L16 -16 C16 -23 25 -23 25 -16 L25 8 C25 24 18 32 6 34 Z', ink.coral)
}

function lensIcon(): string {
  return circle(-6, -6, 20, ink.white, { stroke: ink.navy, 'stroke-width': 7 }) + line('10,10 28,28', ink.amber, 11)
}

function flagIcon(): string {
  return rect(-20, -34, 6, 70, ink.navy, 3) + path('M-14 -32 C0 -42 10 -22 28 -30 L28 2 C10 10 0 -10 -14 0 Z', ink.teal)
}

function alarmIcon(): string {
  return rect(-26, -26, 52, 52, ink.coral, 8) + circle(0, 0, 15, ink.white) + circle(0, 0, 7, ink.navy)
}

function exitIcon(): string {
  return rect(-4, -34, 34, 66, ink.leaf, 4) + path('M-4 -34 L18 -24 L18 40 L-4 32 Z', mix(ink.leaf, '#ffffff', 0.55)) + arrow(-36, 2, -10, 2, ink.navy, 6, 13)
}

function peopleIcon(colour = ink.blue): string {
  const one = (x: number, y: number, scale: number) => at(x, y, circle(0, -12, 10, colour) + path('M-16 20 C-16 2 16 2 16 20 Z', colour), scale)
  return one(-24, 2, 0.85) + one(24, 2, 0.85) + one(0, 4, 1.15)
}

function phoneIcon(): string {
  return rect(-18, -34, 36, 68, ink.navy, 8) + rect(-13, -26, 26, 46, ink.white, 2) + circle(0, 27, 3.5, ink.white) + path('M-3 -16 L4 -16 L4 -7 L-3 -7 Z', ink.plum) + line('-7,4 7,4', ink.steel, 3) + line('-7,12 3,12', ink.steel, 3)
}

function dropIcon(): string {
  return path('M0 -36 C16 -10 26 2 26 14 A26 24 0 0 1 -26 14 C-26 2 -16 -10 0 -36 Z', ink.blue) + curve('M-12 16 A14 12 0 0 0 0 26', ink.white, 5)
}

function fingersIcon(): string {
  return [-24, -8, 8, 24].map((x, index) => line(`${x},30 ${x},${index === 0 || index === 3 ? -16 : -28}`, index % 2 ? ink.leaf : mix(ink.leaf, '#ffffff', 0.4), 13)).join('')
}

function clockIcon(colour: string = ink.amber): string {
  return circle(0, 0, 32, ink.white, { stroke: colour, 'stroke-width': 7 }) + line('0,-18 0,0 12,8', ink.navy, 6)
}

function towelIcon(): string {
  return rect(-28, -30, 56, 22, ink.slate, 6) + path('M-22 -10 L22 -10 L22 24 L14 32 L6 24 L-2 32 L-10 24 L-16 30 L-22 24 Z', ink.white, { stroke: ink.coral, 'stroke-width': 4 })
}

function ringIcon(): string {
  return circle(0, 8, 22, 'none', { stroke: ink.amber, 'stroke-width': 8 }) + path('M-13 -26 L13 -26 L20 -16 L0 -2 L-20 -16 Z', ink.sky, { stroke: ink.blue, 'stroke-width': 3, 'stroke-linejoin': 'round' })
}

function plasterIcon(): string {
  return at(0, 0, rect(-38, -13, 76, 26, ink.sand, 13) + rect(-14, -13, 28, 26, ink.wood, 2, { 'fill-opacity': 0.5 }), 1, -35)
}

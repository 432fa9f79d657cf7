import * as d from '../svg.ts'
import { arrow, at, circle, ink, line, mix, rect, text } from '../svg.ts'
import { alarmIcon, exitIcon, fireTriangle, type Illustration, peopleIcon, phoneIcon, steps, wide } from './parts.ts'

export const firePictures: Record<string, Illustration> = {
  'fire-triangle': fireTriangle('The fire triangle: heat, fuel and oxygen', false, {
    heat: 'Heat',
    fuel: 'Fuel',
    oxygen: 'Oxygen',
    removeHeat: 'Cool it: water takes the heat away',
    removeFuel: 'Starve it: move what can burn',
    removeOxygen: 'Smother it: blanket, foam, closed door',
  }),

  'fire-triangle-ar': fireTriangle('مثلث الحريق: الحرارة والوقود والأكسجين', true, {
    heat: 'الحرارة',
    fuel: 'الوقود',
    oxygen: 'الأكسجين',
    removeHeat: 'التبريد: الماء يسحب الحرارة',
    removeFuel: 'التجويع: أبعد ما يمكن أن يحترق',
    removeOxygen: 'الخنق: بطانية أو رغوة أو باب مغلق',
  }),

  'fire-actions': steps('What to do when you discover a fire', false, [
    {
      icon: alarmIcon(),
      title: '1. Alarm',
      words: 'Press the nearest call point and shout “Fire”.',
      colour: ink.coral,
    },
    { icon: exitIcon(), title: '2. Leave', words: 'Nearest exit, no lift, doors closed behind you.', colour: ink.leaf },
    { icon: peopleIcon(), title: '3. Assemble', words: 'Go to the meeting point and be counted.', colour: ink.blue },
    {
      icon: phoneIcon(),
      title: '4. Call',
      words: 'Ring the fire service: place, what burns, who is missing.',
      colour: ink.plum,
    },
  ]),

  'fire-actions-ar': steps('ماذا تفعل عند اكتشاف حريق', true, [
    { icon: alarmIcon(), title: '١. أطلق الإنذار', words: 'اضغط أقرب نقطة إنذار وصِح: «حريق».', colour: ink.coral },
    { icon: exitIcon(), title: '٢. غادر', words: 'من أقرب مخرج، بلا مصعد، وأغلق الأبواب خلفك.', colour: ink.leaf },
    { icon: peopleIcon(), title: '٣. تجمّع', words: 'اذهب إلى نقطة التجمع ليُحصى الحاضرون.', colour: ink.blue },
    { icon: phoneIcon(), title: '٤. اتصل', words: 'اتصل بالإطفاء: المكان، وما يحترق، ومن المفقود.', colour: ink.plum },
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
        ['Wet chemical', ink.amber, 'yes no no yes'],
      ]
      const fires: [string, string][] = [
        ['Paper, wood, textiles', 'A'],
        ['Petrol, paint, solvents', 'B'],
        ['Live electrical equipment', '⚡'],
        ['Cooking oil and fat', 'F'],
      ]
      const column = (index: number) => 246 + index * 107
      return (
        rect(0, 0, wide, 440, ink.cream, 18) +
        kinds
          .map(
            ([name, colour], index) =>
              at(
                column(index) + 44,
                74,
                rect(-17, -24, 34, 62, ink.coral, 12) +
                  rect(-17, -6, 34, 18, colour) +
                  rect(-8, -38, 16, 14, ink.slate, 3) +
                  line('-8,-40 16,-46', ink.navy, 5),
              ) + text(column(index) + 44, 140, name, { size: 16, weight: 700, anchor: 'middle' }),
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
                  answers.split(' ')[row] === 'yes'
                    ? d.tick(column(index) + 44, y + 29, 0.86)
                    : d.cross(column(index) + 44, y + 29, 0.86),
                )
                .join('')
            )
          })
          .join('')
      )
    },
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
    },
  },
}

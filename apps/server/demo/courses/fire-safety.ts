import { picture } from '../html.ts'
import { transcript } from '../narrations.ts'
import type { DemoCourse } from '../shapes.ts'

export const fireSafety: DemoCourse = {
  slug: 'fire-safety',
  language: 'en',
  title: 'Fire safety at work',
  description:
    'How fires start, what to do in the first two minutes, which extinguisher fits, and how your building is evacuated. Repeated every year.',
  category: 'Health and safety',
  tags: ['fire', 'evacuation', 'annual', 'safety'],
  cover: 'covers/fire-safety.webp',
  minutes: 29,
  sections: [
    {
      title: 'How fires start and stop',
      activities: [
        {
          key: 'triangle',
          kind: 'page',
          title: 'Heat, fuel, oxygen',
          minutes: 4,
          completion: { rule: 'view' },
          html: `<p>A fire needs three things at the same place and time. Take one away and it goes out. Everything you learn in this course follows from that.</p>
${picture('illustrations/fire-triangle.webp', 'A triangle of heat, fuel and oxygen, and how to remove each of them')}
<h2>The usual causes at work</h2>
<ul>
<li>Damaged cables, overloaded multiple sockets, cheap chargers left plugged in overnight.</li>
<li>Batteries of tools, scooters and phones, charged on a sofa or under a pile of paper.</li>
<li>Cooking left alone, fat filters not cleaned.</li>
<li>Cigarettes, candles, hot work such as welding and grinding.</li>
<li>Waste stored against a wall or in the escape route.</li>
</ul>
<h3>What you can do today</h3>
<p>Look around your own place: one thing that gets hot, one thing that burns. Is there half a metre between them?</p>`,
        },
        {
          key: 'smoke',
          kind: 'page',
          title: 'Smoke is the real danger',
          minutes: 3,
          completion: { rule: 'view' },
          html: `<p>More people are harmed by smoke than by flames. It is hot, it is poisonous, and it takes away your sight within two or three minutes.</p>
<ul>
<li><strong>Stay low.</strong> The air near the floor is cooler and clearer.</li>
<li><strong>Feel before you open.</strong> A hot door, or smoke around its edges, means: another way.</li>
<li><strong>Close doors.</strong> A closed door can hold a fire back for half an hour. Never wedge a fire door open.</li>
<li><strong>Trapped?</strong> Go into a room with a window, close the door, seal the gap with clothes, and show yourself at the window. Call the fire service and say where you are.</li>
</ul>
<blockquote>A fire doubles in size about every minute. Two minutes of looking for your bag is a very long time.</blockquote>`,
        },
      ],
    },
    {
      title: 'The first two minutes',
      activities: [
        {
          key: 'actions',
          kind: 'page',
          title: 'What to do, in which order',
          minutes: 3,
          completion: { rule: 'view' },
          html: `${picture('illustrations/fire-actions.webp', 'Raise the alarm, leave, assemble, call')}
<p>The order matters. An alarm warns people who cannot hear your voice, and in most buildings it also releases doors and stops the lifts and the ventilation.</p>
<h3>People who need help</h3>
<p>Some colleagues and guests cannot use stairs, hear an alarm or see a sign. Ask them beforehand what helps. Many have a personal evacuation plan: know it if you work beside them.</p>
<h3>At the assembly point</h3>
<p>Report to the fire marshal, say who is missing and where you saw them last, and stay until the all-clear. People have died going back for somebody who was already standing outside.</p>`,
        },
        {
          key: 'plan',
          kind: 'page',
          title: 'Your two ways out',
          minutes: 3,
          completion: { rule: 'tick' },
          html: `${picture('illustrations/evacuation-plan.webp', 'A floor plan with two escape routes, a call point, an extinguisher and the assembly point')}
<p>Everybody should know two ways out of every room they use, because the usual one may be full of smoke.</p>
<ol>
<li>Find the plan on your floor and your place on it.</li>
<li>Walk both routes once. Do the doors open? Is anything stored in the way?</li>
<li>Find the nearest call point and the assembly point.</li>
</ol>
<p>Tick this step when you have walked both routes.</p>`,
        },
        {
          key: 'notice',
          kind: 'document',
          title: 'Fire action notice to hang up',
          minutes: 1,
          completion: { rule: 'view' },
          media: 'documents/fire-action-notice.pdf',
          fileName: 'Fire action notice.pdf',
        },
      ],
    },
    {
      title: 'Extinguishers',
      activities: [
        {
          key: 'kinds',
          kind: 'page',
          title: 'Which one for which fire',
          minutes: 4,
          completion: { rule: 'view' },
          html: `${picture('illustrations/extinguisher-kinds.webp', 'A table of five extinguishers and the fires they suit')}
<p>The label on the extinguisher tells you what it is for. Colours differ between countries; the letters and pictures do not.</p>
<table>
<tr><th><p>Class</p></th><th><p>What burns</p></th><th><p>What puts it out</p></th></tr>
<tr><td><p>A</p></td><td><p>Wood, paper, fabric</p></td><td><p>Water, foam, powder</p></td></tr>
<tr><td><p>B</p></td><td><p>Petrol, solvents</p></td><td><p>Foam, powder, CO<sub>2</sub></p></td></tr>
<tr><td><p>F</p></td><td><p>Cooking fat</p></td><td><p>Wet chemical, fire blanket</p></td></tr>
</table>
<aside data-callout="warning"><p><strong>Never water on burning fat.</strong> It explodes into a column of fire. Turn off the heat and put a lid or a fire blanket on it.</p></aside>
<div data-columns="2"><div data-column="true"><h3>Live electrical equipment</h3><p>Never water. Cut the power first, or use CO<sub>2</sub>.</p></div><div data-column="true"><h3>CO<sub>2</sub> gets very cold</h3><p>It also displaces air. Hold it by the handle, not by the horn, and leave a small room afterwards.</p></div></div>
<p>Extinguishers are for small fires: about the size of a waste-paper basket. Anything bigger is the fire service’s work.</p>`,
        },
        {
          key: 'film',
          kind: 'video',
          title: 'Using an extinguisher: PASS',
          minutes: 1,
          completion: { rule: 'watch', percent: 90 },
          media: 'video/extinguisher.mp4',
          poster: 'video/extinguisher.webp',
          captions: [
            { language: 'en', label: 'English', media: 'video/extinguisher.en.vtt' },
            { language: 'ar', label: 'العربية', media: 'video/extinguisher.ar.vtt' },
          ],
          transcript: transcript('film-extinguisher'),
        },
        {
          key: 'check',
          kind: 'scorm',
          title: 'Fire safety check',
          minutes: 10,
          completion: { rule: 'score', percent: 80 },
          fileName: 'fire-safety-check.zip',
          package: {
            identifier: 'learnt.demo.fire-safety',
            title: 'Fire safety check',
            version: '1.2',
            language: 'en',
            colours: { primary: '#b5402f', accent: '#f3a83a' },
            scos: [
              {
                key: 'check',
                title: 'Fire safety check',
                passPercent: 80,
                slides: [
                  {
                    kind: 'content',
                    title: 'Six situations',
                    html: '<p>You will see six situations. Choose what you would do. You pass with five of six, and you may repeat the questions as often as you like.</p>',
                    image: { media: 'illustrations/fire-triangle.webp', alt: 'The fire triangle: heat, fuel, oxygen' },
                  },
                  {
                    kind: 'question',
                    id: 'bin-fire',
                    title: 'The waste-paper basket',
                    prompt: 'A basket in your office is burning, and you are alone in the room. What comes first?',
                    answer: 'single',
                    options: [
                      { text: 'Fetch the extinguisher from the corridor' },
                      { text: 'Raise the alarm', right: true },
                      { text: 'Save your computer' },
                      { text: 'Open the window to let the smoke out' },
                    ],
                    explanation:
                      'The alarm first, always: then others are safe whatever happens next. An open window feeds the fire with oxygen.',
                  },
                  {
                    kind: 'question',
                    id: 'fat-fire',
                    title: 'The pan',
                    prompt: 'Oil in a pan has caught fire. What may you use?',
                    answer: 'several',
                    options: [
                      { text: 'A lid that fits', right: true },
                      { text: 'A fire blanket', right: true },
                      { text: 'A bucket of water' },
                      { text: 'A wet chemical extinguisher', right: true },
                    ],
                    explanation:
                      'Lid, blanket and wet chemical take the air away or cool the fat. Water turns to steam at once and throws burning fat around the room.',
                  },
                  {
                    kind: 'question',
                    id: 'hot-door',
                    title: 'The door',
                    prompt: 'On your way out you touch a closed door, and it is hot. What now?',
                    answer: 'single',
                    options: [
                      { text: 'Open it quickly and run through' },
                      { text: 'Take your second way out', right: true },
                      { text: 'Open it a little and look' },
                    ],
                    explanation:
                      'Behind a hot door there is fire. Opening it lets in air, and the fire comes out. That is why everybody needs two ways.',
                  },
                  {
                    kind: 'question',
                    id: 'aim',
                    title: 'The extinguisher',
                    prompt: 'Where do you aim?',
                    answer: 'single',
                    options: [
                      { text: 'At the tips of the flames' },
                      { text: 'At the base of the fire', right: true },
                      { text: 'Above the fire, so that it falls down on it' },
                    ],
                    explanation: 'Aim low: what burns is at the base. Sweep from side to side.',
                  },
                  {
                    kind: 'question',
                    id: 'when-to-fight',
                    title: 'Fight or leave',
                    prompt: 'When may you try to put a fire out yourself?',
                    answer: 'several',
                    options: [
                      { text: 'The alarm has been raised', right: true },
                      { text: 'It is no bigger than a waste-paper basket', right: true },
                      { text: 'Your way out is behind you', right: true },
                      { text: 'Somebody may be watching and expects it' },
                    ],
                    explanation: 'All three have to be true. Nobody is ever expected to fight a fire.',
                  },
                  {
                    kind: 'question',
                    id: 'assembly',
                    title: 'Outside',
                    prompt: 'You are at the assembly point and a colleague is missing. What do you do?',
                    answer: 'single',
                    options: [
                      { text: 'Go back quickly, you know where she sits' },
                      { text: 'Tell the fire marshal where you saw her last', right: true },
                      { text: 'Call her and wait to see whether she answers before you say anything' },
                    ],
                    explanation: 'Tell the marshal at once. The fire service has breathing apparatus; you have not.',
                  },
                ],
              },
            ],
          },
        },
      ],
    },
  ],
}

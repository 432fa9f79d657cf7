import { picture } from '../html.ts'
import { transcript } from '../narrations.ts'
import type { DemoCourse } from '../shapes.ts'

export const manualHandling: DemoCourse = {
  slug: 'manual-handling',
  language: 'en',
  title: 'Manual handling: lifting and carrying',
  description: 'Avoid the lift where you can, judge it where you cannot, and do it in a way that your back forgives.',
  category: 'Health and safety',
  tags: ['lifting', 'safety', 'warehouse', 'housekeeping'],
  cover: 'covers/manual-handling.webp',
  minutes: 23,
  reset: { kind: 'timeframe', amount: 1, unit: 'year', opensBefore: 60, closesAfter: 60, warnings: [60, 14] },
  sections: [
    {
      title: 'Before you lift',
      activities: [
        {
          key: 'avoid',
          kind: 'page',
          title: 'The best lift is the one you avoid',
          minutes: 3,
          completion: { rule: 'view' },
          html: `<p>Every third injury at work comes from lifting, carrying, pushing or pulling. Most build up over months: a back does not complain about the first bad lift, but about the thousandth.</p>
<h2>Ask in this order</h2>
<ol>
<li><strong>Can it stay where it is?</strong> Deliver it to where it is used.</li>
<li><strong>Can something else move it?</strong> A trolley, a pallet truck, a lift, a hoist.</li>
<li><strong>Can it be smaller?</strong> Two half bags instead of one full bag.</li>
<li><strong>Can two people do it?</strong></li>
<li>Only then: how do I do it well?</li>
</ol>
<p>Pushing is easier on the back than pulling, and you see where you are going.</p>`,
        },
        {
          key: 'tile',
          kind: 'page',
          title: 'The TILE check',
          minutes: 4,
          completion: { rule: 'view' },
          html: `${picture('illustrations/tile-check.webp', 'Four boxes: task, individual, load, environment, with a question for each')}
<p>It takes ten seconds once you are used to it. If one of the four worries you, change that one before you lift.</p>
<h3>Numbers that help</h3>
<p>There is no weight that is safe for everybody. As a rough guide for close to the body between knee and elbow: up to 25 kg for most men, up to 16 kg for most women. <strong>Halve it</strong> when you lift above the shoulder, at arm’s length, or more than once every two minutes.</p>`,
        },
      ],
    },
    {
      title: 'Doing it well',
      activities: [
        {
          key: 'film',
          kind: 'video',
          title: 'A safe lift',
          minutes: 1,
          completion: { rule: 'watch', percent: 90 },
          media: 'video/lifting.mp4',
          poster: 'video/lifting.webp',
          captions: [{ language: 'en', label: 'English', media: 'video/lifting.en.vtt' }],
          transcript: transcript('film-lifting'),
        },
        {
          key: 'five-moves',
          kind: 'page',
          title: 'Five moves',
          minutes: 3,
          completion: { rule: 'view' },
          html: `${picture('illustrations/safe-lift.webp', 'Five figures: plan, stand close, bend the knees, lift with the legs, turn with the feet')}
<ul>
<li>Keep the heavier side against your body.</li>
<li>Look ahead, not down: your back follows your eyes.</li>
<li>Do not hold your breath; breathe out as you rise.</li>
<li>Put it down first, then push it into place.</li>
</ul>`,
        },
        {
          key: 'daily',
          kind: 'page',
          title: 'From your own day',
          minutes: 4,
          completion: { rule: 'view' },
          html: `<table>
<tr><th>Work</th><th>What helps</th></tr>
<tr><td>Making beds</td><td>Kneel on one knee or raise the bed; move round it instead of leaning across; two people for king-size mattresses.</td></tr>
<tr><td>Unloading a van</td><td>Slide to the edge, then lift. Change sides every ten minutes.</td></tr>
<tr><td>Kitchen stores</td><td>Heavy things between knee and chest height, light ones above, nothing on the floor of the cold room.</td></tr>
<tr><td>Tool cases</td><td>Two light ones in two hands are better than one heavy one.</td></tr>
<tr><td>Helping a person</td><td>Never lift a person alone. Ask for the aid that is meant for it, and tell them what you are going to do.</td></tr>
</table>
<h3>If it hurts</h3>
<p>Stop, and say so the same day. Light movement helps more than lying down. A sharp pain into the leg, numbness, or loss of strength needs a doctor.</p>`,
        },
        {
          key: 'check',
          kind: 'scorm',
          title: 'Check yourself',
          minutes: 8,
          completion: { rule: 'package' },
          fileName: 'manual-handling-check.zip',
          package: {
            identifier: 'learnt.demo.manual-handling',
            title: 'Manual handling: check yourself',
            version: '1.2',
            language: 'en',
            colours: { primary: '#2d5f8f', accent: '#f3a83a' },
            scos: [
              {
                key: 'check',
                title: 'Check yourself',
                passPercent: 75,
                slides: [
                  {
                    kind: 'content',
                    title: 'Warm up',
                    html: '<p>Look at the picture once more. Which of the five moves do you leave out when you are in a hurry?</p>',
                    image: { media: 'illustrations/safe-lift.webp', alt: 'Five moves of a safe lift' },
                  },
                  {
                    kind: 'question',
                    id: 'first-thing',
                    title: 'A heavy box',
                    prompt: 'A box of unknown weight stands in the corridor. What do you do first?',
                    answer: 'single',
                    options: [
                      { text: 'Lift it a little to feel the weight' },
                      { text: 'Ask whether it has to be carried at all, and look at the way', right: true },
                      { text: 'Call a strong colleague' },
                    ],
                    explanation: 'Avoid, then plan. Testing the weight comes when you have decided to lift it.',
                  },
                  {
                    kind: 'question',
                    id: 'close',
                    title: 'Where to hold it',
                    prompt: 'Why should a load be close to the body?',
                    answer: 'single',
                    options: [
                      { text: 'So that it cannot fall' },
                      {
                        text: 'Because at arm’s length it pulls on the back with several times its weight',
                        right: true,
                      },
                      { text: 'So that you see better' },
                    ],
                    explanation:
                      'The longer the lever, the greater the pull on the muscles of the back: ten kilograms at arm’s length can feel like a hundred.',
                  },
                  {
                    kind: 'question',
                    id: 'tile-which',
                    title: 'TILE',
                    prompt: 'Which of these belong to “environment”?',
                    answer: 'several',
                    options: [
                      { text: 'A wet floor', right: true },
                      { text: 'A door that opens towards you', right: true },
                      { text: 'The size of the box' },
                      { text: 'Poor light', right: true },
                    ],
                    explanation: 'The size belongs to the load. Everything around you is environment.',
                  },
                  {
                    kind: 'question',
                    id: 'turn',
                    title: 'Turning',
                    prompt: 'You hold a crate and want to put it on a table to your left.',
                    answer: 'single',
                    options: [
                      { text: 'Turn at the hips' },
                      { text: 'Turn with small steps of the feet', right: true },
                      { text: 'Swing it, to use the momentum' },
                    ],
                    explanation: 'Twisting under load is the movement that injures most discs.',
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

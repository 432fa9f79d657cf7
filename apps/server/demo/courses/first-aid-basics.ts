import { picture } from '../html.ts'
import { transcript } from '../narrations.ts'
import type { DemoCourse } from '../shapes.ts'

export const firstAidBasics: DemoCourse = {
  slug: 'first-aid-basics',
  language: 'en',
  title: 'First aid basics',
  description:
    'What everybody can do until help arrives: check, call, press, cool, stay. It does not replace a practical course, and it may save somebody before you have had one.',
  category: 'Health and safety',
  tags: ['first aid', 'emergency', 'cpr'],
  cover: 'covers/first-aid-basics.webp',
  minutes: 31,
  sections: [
    {
      title: 'The first minute',
      activities: [
        {
          key: 'order',
          kind: 'page',
          title: 'An order you can rely on',
          minutes: 4,
          completion: { rule: 'view' },
          html: `<p>In an emergency you do not think of everything. A fixed order thinks for you.</p>
${picture('illustrations/drsabcd.webp', 'Seven steps: danger, response, send for help, airway, breathing, CPR, defibrillator')}
<h3>Danger means yours too</h3>
<p>Traffic, electricity, smoke, an aggressive person: a second casualty helps nobody. If you cannot make it safe, keep your distance and call.</p>
<h3>Normal breathing or not?</h3>
<p>Take ten seconds. Slow, noisy gasps are <strong>not</strong> normal breathing. If you are unsure, act as if there were none.</p>`,
        },
        {
          key: 'call',
          kind: 'audio',
          title: 'Listen: an emergency call',
          minutes: 2,
          completion: { rule: 'watch', percent: 80 },
          media: 'audio/emergency-call.mp3',
          captions: [{ language: 'en', label: 'English', media: 'audio/emergency-call.en.vtt' }],
          transcript: transcript('emergency-call'),
        },
        {
          key: 'call-notes',
          kind: 'page',
          title: 'What the operator needs',
          minutes: 2,
          completion: { rule: 'tick' },
          html: `<ol>
<li><strong>Where</strong> are you? Street, number, floor, entrance. If the call breaks off, at least they know this.</li>
<li><strong>What</strong> happened?</li>
<li><strong>How many</strong> people are hurt, and how?</li>
<li><strong>Wait</strong> for questions. They hang up, not you.</li>
</ol>
<p>112 works from every mobile phone in Europe and in many other countries; elsewhere it is 911, 999, 000 or another number. Put the phone on loudspeaker: you need both hands. Send somebody to the door to show the way.</p>
<p>Tick this step when you know the emergency number of your country and the exact address of your workplace.</p>`,
        },
      ],
    },
    {
      title: 'Saving a life',
      activities: [
        {
          key: 'cpr',
          kind: 'page',
          title: 'Chest compressions',
          minutes: 4,
          completion: { rule: 'view' },
          html: `${picture('illustrations/cpr-rhythm.webp', 'A person pressing on the chest of another: middle of the chest, five to six centimetres, 100 to 120 a minute')}
<ul>
<li>Lay the person on a hard floor. Kneel close beside the chest.</li>
<li>Heel of one hand in the middle of the chest, the other on top, arms straight.</li>
<li>Press hard and fast, and let the chest come back each time.</li>
<li>If you cannot or do not want to give breaths: compressions alone help too.</li>
<li>Swap with somebody every two minutes. It is exhausting.</li>
</ul>
<p><strong>You cannot do worse than nothing.</strong> A broken rib heals. A defibrillator decides by itself whether a shock is needed; it cannot harm a healthy heart.</p>`,
        },
        {
          key: 'rhythm',
          kind: 'audio',
          title: 'The rhythm: 110 a minute',
          minutes: 1,
          completion: { rule: 'watch', percent: 60 },
          media: 'audio/compression-rhythm.wav',
          captions: [{ language: 'en', label: 'English', media: 'audio/compression-rhythm.en.vtt' }],
          transcript:
            'Eighteen seconds of clicks, 110 a minute. A higher click marks the first of each 30 compressions.\nTap along on the table until your hand knows the speed.',
        },
        {
          key: 'bleeding',
          kind: 'page',
          title: 'Bleeding, burns, choking, stroke',
          minutes: 6,
          completion: { rule: 'view' },
          html: `<h2>Heavy bleeding</h2>
<p>Press on it, hard, with anything clean, and do not look every few seconds. Lay the person down and keep them warm. If cloth is soaked, put more on top.</p>
<h2>Burns</h2>
${picture('illustrations/burn-care.webp', 'Cool for twenty minutes, clear rings and clothes, cover, call')}
<h2>Choking</h2>
<p>Can they cough? Let them cough. If not: five blows between the shoulder blades, five abdominal thrusts, in turn. If they faint, call, and begin compressions.</p>
<h2>Stroke: FAST</h2>
<ul>
<li><strong>Face:</strong> does one side hang when they smile?</li>
<li><strong>Arms:</strong> does one sink when both are raised?</li>
<li><strong>Speech:</strong> slurred, or strange words?</li>
<li><strong>Time:</strong> call at once, and note when it began.</li>
</ul>`,
        },
        {
          key: 'card',
          kind: 'document',
          title: 'Card for the notice board',
          minutes: 2,
          completion: { rule: 'view' },
          media: 'documents/first-aid-card.pdf',
          fileName: 'First aid card.pdf',
        },
        {
          key: 'scenes',
          kind: 'scorm',
          title: 'Four scenes',
          minutes: 10,
          completion: { rule: 'score', percent: 80 },
          fileName: 'first-aid-scenes.zip',
          package: {
            identifier: 'learnt.demo.first-aid',
            title: 'First aid: four scenes',
            version: '2004-3rd',
            language: 'en',
            colours: { primary: '#33743b', accent: '#f3a83a' },
            scos: [
              {
                key: 'scenes',
                title: 'Four scenes',
                passPercent: 80,
                slides: [
                  {
                    kind: 'content',
                    title: 'Four scenes, five decisions',
                    html: '<p>Nobody is watching the clock. In real life, doing something simple at once is better than doing the perfect thing late.</p>',
                    image: { media: 'illustrations/drsabcd.webp', alt: 'The seven steps of first aid' },
                  },
                  {
                    kind: 'question',
                    id: 'collapse',
                    title: 'Scene 1: the corridor',
                    prompt:
                      'A colleague lies on the floor. You are safe. She does not answer when you speak and tap her shoulders. What next?',
                    answer: 'single',
                    options: [
                      { text: 'Give her water' },
                      { text: 'Shout for help, have somebody call, open the airway and check breathing', right: true },
                      { text: 'Put her legs up and wait' },
                    ],
                    explanation:
                      'Response, send for help, airway, breathing: in that order. Nothing to drink for somebody who is not fully awake.',
                  },
                  {
                    kind: 'question',
                    id: 'gasping',
                    title: 'Scene 1, ten seconds later',
                    prompt: 'She gasps, loudly and rarely, perhaps once in five seconds.',
                    answer: 'single',
                    options: [
                      { text: 'She is breathing: recovery position' },
                      { text: 'This is not normal breathing: begin compressions', right: true },
                      { text: 'Wait a minute and check again' },
                    ],
                    explanation:
                      'Gasping is a reflex of a heart that has stopped. Begin at once, and send for the defibrillator.',
                    image: { media: 'illustrations/cpr-rhythm.webp', alt: 'Chest compressions: place, depth, rhythm' },
                  },
                  {
                    kind: 'question',
                    id: 'burn',
                    title: 'Scene 2: the kitchen',
                    prompt: 'Hot oil has splashed on a cook’s forearm. Which of these are right?',
                    answer: 'several',
                    options: [
                      { text: 'Cool running water for 20 minutes', right: true },
                      { text: 'Take off the watch and bracelet', right: true },
                      { text: 'Ice from the machine' },
                      { text: 'Butter or flour' },
                    ],
                    explanation: 'Cool, clear, cover. Ice damages the skin further; fat keeps the heat in.',
                  },
                  {
                    kind: 'question',
                    id: 'choke',
                    title: 'Scene 3: the canteen',
                    prompt: 'A man grips his throat, cannot speak and cannot cough.',
                    answer: 'single',
                    options: [
                      {
                        text: 'Up to five firm blows between the shoulder blades, then abdominal thrusts',
                        right: true,
                      },
                      { text: 'Give him a glass of water' },
                      { text: 'Lay him down and call' },
                    ],
                    explanation:
                      'Blows first, then thrusts, in turn, until it comes out or he faints. Then call and begin compressions.',
                  },
                  {
                    kind: 'question',
                    id: 'stroke',
                    title: 'Scene 4: the meeting',
                    prompt:
                      'Your manager suddenly speaks unclearly, and one corner of the mouth hangs. Ten minutes later it is better. What do you do?',
                    answer: 'single',
                    options: [
                      { text: 'Let him rest: it is over' },
                      { text: 'Call the emergency number and note the time', right: true },
                      { text: 'Drive him to his doctor tomorrow' },
                    ],
                    explanation:
                      'It may be the first sign of a stroke. Time decides how much of the brain can be saved, also when the signs have passed.',
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

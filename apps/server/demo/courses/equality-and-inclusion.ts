import { picture } from '../html.ts'
import type { DemoCourse } from '../shapes.ts'

export const equalityAndInclusion: DemoCourse = {
  slug: 'equality-and-inclusion',
  language: 'en',
  title: 'Equality and inclusion at work',
  description:
    'Fair is not always the same for everybody. How bias gets into decisions, and what each of us can say and do.',
  category: 'Working together',
  tags: ['inclusion', 'equality', 'respect'],
  cover: 'covers/equality-and-inclusion.webp',
  minutes: 29,
  sections: [
    {
      title: 'What fair means',
      activities: [
        {
          key: 'fair',
          kind: 'page',
          title: 'The same, or what each one needs',
          minutes: 4,
          completion: { rule: 'view' },
          html: `${picture('illustrations/same-and-fair.webp', 'Three people of different heights at a shelf: the same step helps only one, fitting steps help all three')}
<p>Treating everybody the same sounds fair, and often is. Sometimes it leaves people out: a meeting at 17:30 is the same for everybody, but not for those who fetch a child at five.</p>
<h2>Adjustments are ordinary</h2>
<ul>
<li>A chair that fits, a larger font, a quiet room, captions in a call.</li>
<li>A shift pattern that leaves room for prayer or for treatment.</li>
<li>Documents a day before, for people who read more slowly or in a second language.</li>
</ul>
<p>Most cost little or nothing, and usually help others too. Nobody has to tell you a diagnosis: ask “What would help you to do this well?”</p>`,
        },
        {
          key: 'law',
          kind: 'page',
          title: 'What the law protects',
          minutes: 4,
          completion: { rule: 'view' },
          html: `<p>The details differ between countries; the list is much the same everywhere: age, disability, sex, gender identity, pregnancy and parenthood, race and origin, religion and belief, sexual orientation.</p>
<table>
<tr><th>Word</th><th>Means</th><th>For example</th></tr>
<tr><td>Direct discrimination</td><td>Treating somebody worse because of it</td><td>“No older people on reception.”</td></tr>
<tr><td>Indirect discrimination</td><td>One rule for all that hits some much harder, without need</td><td>“Only full-time can become team leader.”</td></tr>
<tr><td>Harassment</td><td>Unwanted conduct that hurts dignity, meant or not</td><td>Jokes about an accent, again and again</td></tr>
<tr><td>Victimisation</td><td>Punishing somebody who complained</td><td>No more good shifts after a complaint</td></tr>
</table>
<p>What counts is how it lands, not only how it was meant.</p>`,
        },
        {
          key: 'bias',
          kind: 'page',
          title: 'The shortcuts in our heads',
          minutes: 4,
          completion: { rule: 'view' },
          html: `<p>We judge in seconds, and mostly without noticing. That is not a fault of character; it is how heads save effort. It becomes a fault when a decision about people rests on it.</p>
<ul>
<li><strong>People like me</strong> seem more capable than they are.</li>
<li><strong>The first impression</strong> colours everything after it.</li>
<li><strong>We see what we expect,</strong> and forget what does not fit.</li>
</ul>
<h3>What helps</h3>
<ol>
<li>Write the criteria down before you look at the people.</li>
<li>Ask everybody the same questions.</li>
<li>Decide separately, then compare.</li>
<li>Ask: would I say the same about somebody else?</li>
</ol>`,
        },
      ],
    },
    {
      title: 'What you can do',
      activities: [
        {
          key: 'bystander',
          kind: 'page',
          title: 'When you are there and it happens',
          minutes: 4,
          completion: { rule: 'view' },
          html: `${picture('illustrations/four-ds.webp', 'Four ways to help: direct, distract, delegate, document and ask')}
<p>Silence is read as agreement, by both sides. You need not be brave or quick-witted: one of the four is nearly always possible.</p>
<blockquote>“I do not find that funny.” Six words, said calmly, end most of it.</blockquote>
<h3>And when it was you?</h3>
<p>Listen. Say sorry for what happened, not for how it was taken. Thank them for telling you. Do it differently next time. No speech is needed.</p>`,
        },
        {
          key: 'scenes',
          kind: 'scorm',
          title: 'Four scenes from an ordinary week',
          minutes: 10,
          completion: { rule: 'package' },
          fileName: 'inclusion-scenes.zip',
          package: {
            identifier: 'learnt.demo.inclusion',
            title: 'Four scenes from an ordinary week',
            version: '2004-2nd',
            language: 'en',
            colours: { primary: '#8a3f6a', accent: '#f3a83a' },
            scos: [
              {
                key: 'week',
                title: 'Four scenes from an ordinary week',
                passPercent: 75,
                slides: [
                  {
                    kind: 'content',
                    title: 'Monday to Thursday',
                    html: '<p>In each scene several answers are possible in real life. Choose the one that you could defend in front of the person concerned.</p>',
                    image: { media: 'illustrations/four-ds.webp', alt: 'Direct, distract, delegate, document' },
                  },
                  {
                    kind: 'question',
                    id: 'monday',
                    title: 'Monday: the name',
                    prompt:
                      'A colleague shortens Oluwaseun’s name to “Olly, that is easier”. Oluwaseun smiles and says nothing.',
                    answer: 'single',
                    options: [
                      { text: 'Do the same: he smiled' },
                      { text: 'Ask Oluwaseun what he would like to be called, and use that', right: true },
                      { text: 'Announce in front of everybody that this is racist' },
                    ],
                    explanation:
                      'Ask him, not the others. A smile can be politeness. If he prefers his name, say so to the colleague in private.',
                  },
                  {
                    kind: 'question',
                    id: 'tuesday',
                    title: 'Tuesday: the shortlist',
                    prompt:
                      'You choose from applications. A friend of the house is “a perfect fit”. Which steps make the choice fairer?',
                    answer: 'several',
                    options: [
                      { text: 'Fix the criteria before reading', right: true },
                      { text: 'Have two people rate separately', right: true },
                      { text: 'Trust your feeling for people' },
                      { text: 'Ask every candidate the same questions', right: true },
                    ],
                    explanation:
                      '“Fit” often means “like us”. Criteria, separate ratings and the same questions let you see who can do the work.',
                  },
                  {
                    kind: 'question',
                    id: 'wednesday',
                    title: 'Wednesday: the meeting',
                    prompt:
                      'Mina proposes something. Nobody reacts. Five minutes later Paul says the same and is praised.',
                    answer: 'single',
                    options: [
                      {
                        text: 'Say: “Good that you take up Mina’s idea. Mina, how did you think of doing it?”',
                        right: true,
                      },
                      { text: 'Tell Mina afterwards to speak louder' },
                      { text: 'Let it go: the idea counts' },
                    ],
                    explanation: 'It gives the idea back without attacking anybody, and Mina has the floor.',
                  },
                  {
                    kind: 'question',
                    id: 'thursday',
                    title: 'Thursday: the adjustment',
                    prompt:
                      'A team member asks for captions in video calls. Another says that this is special treatment.',
                    answer: 'single',
                    options: [
                      { text: 'Ask for a medical certificate first' },
                      {
                        text: 'Switch captions on for everybody: it takes a click and helps several people',
                        right: true,
                      },
                      { text: 'Offer to send notes afterwards instead' },
                    ],
                    explanation:
                      'An adjustment lets somebody do the same work. This one costs nothing, and half of the others will be glad about it.',
                  },
                ],
              },
            ],
          },
        },
        {
          key: 'promise',
          kind: 'page',
          title: 'One thing for next week',
          minutes: 2,
          completion: { rule: 'tick' },
          html: `<p>Choose one, or find your own:</p>
<ul>
<li>In my next meeting I make sure that everybody has spoken once.</li>
<li>I ask one person how to pronounce their name.</li>
<li>I send the documents a day earlier.</li>
<li>I switch on the captions.</li>
</ul>
<p>Tick this step when you have decided, not when you have read it.</p>`,
        },
        {
          key: 'ilo',
          kind: 'link',
          title: 'International Labour Organization: equality and discrimination',
          minutes: 1,
          completion: { rule: 'view' },
          url: 'https://www.ilo.org/topics-and-sectors/equality-and-discrimination',
        },
      ],
    },
  ],
}

import { picture } from '../html.ts'
import { transcript } from '../narrations.ts'
import type { DemoCourse } from '../shapes.ts'

export const safeRemoteWorking: DemoCourse = {
  slug: 'safe-remote-working',
  language: 'en',
  title: 'Safe remote working',
  description:
    'A desk that does not hurt, a day with an end, and work that stays confidential at home and on the road.',
  category: 'Health and safety',
  tags: ['remote', 'home office', 'ergonomics', 'security'],
  cover: 'covers/safe-remote-working.webp',
  minutes: 20,
  sections: [
    {
      title: 'Your body',
      activities: [
        {
          key: 'desk',
          kind: 'page',
          title: 'Set up your desk',
          minutes: 5,
          completion: { rule: 'view' },
          html: `${picture('illustrations/desk-setup.webp', 'A person at a desk seen from the side, with five numbered points from eye height to feet')}
<h2>With what you have</h2>
<ul>
<li><strong>A laptop alone is too low.</strong> Put it on books and use a separate keyboard and mouse. This is the one thing worth buying.</li>
<li><strong>The window beside you,</strong> not behind the screen and not behind your back.</li>
<li><strong>A kitchen chair</strong> gets better with a cushion under you and a rolled towel in the small of your back.</li>
<li><strong>Cables</strong> along the wall. A fall over a cable at home is also an accident at work.</li>
</ul>
<p>The best posture is the next one. Change it often.</p>`,
        },
        {
          key: 'break',
          kind: 'audio',
          title: 'A two-minute break, guided',
          minutes: 2,
          completion: { rule: 'watch', percent: 90 },
          media: 'audio/desk-break.mp3',
          captions: [{ language: 'en', label: 'English', media: 'audio/desk-break.en.vtt' }],
          transcript: transcript('desk-break'),
        },
        {
          key: 'desk-done',
          kind: 'page',
          title: 'Check your own place',
          minutes: 4,
          completion: { rule: 'tick' },
          html: `<table>
<tr><th>Check</th><th>Good when</th></tr>
<tr><td>Screen</td><td>the top edge is at eye height, an arm’s length away</td></tr>
<tr><td>Light</td><td>you see no reflection and no lamp in the screen</td></tr>
<tr><td>Chair</td><td>both feet stand flat, the back is supported</td></tr>
<tr><td>Sockets</td><td>no multiple socket hangs on another one</td></tr>
<tr><td>Way out</td><td>nothing stands between you and the door</td></tr>
<tr><td>Alarm</td><td>the smoke alarm of the room works</td></tr>
</table>
<p>Tick this step when you have gone through all six. Tell your manager what you cannot solve yourself.</p>`,
        },
      ],
    },
    {
      title: 'Your day and your data',
      activities: [
        {
          key: 'day',
          kind: 'page',
          title: 'A day with a shape',
          minutes: 4,
          completion: { rule: 'view' },
          html: `${picture('illustrations/day-shape.webp', 'A time bar of a day with focus blocks, calls, breaks and a fixed end')}
<ul>
<li><strong>Begin and end at a fixed time,</strong> with a small ritual: a walk round the block replaces the way to work.</li>
<li><strong>Say when you are reachable.</strong> A status is kinder than silence.</li>
<li><strong>Not every question needs a call.</strong> Write first; talk when it goes back and forth twice.</li>
<li><strong>Talk to somebody every day</strong> about something other than work. Loneliness is a risk like any other, and your manager wants to know.</li>
</ul>`,
        },
        {
          key: 'confidential',
          kind: 'page',
          title: 'Confidential also at the kitchen table',
          minutes: 4,
          completion: { rule: 'view' },
          html: `<ol>
<li><strong>Screens and voices:</strong> family and neighbours should neither see nor hear names and numbers. Use a headset, and turn the screen.</li>
<li><strong>Lock</strong> when you get up: a child’s finger on the keyboard has sent stranger things than you think.</li>
<li><strong>Work on the work device.</strong> Do not forward files to a private mailbox because printing is easier there.</li>
<li><strong>Paper</strong> goes back to the office shredder, not into the household bin.</li>
<li><strong>Abroad?</strong> Ask first. Tax, insurance and data rules change at the border.</li>
<li><strong>Smart speakers</strong> out of the room, or switched off, during confidential calls.</li>
</ol>
<p>Something happened? It counts as an accident at work or a data breach just as it would in the office: report it the same day.</p>`,
        },
        {
          key: 'osh',
          kind: 'link',
          title: 'European Agency for Safety and Health at Work',
          minutes: 1,
          completion: { rule: 'view' },
          url: 'https://osha.europa.eu/en',
        },
      ],
    },
  ],
}

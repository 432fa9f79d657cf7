import { picture } from '../html.ts'
import { transcript } from '../narrations.ts'
import type { DemoCourse } from '../shapes.ts'

export const usingLearnt: DemoCourse = {
  slug: 'using-learnt',
  language: 'en',
  title: 'Using Learnt',
  description:
    'Ten minutes that save you many: where things are, how your progress is kept, and what to do when something is stuck.',
  category: 'Getting started',
  tags: ['learnt', 'introduction', 'onboarding'],
  cover: 'covers/using-learnt.webp',
  minutes: 15,
  sections: [
    {
      title: 'Finding your way',
      activities: [
        {
          key: 'film',
          kind: 'video',
          title: 'Your first five minutes',
          minutes: 1,
          completion: { rule: 'watch', percent: 80 },
          media: 'video/first-steps.mp4',
          alternative: 'video/first-steps.webm',
          poster: 'video/first-steps.webp',
          captions: [{ language: 'en', label: 'English', media: 'video/first-steps.en.vtt' }],
          transcript: transcript('film-first-steps'),
        },
        {
          key: 'homepage',
          kind: 'page',
          title: 'Your homepage',
          minutes: 3,
          completion: { rule: 'view' },
          html: `${picture('illustrations/homepage-map.webp', 'The homepage with four numbered parts: menu, search and account, resume card, required learning')}
<p>The homepage answers one question: what should I do next?</p>
<ul>
<li><strong>Resume</strong> opens the course you used last, at the step and the second where you left it.</li>
<li><strong>Required</strong> learning is sorted: overdue, due soon, upcoming, without a date.</li>
<li><strong>Recent</strong> shows what you opened lately, finished or not.</li>
</ul>
<h3>Two shortcuts worth knowing</h3>
<p><strong>Ctrl + K</strong> (on a Mac: Command + K) searches pages, actions and courses. The <strong>star</strong> of a page puts it among your favourites at the top.</p>`,
        },
        {
          key: 'menu',
          kind: 'page',
          title: 'The menu, your profile and your teams',
          minutes: 2,
          completion: { rule: 'view' },
          html: `<p>On a large screen the menu stands at the side; you can fold it to icons. On a phone it opens with the button at the top.</p>
<ul>
<li>Your picture at the top right leads to <strong>your profile</strong>: language, sessions, password.</li>
<li>If you belong to several teams, the same menu lets you <strong>switch</strong> between them. Each team has its own courses and colours.</li>
<li>Managers also see <strong>My Reports</strong>, administrators the <strong>Admin</strong> group.</li>
</ul>`,
        },
      ],
    },
    {
      title: 'Taking a course',
      activities: [
        {
          key: 'steps',
          kind: 'page',
          title: 'Steps, ticks and padlocks',
          minutes: 3,
          completion: { rule: 'view' },
          html: `${picture('illustrations/course-page-map.webp', 'Signs for done, under way, not started and locked, and the saved time')}
<p>Every step says in words how it is completed:</p>
<table>
<tr><th>It says</th><th>So you</th></tr>
<tr><td>Read it to the end</td><td>scroll the page, or turn to the document’s last page</td></tr>
<tr><td>Tick it</td><td>do what it asks, then tick the box yourself</td></tr>
<tr><td>Watch 90 %</td><td>play the film; jumping ahead does not count</td></tr>
<tr><td>Score 80 %</td><td>answer the questions; you may try again</td></tr>
<tr><td>Finish the package</td><td>go through it until it says that it is finished</td></tr>
</table>`,
        },
        {
          key: 'tour',
          kind: 'scorm',
          title: 'Try it: a course inside the course',
          minutes: 4,
          completion: { rule: 'package' },
          fileName: 'using-learnt-tour.zip',
          package: {
            identifier: 'learnt.demo.using-learnt',
            title: 'A course inside the course',
            version: '1.2',
            language: 'en',
            colours: { primary: '#11736d', accent: '#f3a83a' },
            scos: [
              {
                key: 'tour',
                title: 'A course inside the course',
                slides: [
                  {
                    kind: 'content',
                    title: 'This is a package',
                    html: '<p>Some steps are packages: small courses made with another tool. They bring their own buttons, and Learnt writes down how far you are.</p><p>Go on with the button below, or with the arrow keys.</p>',
                  },
                  {
                    kind: 'content',
                    title: 'Leave whenever you like',
                    html: '<p>Close this tab now, if you want to try it. When you open the step again, on this computer or on your phone, you continue on this slide.</p><p>The word <strong>Saved</strong> with its time appears only after the server has your work.</p>',
                    image: {
                      media: 'illustrations/course-page-map.webp',
                      alt: 'The signs of a course and the saved time',
                    },
                  },
                  {
                    kind: 'content',
                    title: 'No connection?',
                    html: '<p>If the network fails for a moment, go on. What you do is kept in the browser and sent as soon as the connection is back.</p><p>On the next slide this package reports that it is complete.</p>',
                  },
                ],
              },
            ],
          },
        },
        {
          key: 'stuck',
          kind: 'page',
          title: 'When something is stuck',
          minutes: 2,
          completion: { rule: 'view' },
          html: `<ol>
<li><strong>A step does not get its tick.</strong> Read its rule again: a film may have been skipped, a score may be just below.</li>
<li><strong>A course is missing.</strong> Courses are given by rules, for example by position or place. Ask your manager whether your details are right.</li>
<li><strong>It says “saved” but the report disagrees.</strong> Tell your administrator the course and the time. They can open a time-line of everything that was recorded.</li>
<li><strong>You cannot sign in.</strong> Use “Forgot/Change Password”. After too many attempts, wait a little.</li>
</ol>`,
        },
      ],
    },
  ],
}

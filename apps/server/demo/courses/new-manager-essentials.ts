import { picture } from '../html.ts'
import type { DemoCourse } from '../shapes.ts'

export const newManagerEssentials: DemoCourse = {
  slug: 'new-manager-essentials',
  language: 'en',
  title: 'New manager essentials',
  description:
    'From colleague to manager: your first ninety days, one-to-ones that people look forward to, and handing over work for real.',
  category: 'Leadership',
  tags: ['leadership', 'management', 'delegation'],
  cover: 'covers/new-manager-essentials.webp',
  minutes: 36,
  sections: [
    {
      title: 'The new role',
      activities: [
        {
          key: 'role',
          kind: 'page',
          title: 'Your work is now other people’s work',
          minutes: 4,
          completion: { rule: 'view' },
          html: `<p>You were promoted because you were good at something. Now you are paid for something else: that a group of people knows what matters, can do it, and wants to.</p>
<h2>What changes</h2>
<table>
<tr><th>Before</th><th>Now</th></tr>
<tr><td>I do it well</td><td>We do it well without me</td></tr>
<tr><td>My calendar</td><td>My attention: it is what the team watches</td></tr>
<tr><td>Friends in the team</td><td>Still friendly, equally fair to all, fewer secrets shared</td></tr>
<tr><td>I say what I think</td><td>Every word weighs double; jokes too</td></tr>
</table>
<h3>Talk about it once</h3>
<p>With those who were your colleagues yesterday, and perhaps wanted the post: “This is new for both of us. What do you need from me? What should not change?”</p>`,
        },
        {
          key: 'ninety',
          kind: 'page',
          title: 'Your first ninety days',
          minutes: 5,
          completion: { rule: 'view' },
          html: `${picture('illustrations/first-ninety-days.webp', 'Three phases of thirty days: listen, agree, build, with three tasks each')}
<p>In the first weeks you see what others no longer notice. Write it down, and wait. Quick changes by newcomers are usually solutions to problems they have not understood yet. One exception: fix at once what is unsafe or unfair.</p>
<h3>Five questions for everybody</h3>
<ol>
<li>What are you working on, and what are you proud of?</li>
<li>What slows you down?</li>
<li>What should I leave exactly as it is?</li>
<li>What would you do in my place?</li>
<li>How do you like to be told when something is not right?</li>
</ol>`,
        },
      ],
    },
    {
      title: 'Two tools',
      activities: [
        {
          key: 'one-to-one',
          kind: 'page',
          title: 'One-to-ones',
          minutes: 5,
          completion: { rule: 'view' },
          html: `<p>Thirty minutes, every two weeks, with each person. It is the cheapest thing you can do, and the first thing that stressed managers cancel.</p>
<ul>
<li>It belongs to <strong>them</strong>: their topics first.</li>
<li>It is not a status report. What can be written is written.</li>
<li>Begin with “How are you?” and mean it. Wait for the second answer.</li>
<li>End with who does what by when, including you.</li>
<li>Note it, so that you can ask next time.</li>
</ul>
<h3>When it is hard</h3>
<p>Say it early and in private, with an example, and ask for their view before you give yours. Bad news does not get better by lying about. If performance is a lasting problem, ask HR before you promise or threaten anything.</p>`,
        },
        {
          key: 'agenda',
          kind: 'document',
          title: 'Agenda to print',
          minutes: 2,
          completion: { rule: 'view' },
          media: 'documents/one-to-one-agenda.pdf',
          fileName: 'One-to-one agenda.pdf',
        },
        {
          key: 'delegation',
          kind: 'page',
          title: 'Handing over for real',
          minutes: 5,
          completion: { rule: 'view' },
          html: `${picture('illustrations/delegation-ladder.webp', 'A ladder of five levels: tell, explain, consult, agree, hand over')}
<p>Most trouble with delegation comes from two people standing on different rungs without knowing it.</p>
<ol>
<li>Say <strong>what</strong> and <strong>why</strong>, and what good looks like.</li>
<li>Say <strong>the rung</strong>: “You decide; ask me only above 5,000.”</li>
<li>Agree <strong>when you look in</strong>, so that you need not look over shoulders.</li>
<li>Let it be done <strong>differently</strong> from how you would do it.</li>
<li>Give the <strong>credit</strong> in public, take the blame yourself.</li>
</ol>`,
        },
        {
          key: 'decisions',
          kind: 'scorm',
          title: 'Five decisions of a first month',
          minutes: 12,
          completion: { rule: 'package' },
          fileName: 'new-manager-decisions.zip',
          package: {
            identifier: 'learnt.demo.new-manager',
            title: 'Five decisions of a first month',
            version: '2004-4th',
            language: 'en',
            colours: { primary: '#5b4380', accent: '#f3a83a' },
            scos: [
              {
                key: 'month',
                title: 'Five decisions of a first month',
                passPercent: 60,
                slides: [
                  {
                    kind: 'content',
                    title: 'You are the new team leader',
                    html: '<p>Six people, two of them former colleagues, one of them applied for your post. Decide, then read what experienced managers say.</p>',
                    image: { media: 'illustrations/first-ninety-days.webp', alt: 'Listen, agree, build' },
                  },
                  {
                    kind: 'question',
                    id: 'week-one',
                    title: 'Week 1: the rota',
                    prompt: 'The rota looks clumsy to you. What do you do?',
                    answer: 'single',
                    options: [
                      { text: 'Replace it by the one from your old team' },
                      { text: 'Ask why it is the way it is, and note your idea for later', right: true },
                      { text: 'Nothing, ever: it works' },
                    ],
                    explanation: 'Clumsy rules often protect something. Ask first; your idea may be good in week six.',
                  },
                  {
                    kind: 'question',
                    id: 'rival',
                    title: 'Week 1: the rival',
                    prompt: 'Stefan wanted the post. He is polite and short.',
                    answer: 'single',
                    options: [
                      { text: 'Leave him alone until he has got over it' },
                      {
                        text: 'Talk to him early and openly: his disappointment, and what he would like to do',
                        right: true,
                      },
                      { text: 'Give him extra tasks to make him feel important' },
                    ],
                    explanation:
                      'Everybody knows it anyway. Said aloud it loses its weight, and his wishes may be possible.',
                  },
                  {
                    kind: 'question',
                    id: 'late',
                    title: 'Week 2: the report',
                    prompt: 'Ana’s report comes late for the second time. Which sentences belong in the talk?',
                    answer: 'several',
                    options: [
                      { text: '“The report was due on Monday and came on Wednesday, as last month.”', right: true },
                      { text: '“You are not organised.”' },
                      { text: '“What got in the way?”', right: true },
                      { text: '“What do you need so that it works next time?”', right: true },
                    ],
                    explanation: 'Facts, then questions. A label for her character ends the conversation.',
                  },
                  {
                    kind: 'question',
                    id: 'rung',
                    title: 'Week 3: the supplier',
                    prompt:
                      'You ask Jonas to find a new supplier, and he signs with one. You wanted to decide. What went wrong?',
                    answer: 'single',
                    options: [
                      { text: 'Jonas overstepped' },
                      { text: 'You never said on which rung he stood', right: true },
                      { text: 'Such things cannot be delegated' },
                    ],
                    explanation: 'Both of you acted sensibly on different rungs. Say the level together with the task.',
                    image: { media: 'illustrations/delegation-ladder.webp', alt: 'Five levels of delegation' },
                  },
                  {
                    kind: 'question',
                    id: 'cancel',
                    title: 'Week 4: no time',
                    prompt: 'The week is full. What do you cancel first?',
                    answer: 'single',
                    options: [
                      { text: 'The one-to-ones: they are only talk' },
                      { text: 'A status meeting that could be a message', right: true },
                      { text: 'Your lunch breaks' },
                    ],
                    explanation:
                      'Move a one-to-one if you must, but never cancel it. Who is cancelled twice stops preparing.',
                  },
                ],
              },
            ],
          },
        },
        {
          key: 'commit',
          kind: 'page',
          title: 'Put it into the calendar',
          minutes: 3,
          completion: { rule: 'tick' },
          html: `<p>Before you close this course:</p>
<ul>
<li>Enter one-to-ones with everybody for the next three months.</li>
<li>Choose one task that you will hand over, and its rung.</li>
<li>Ask one person for feedback about you, and decide when.</li>
</ul>
<p>Tick this step when all three are in your calendar.</p>`,
        },
      ],
    },
  ],
}

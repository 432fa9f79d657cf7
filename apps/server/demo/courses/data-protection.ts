import { picture } from '../html.ts'
import type { DemoCourse } from '../shapes.ts'

export const dataProtection: DemoCourse = {
  slug: 'data-protection',
  language: 'en',
  title: 'Data protection in daily work',
  description: 'What personal data is, when you may use it, what people can ask of us, and how to react to a breach.',
  category: 'Compliance',
  tags: ['privacy', 'data protection', 'annual'],
  cover: 'covers/data-protection.webp',
  minutes: 29,
  sections: [
    {
      title: 'The basics',
      activities: [
        {
          key: 'kinds',
          kind: 'page',
          title: 'What counts as personal data',
          minutes: 4,
          completion: { rule: 'view' },
          html: `<p>Personal data is everything that points to a living person, alone or together with something else. A staff number is personal data, because somebody can look it up.</p>
${picture('illustrations/personal-data-kinds.webp', 'Two boxes: ordinary personal data such as name and photo, and special categories such as health and religion')}
<p>Using data includes everything: collecting, looking at, sorting, sending, storing and deleting.</p>
<h3>Quick test</h3>
<ul>
<li>A list of birthdays on the kitchen door: personal data.</li>
<li>“37 people were on sick leave last year”: usually not.</li>
<li>“One person in the team of three was on sick leave”: yes, everybody knows who.</li>
</ul>`,
        },
        {
          key: 'principles',
          kind: 'page',
          title: 'Six questions before you use data',
          minutes: 5,
          completion: { rule: 'view' },
          html: `<ol>
<li><strong>Am I allowed to?</strong> There must be a reason the law knows: a contract, a duty, a consent, a legitimate interest that was weighed.</li>
<li><strong>What was it collected for?</strong> Addresses given for a delivery are not for advertising.</li>
<li><strong>Do I need all of it?</strong> Leave out every column you do not use.</li>
<li><strong>Is it right?</strong> Old data harms people. Correct it at the source.</li>
<li><strong>How long do I need it?</strong> Put the end into your calendar when you begin.</li>
<li><strong>Is it safe, and could I show that it is?</strong></li>
</ol>
<h2>Everyday traps</h2>
<table>
<tr><th>Trap</th><th>Better</th></tr>
<tr><td>Sending to a long list in “To”</td><td>Use “Bcc”, or a mailing tool</td></tr>
<tr><td>An export “just for the weekend” on a stick</td><td>Work in the system, or ask for a shared folder</td></tr>
<tr><td>Notes about a person’s health in a calendar entry</td><td>“Appointment” is enough</td></tr>
<tr><td>Screenshots with names in a chat</td><td>Cover them, or describe the problem</td></tr>
</table>`,
        },
        {
          key: 'rights',
          kind: 'page',
          title: 'What people may ask of us',
          minutes: 4,
          completion: { rule: 'view' },
          html: `<p>People can ask what we know about them, have it corrected, get a copy, object, and in many cases have it erased. They need not use special words: “Please send me everything you have about me” at the reception desk is enough.</p>
<p><strong>What you do:</strong></p>
<ol>
<li>Say thank you, and that somebody will get in touch. Promise nothing else.</li>
<li>Pass it on the same day to the data protection contact: the answer has a deadline, usually one month.</li>
<li>Do not send anything yourself. First it must be clear who is asking.</li>
</ol>
<blockquote>Write every note about a person as if that person were going to read it. They may.</blockquote>`,
        },
      ],
    },
    {
      title: 'When it goes wrong',
      activities: [
        {
          key: 'breach',
          kind: 'page',
          title: 'The first 72 hours',
          minutes: 4,
          completion: { rule: 'view' },
          html: `${picture('illustrations/breach-clock.webp', 'A time-line: minute 0 tell, first hours contain, day 1 to 2 judge, hour 72 last moment to notify')}
<p>A breach is not only theft. A mail to the wrong Thomas, a lost folder, a deleted file without a backup: all of them are breaches.</p>
<p>The most frequent mistake is to wait until you are sure. Report what you know; the rest can follow.</p>`,
        },
        {
          key: 'first-hour',
          kind: 'document',
          title: 'The first hour: sheet to fill in',
          minutes: 2,
          completion: { rule: 'view' },
          media: 'documents/breach-first-hour.pdf',
          fileName: 'Data breach - the first hour.pdf',
        },
        {
          key: 'cases',
          kind: 'scorm',
          title: 'Five cases to decide',
          minutes: 10,
          completion: { rule: 'score', percent: 75 },
          fileName: 'data-protection-cases.zip',
          package: {
            identifier: 'learnt.demo.data-protection',
            title: 'Data protection: five cases',
            version: '2004-3rd',
            language: 'en',
            colours: { primary: '#574079', accent: '#f3a83a' },
            scos: [
              {
                key: 'cases',
                title: 'Five cases to decide',
                passPercent: 75,
                slides: [
                  {
                    kind: 'content',
                    title: 'Before you begin',
                    html: '<p>Five cases from ordinary days. There is often more than one decent answer; choose the one that protects people best. You need four of five.</p>',
                  },
                  {
                    kind: 'question',
                    id: 'wrong-recipient',
                    title: 'Case 1: the wrong Thomas',
                    prompt:
                      'You have sent a payslip to the wrong Thomas, inside the organisation. He has not opened it. What do you do?',
                    answer: 'single',
                    options: [
                      { text: 'Recall it, and leave it at that: nobody saw it' },
                      { text: 'Recall it, ask him to delete it, and report it', right: true },
                      { text: 'Send the payslip to the right Thomas and apologise to him' },
                    ],
                    explanation:
                      'Contain it and report it. Whether it has to go further is not yours to judge, and the record helps to prevent the next one.',
                  },
                  {
                    kind: 'question',
                    id: 'special',
                    title: 'Case 2: which are special?',
                    prompt: 'Which of these belong to the special categories?',
                    answer: 'several',
                    options: [
                      { text: 'A note that a guest needs a kosher meal', right: true },
                      { text: 'A private phone number' },
                      { text: 'A doctor’s certificate', right: true },
                      { text: 'The finger scan at the door', right: true },
                    ],
                    explanation:
                      'Religion, health and biometrics are special, also when they can only be concluded, as from a meal. A phone number is ordinary personal data.',
                    image: {
                      media: 'illustrations/personal-data-kinds.webp',
                      alt: 'Ordinary personal data and special categories',
                    },
                  },
                  {
                    kind: 'question',
                    id: 'caller',
                    title: 'Case 3: the caller',
                    prompt: 'A man calls: his wife works here, he needs to know whether she is on shift, it is urgent.',
                    answer: 'single',
                    options: [
                      { text: 'Tell him: it is his wife and it is urgent' },
                      { text: 'Offer to pass on a message, and say neither yes nor no', right: true },
                      { text: 'Ask for her birthday to be sure, then tell him' },
                    ],
                    explanation:
                      'You do not know who is calling, nor whether she wants him to know. A message helps her without giving anything away.',
                  },
                  {
                    kind: 'question',
                    id: 'export',
                    title: 'Case 4: the list',
                    prompt:
                      'For the summer party you need to know how many vegetarian meals to order. What do you ask for?',
                    answer: 'single',
                    options: [
                      { text: 'A list of everybody with their diets' },
                      { text: 'A number', right: true },
                      { text: 'The personnel files, to be on the safe side' },
                    ],
                    explanation: 'A number does the job. What you do not have cannot be lost.',
                  },
                  {
                    kind: 'question',
                    id: 'request',
                    title: 'Case 5: the request',
                    prompt: 'At the desk a former guest says: “Delete everything about me.” What is right?',
                    answer: 'several',
                    options: [
                      { text: 'Pass it on today', right: true },
                      { text: 'Say that somebody will get in touch', right: true },
                      { text: 'Delete the booking at once so that it is done' },
                      { text: 'Say that the request must be made in writing' },
                    ],
                    explanation:
                      'No form is needed, and the clock is running. Deleting at once may break a duty to keep invoices.',
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

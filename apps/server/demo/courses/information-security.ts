import { picture } from '../html.ts'
import { transcript } from '../narrations.ts'
import type { DemoCourse } from '../shapes.ts'

export const informationSecurity: DemoCourse = {
  slug: 'information-security',
  language: 'en',
  title: 'Information security for everybody',
  description:
    'Recognise phishing, keep your accounts yours, and know what to do in the first five minutes when something went wrong. For all staff, once a year.',
  category: 'Compliance',
  tags: ['security', 'phishing', 'passwords', 'annual'],
  cover: 'covers/information-security.webp',
  minutes: 35,
  sections: [
    {
      title: 'Messages that want something',
      activities: [
        {
          key: 'why-you',
          kind: 'page',
          title: 'Why anybody would attack you',
          minutes: 4,
          completion: { rule: 'view' },
          html: `<p>Most attacks on organisations begin with an ordinary person and an ordinary message. Not because that person is careless, but because a message is cheap, and one answer in a thousand is enough.</p>
<h2>What you have that others want</h2>
<ul>
<li><strong>Access.</strong> Your account opens calendars, files and systems, and messages from you are trusted by colleagues.</li>
<li><strong>Knowledge.</strong> Who approves invoices, who is on holiday, what a project is called: small facts that make the next lie believable.</li>
<li><strong>Money.</strong> A changed bank number on one invoice is a common and expensive trick.</li>
</ul>
<h2>How it usually goes</h2>
<ol>
<li>A message brings pressure, curiosity or authority.</li>
<li>It asks for one small step: click, open, pay, confirm.</li>
<li>The step gives away a password or starts a program.</li>
<li>Days later somebody uses it, often at night.</li>
</ol>
<blockquote>You do not have to be an expert. You have to notice that something is odd, and tell somebody while it is still early.</blockquote>`,
        },
        {
          key: 'film',
          kind: 'video',
          title: 'How a phishing message works',
          minutes: 1,
          completion: { rule: 'watch', percent: 90 },
          media: 'video/phishing.mp4',
          poster: 'video/phishing.webp',
          captions: [
            { language: 'en', label: 'English', media: 'video/phishing.en.vtt' },
            { language: 'ar', label: 'العربية', media: 'video/phishing.ar.vtt' },
          ],
          transcript: transcript('film-phishing'),
        },
        {
          key: 'five-signs',
          kind: 'page',
          title: 'Five warning signs',
          minutes: 4,
          completion: { rule: 'view' },
          html: `<p>No single sign is proof. Two together are a good reason to stop.</p>
${picture('illustrations/phishing-email.webp', 'An e-mail with five numbered signs: sender address, pressure, greeting without a name, link to another site, unexpected attachment')}
<h3>Reading a link</h3>
<p>Point at it without clicking; on a phone, press and hold. Read the name of the site <strong>from the first single slash backwards</strong>. In <em>http://learnt.example.sign-in.example/start</em> the site is <em>sign-in.example</em>. Everything before that is decoration.</p>
<h3>It is not only e-mail</h3>
<ul>
<li>A text message about a parcel you do not expect.</li>
<li>A call from “the bank” that asks you to read out a code.</li>
<li>A QR code stuck over another one in the car park.</li>
<li>A voice that sounds like your director and is in a great hurry.</li>
</ul>
<p>The answer is always the same: use a way to reach that person which you knew before the message came.</p>`,
        },
        {
          key: 'stop-check-report',
          kind: 'page',
          title: 'Stop, check, report',
          minutes: 2,
          completion: { rule: 'tick' },
          html: `${picture('illustrations/stop-check-report.webp', 'Three steps: stop, check with the sender in a known way, report')}
<p>Reporting is the most useful thing you can do, also when you already clicked. Within minutes the same message can be removed from every other mailbox, and a stolen password can be made worthless.</p>
<p><strong>Nobody is blamed for a report.</strong> A false alarm costs one minute.</p>
<p>Before you go on: find the report button in your own mail program, or the number of the help desk. Tick this step when you know where it is.</p>`,
        },
      ],
    },
    {
      title: 'Your accounts and your devices',
      activities: [
        {
          key: 'passwords',
          kind: 'page',
          title: 'Passwords that hold',
          minutes: 5,
          completion: { rule: 'view' },
          html: `<p>Attackers do not sit and guess. Programs try lists of stolen passwords, words with years, and every usual swap of letters, billions of times a second. Length beats cleverness.</p>
${picture('illustrations/password-length.webp', 'Bars comparing passwords: a word and a year falls in seconds, three random words hold for years')}
<h2>Four habits</h2>
<ol>
<li><strong>A different password for every service.</strong> When one shop loses its list, only the shop is affected.</li>
<li><strong>A password manager</strong> invents and remembers them. You remember one long phrase.</li>
<li><strong>A second factor</strong> wherever it is offered: an app or a passkey is better than a text message.</li>
<li><strong>Say no to surprises.</strong> If a sign-in request appears that you did not start, refuse it and report it.</li>
</ol>
<h2>What you never do</h2>
<p>Nobody at the help desk needs your password. Nobody from the bank needs the code on your phone. Who asks for them is not who they say they are.</p>`,
        },
        {
          key: 'devices',
          kind: 'page',
          title: 'Devices, trains and coffee shops',
          minutes: 4,
          completion: { rule: 'view' },
          html: `<table>
<tr><th>Where</th><th>Do this</th></tr>
<tr><td>At your desk</td><td>Lock the screen when you stand up. On most computers: Windows key + L, or Control + Command + Q.</td></tr>
<tr><td>On the move</td><td>Keep the device with you. Use the privacy filter. Do not discuss names and numbers in a full carriage.</td></tr>
<tr><td>In a café</td><td>Prefer your phone’s own connection. If you use the café’s network, use the company VPN.</td></tr>
<tr><td>At home</td><td>Change the router’s first password. Keep work files in the work account, not in a private one.</td></tr>
<tr><td>Everywhere</td><td>Install updates on the day they are offered. Plug in only what you own.</td></tr>
</table>
<h3>Lost or stolen?</h3>
<p>Call the help desk at once, also at night and at the weekend. The device can be locked and wiped from afar, but only while it is still connected.</p>`,
        },
        {
          key: 'pocket-guide',
          kind: 'document',
          title: 'Pocket guide to print',
          minutes: 2,
          completion: { rule: 'view' },
          media: 'documents/security-pocket-guide.pdf',
          fileName: 'Information security pocket guide.pdf',
        },
      ],
    },
    {
      title: 'Show what you know',
      activities: [
        {
          key: 'practice',
          kind: 'scorm',
          title: 'Practice and final check',
          minutes: 12,
          completion: { rule: 'package' },
          fileName: 'information-security-practice.zip',
          package: {
            identifier: 'learnt.demo.information-security',
            title: 'Information security: practice and check',
            description: 'Three short parts: messages, accounts, final check.',
            version: '2004-4th',
            language: 'en',
            colours: { primary: '#2d69a6', accent: '#f3a83a' },
            scos: [
              {
                key: 'messages',
                title: 'Part 1: Is it real?',
                passPercent: 60,
                slides: [
                  {
                    kind: 'content',
                    title: 'Three messages from one morning',
                    html: '<p>You come back from a meeting and find three messages. For each of them decide what you would do. Take the time that you would take at your desk.</p><p>You can pass this part with two of three.</p>',
                  },
                  {
                    kind: 'question',
                    id: 'message-parcel',
                    title: 'Message 1: the parcel',
                    prompt:
                      '“Your parcel could not be delivered. Pay 1.99 for a new attempt: parcel-redelivery.example”. You are waiting for a parcel. What do you do?',
                    answer: 'single',
                    options: [
                      { text: 'Pay: it is a small amount and I do expect a parcel' },
                      { text: 'Open the carrier’s own app or site, typed by myself, and look there', right: true },
                      { text: 'Answer the message and ask for details' },
                      { text: 'Forward it to a colleague who knows about these things' },
                    ],
                    explanation:
                      'Nearly everybody is waiting for a parcel: that is why this works. Go to the carrier by a way you chose yourself. The small payment is there to get your card number.',
                  },
                  {
                    kind: 'question',
                    id: 'message-director',
                    title: 'Message 2: the director',
                    prompt:
                      'Your director writes from a private address: “In a meeting, cannot talk. Please pay the attached invoice today, it is confidential.” Which signs do you see?',
                    answer: 'several',
                    options: [
                      { text: 'It comes from an address that is not the organisation’s', right: true },
                      { text: 'It puts you under time pressure', right: true },
                      { text: 'It cuts off the usual way of asking back', right: true },
                      { text: 'It has an attachment' },
                    ],
                    explanation:
                      'An attachment alone is no sign: invoices come as attachments. The other three together are the classic pattern. Check with the director by phone before anything is paid.',
                  },
                  {
                    kind: 'question',
                    id: 'message-link',
                    title: 'Message 3: the shared file',
                    prompt: 'Which of these addresses belongs to learnt.example?',
                    answer: 'single',
                    options: [
                      { text: 'https://learnt.example.files-share.example/doc' },
                      { text: 'https://files.learnt.example/doc', right: true },
                      { text: 'https://learnt-example.example/doc' },
                      { text: 'https://login-learnt.example/doc' },
                    ],
                    explanation:
                      'Read from the first single slash backwards: only “files.learnt.example” ends in “.learnt.example”. A hyphen makes a different name.',
                  },
                ],
              },
              {
                key: 'accounts',
                title: 'Part 2: Keeping your account yours',
                slides: [
                  {
                    kind: 'content',
                    title: 'A phrase you can remember',
                    html: '<p>Think of three words that have nothing to do with each other or with you, and put something between them. <strong>copper-lantern-violin</strong> takes years to guess and a second to remember.</p><p>Use it once: for your password manager or your computer. All other passwords are made by the manager.</p>',
                    image: {
                      media: 'illustrations/password-length.webp',
                      alt: 'Longer passwords resist guessing for far longer',
                    },
                  },
                  {
                    kind: 'content',
                    title: 'When your phone asks “Is it you?”',
                    html: '<ul><li>Did you start a sign-in a moment ago? Then compare the number or place, and confirm.</li><li>You did not? Refuse it. Somebody has your password: change it and report it.</li><li>Ten requests in a row at night? They hope you get tired. Refuse, and call the help desk.</li></ul>',
                  },
                  {
                    kind: 'content',
                    title: 'If you have already clicked',
                    html: '<ol><li>Disconnect the device from the network; leave it switched on.</li><li>Report by phone: what you clicked, when, what you typed.</li><li>Change the password from another device.</li><li>Do not delete the message: it helps to protect the others.</li></ol>',
                    image: { media: 'illustrations/stop-check-report.webp', alt: 'Stop, check, report' },
                  },
                ],
              },
              {
                key: 'check',
                title: 'Part 3: Final check',
                passPercent: 80,
                slides: [
                  {
                    kind: 'question',
                    id: 'check-first',
                    title: 'Question 1 of 5',
                    prompt: 'You typed your password into a page that now looks wrong. What comes first?',
                    answer: 'single',
                    options: [
                      { text: 'Wait and see whether anything happens' },
                      { text: 'Report it and change the password at once', right: true },
                      { text: 'Delete the message and clear the browser history' },
                    ],
                    explanation: 'Minutes count. Report it, and change the password, best from another device.',
                  },
                  {
                    kind: 'question',
                    id: 'check-password',
                    title: 'Question 2 of 5',
                    prompt: 'Which password is the best choice for your password manager?',
                    answer: 'single',
                    options: [
                      { text: 'S3cur!ty' },
                      { text: 'The name of your dog and your birth year' },
                      { text: 'A phrase of three or four unrelated words', right: true },
                      { text: 'The one you use for your mailbox, so that you do not forget it' },
                    ],
                    explanation: 'Length and unrelated words make it hard to guess and easy to keep in mind.',
                  },
                  {
                    kind: 'question',
                    id: 'check-helpdesk',
                    title: 'Question 3 of 5',
                    prompt:
                      'Somebody from the help desk calls and needs the code from your phone to repair your account. What do you do?',
                    answer: 'single',
                    options: [
                      { text: 'Read it out: it is only valid for a minute anyway' },
                      { text: 'Hang up, and call the help desk on the number you know', right: true },
                      { text: 'Ask for the name first, then read it out' },
                    ],
                    explanation: 'The help desk never needs a code. Calling back on the known number costs one minute.',
                  },
                  {
                    kind: 'question',
                    id: 'check-habits',
                    title: 'Question 4 of 5',
                    prompt: 'Which of these protect you even when a password has been stolen?',
                    answer: 'several',
                    options: [
                      { text: 'A second factor', right: true },
                      { text: 'A different password for every service', right: true },
                      { text: 'Changing the last digit of it every month' },
                    ],
                    explanation:
                      'A second factor stops the thief at the door, and a password used once opens one door only. A changed digit is tried first.',
                  },
                  {
                    kind: 'question',
                    id: 'check-report',
                    title: 'Question 5 of 5',
                    prompt: 'A message looks odd, but you are not sure. Is it worth a report?',
                    answer: 'single',
                    options: [
                      { text: 'Yes: a false alarm costs a minute, a missed one may cost weeks', right: true },
                      { text: 'No: reports should be reserved for certain cases' },
                    ],
                    explanation:
                      'Report it. The people who read reports would rather see ten harmless messages than miss one.',
                  },
                ],
              },
            ],
          },
        },
        {
          key: 'pwned',
          kind: 'link',
          title: 'Look up whether your address is in a known leak',
          minutes: 1,
          completion: { rule: 'view' },
          url: 'https://haveibeenpwned.com/',
        },
      ],
    },
  ],
}

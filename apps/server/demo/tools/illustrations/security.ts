import { circle, ink, line, mix, path, rect, text } from '../svg.ts'
import { flagIcon, handIcon, type Illustration, lensIcon, phishing, steps, wide } from './parts.ts'

export const securityPictures: Record<string, Illustration> = {
  'phishing-email': phishing('A phishing e-mail and its five warning signs', false, {
    from: 'IT Support',
    address: 'support@learnt-helpdesk.example',
    subject: 'URGENT: your password expires today',
    body: ['Dear user,', 'Your mailbox will be closed in 2 hours.', 'Confirm your password now to keep your files.'],
    button: 'Keep my account',
    link: 'http://learnt.example.sign-in.example',
    file: 'Invoice_7781.zip',
    signs: [
      'Sender address does not match the name',
      'Pressure: act now or lose something',
      'Greeting without your name',
      'Link leads somewhere else',
      'Attachment you did not expect',
    ],
  }),

  'phishing-email-ar': phishing('رسالة تصيّد وعلاماتها الخمس', true, {
    from: 'الدعم الفني',
    address: 'support@learnt-helpdesk.example',
    subject: 'عاجل: تنتهي صلاحية كلمة مرورك اليوم',
    body: ['عزيزي المستخدم،', 'سيُغلق بريدك خلال ساعتين.', 'أكّد كلمة مرورك الآن للاحتفاظ بملفاتك.'],
    button: 'الاحتفاظ بحسابي',
    link: 'http://learnt.example.sign-in.example',
    file: 'Invoice_7781.zip',
    signs: [
      'عنوان المرسل لا يطابق الاسم',
      'ضغط: تصرّف الآن وإلا خسرت',
      'تحية بلا اسمك',
      'رابط يقود إلى مكان آخر',
      'مرفق لم تكن تتوقعه',
    ],
  }),

  'stop-check-report': steps('Three steps when a message feels wrong', false, [
    {
      icon: handIcon(),
      title: 'Stop',
      words: 'Do not click, open or reply. Nothing real is lost in five minutes.',
      colour: ink.coral,
    },
    {
      icon: lensIcon(),
      title: 'Check',
      words: 'Ask the sender on a number or in a chat that you already know.',
      colour: ink.amber,
    },
    {
      icon: flagIcon(),
      title: 'Report',
      words: 'Use the report button. One report can protect everybody.',
      colour: ink.teal,
    },
  ]),

  'stop-check-report-ar': steps('ثلاث خطوات عند الشك في رسالة', true, [
    {
      icon: handIcon(),
      title: 'توقّف',
      words: 'لا تنقر ولا تفتح ولا تردّ. لن يضيع شيء حقيقي في خمس دقائق.',
      colour: ink.coral,
    },
    { icon: lensIcon(), title: 'تحقّق', words: 'اسأل المرسل عبر رقم أو محادثة تعرفها من قبل.', colour: ink.amber },
    { icon: flagIcon(), title: 'أبلغ', words: 'استخدم زر الإبلاغ. بلاغ واحد قد يحمي الجميع.', colour: ink.teal },
  ]),

  'password-length': {
    width: wide,
    height: 400,
    title: 'Longer passwords resist guessing far better than complicated ones',
    draw: () => {
      const rows: [string, string, number, string, string][] = [
        ['Summer24', 'A word and a year', 36, ink.coral, 'seconds'],
        ['P@ssw0rd!', 'Swapped letters', 60, ink.coral, 'seconds'],
        ['kT7#vq2L', '8 random characters', 190, ink.amber, 'days'],
        ['copper-lantern-violin', 'Three random words', 340, ink.leaf, 'many years'],
        ['from a password manager', '20 random characters', 415, ink.teal, 'out of reach'],
      ]
      return (
        rect(0, 0, wide, 400, ink.sea, 18) +
        text(40, 50, 'How long would guessing take?', { size: 25, weight: 800 }) +
        rows
          .map(([example, kind, length, colour, time], index) => {
            const y = 84 + index * 60
            return (
              text(40, y + 20, example, { size: 18, weight: 700 }) +
              text(40, y + 41, kind, { size: 14.5, fill: ink.slate }) +
              rect(300, y + 4, 450, 34, mix(ink.sea, '#ffffff', 0.6), 17) +
              rect(300, y + 4, length, 34, colour, 17) +
              (length > 120
                ? text(300 + length - 18, y + 27, time, {
                    size: 16,
                    weight: 700,
                    fill: index === 2 ? ink.navy : ink.white,
                    anchor: 'end',
                  })
                : text(300 + length + 12, y + 27, time, { size: 16, weight: 700 }))
            )
          })
          .join('')
      )
    },
  },

  'personal-data-kinds': {
    width: wide,
    height: 420,
    title: 'Ordinary personal data and special categories',
    draw: () => {
      const pill = (x: number, y: number, width: number, label: string, colour: string) =>
        rect(x, y, width, 42, ink.white, 21) +
        circle(x + 22, y + 21, 8, colour) +
        text(x + 40, y + 21, label, { size: 17, weight: 600, middle: true })
      return (
        rect(0, 0, wide, 420, ink.lilac, 18) +
        rect(30, 30, 356, 360, mix(ink.blue, '#ffffff', 0.72), 18) +
        text(56, 76, 'Personal data', { size: 25, weight: 800 }) +
        text(56, 104, 'anything that points to a person', { size: 16.5 }) +
        pill(56, 128, 140, 'Name', ink.blue) +
        pill(208, 128, 156, 'E-mail', ink.blue) +
        pill(56, 182, 200, 'Phone number', ink.blue) +
        pill(56, 236, 140, 'Photo', ink.blue) +
        pill(208, 236, 156, 'Location', ink.blue) +
        pill(56, 290, 190, 'Staff number', ink.blue) +
        text(56, 364, 'Use only what the task needs', { size: 17, weight: 700 }) +
        rect(414, 30, 356, 360, mix(ink.coral, '#ffffff', 0.66), 18) +
        text(440, 76, 'Special categories', { size: 25, weight: 800 }) +
        text(440, 104, 'can hurt people when they leak', { size: 16.5 }) +
        pill(440, 128, 140, 'Health', ink.coral) +
        pill(592, 128, 156, 'Religion', ink.coral) +
        pill(440, 182, 220, 'Ethnic background', ink.coral) +
        pill(440, 236, 200, 'Union member', ink.coral) +
        pill(440, 290, 140, 'Biometrics', ink.coral) +
        pill(592, 290, 156, 'Sexuality', ink.coral) +
        text(440, 364, 'Ask before you touch these', { size: 17, weight: 700 })
      )
    },
  },

  'breach-clock': {
    width: wide,
    height: 360,
    title: 'The first 72 hours after a data breach',
    draw: () => {
      const stops: [number, string, string, string][] = [
        [90, 'Minute 0', 'Tell the data protection contact at once. Do not tidy up first.', ink.coral],
        [300, 'First hours', 'Contain it: recall, change passwords, lock the device.', ink.amber],
        [510, 'Day 1 to 2', 'They judge the risk to people and write it down.', ink.blue],
        [710, 'Hour 72', 'Last moment to notify the authority when there is a risk.', ink.plum],
      ]
      return (
        rect(0, 0, wide, 360, ink.sea, 18) +
        line('60,110 740,110', ink.steel, 10) +
        line('60,110 300,110', ink.coral, 10) +
        stops
          .map(([x, name, words, colour], index) => {
            const left = 24 + index * 190
            return (
              circle(x, 110, 25, colour, { stroke: ink.white, 'stroke-width': 5 }) +
              text(x, 110, String(index + 1), {
                size: 22,
                weight: 800,
                fill: index === 1 ? ink.navy : ink.white,
                anchor: 'middle',
                middle: true,
              }) +
              rect(left, 166, 180, 162, ink.white, 14) +
              path(`M${Math.min(Math.max(x, left + 26), left + 154) - 12} 167 l12 -15 l12 15 Z`, ink.white) +
              text(left + 18, 198, name, { size: 19, weight: 800 }) +
              text(left + 18, 226, words, { size: 16, width: 152 })
            )
          })
          .join('') +
        text(60, 56, 'The clock starts when anybody in the organisation knows', { size: 21, weight: 800 })
      )
    },
  },
}

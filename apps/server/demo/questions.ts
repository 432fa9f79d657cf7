import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { Choice, Field } from '@learnt/contract/forms/content'
import { newField, newQuiz } from '@learnt/contract/forms/new-form'
import type { Difficulty } from '@learnt/contract/forms/questions'
import { newText } from '@learnt/contract/forms/texts'
import type { DemoTenantId } from './shapes.ts'

/** A question of the bank, with a right and a wrong answer. */
export interface DemoQuestion {
  readonly tenant: DemoTenantId
  readonly slug: string
  readonly category: string
  readonly tags: readonly string[]
  readonly difficulty: Difficulty
  readonly forManagers: boolean
  readonly field: Field
  readonly good: AnswerValue
  readonly bad: AnswerValue
}

const listed = (names: readonly string[]): Choice[] =>
  names.map((name, at) => ({ key: `c${at + 1}`, label: newText(name) }))
const quizOf = (key: unknown, right = '') => ({
  required: true,
  quiz: {
    ...newQuiz(),
    key,
    feedback: { right: newText(right), partly: newText(), wrong: newText(), choices: {} },
  },
})

type Where = Pick<DemoQuestion, 'category' | 'tags' | 'difficulty'> & { forManagers?: boolean }

function question(
  slug: string,
  where: Where,
  field: Field,
  answers: { good: AnswerValue; bad: AnswerValue },
): DemoQuestion {
  return { tenant: 'learnt', slug, forManagers: false, ...where, field: { ...field, key: `q-${slug}` }, ...answers }
}

/** The first answer is right. */
function choice(slug: string, where: Where, label: string, names: readonly string[], right = ''): DemoQuestion {
  const field = {
    ...newField('singleChoice', label),
    choices: listed(names),
    shuffle: true,
    ...quizOf({ right: ['c1'], shares: null }, right),
  } as Field
  return question(slug, where, field, { good: { choices: ['c1'] }, bad: { choices: ['c2'] } })
}

function trueFalse(slug: string, where: Where, label: string, isTrue: boolean): DemoQuestion {
  const field = { ...newField('trueFalse', label), ...quizOf(isTrue) } as Field
  return question(slug, where, field, { good: isTrue, bad: !isTrue })
}

const category = 'Information security'
const easy = { category, difficulty: 'easy' } as const
const medium = { category, difficulty: 'medium' } as const
const hard = { category, difficulty: 'hard' } as const

export const demoQuestions: readonly DemoQuestion[] = [
  choice(
    'unknown-sender',
    { ...easy, tags: ['mail', 'phishing'], forManagers: true },
    'A mail from somebody you do not know has an attachment. What do you do?',
    ['Leave it closed and report the mail', 'Open it to see what it is', 'Forward it to a colleague'],
    'The report helps to warn everybody else.',
  ),
  trueFalse(
    'lock-screen',
    { ...easy, tags: ['workplace'], forManagers: true },
    'You lock your screen even when you leave your desk for a minute only.',
    true,
  ),
  choice(
    'found-stick',
    { ...easy, tags: ['workplace'] },
    'You find a USB stick in the car park. What do you do with it?',
    ['Give it to the IT service desk', 'Look on your computer whose it is', 'Keep it'],
  ),
  trueFalse('same-password', { ...easy, tags: ['passwords'] }, 'One strong password for everything is enough.', false),
  choice(
    'strong-password',
    { ...medium, tags: ['passwords'] },
    'Which of these passwords is the strongest?',
    ['copper-lantern-sings-twice', 'Summer2026!', 'P@ssw0rd'],
    'Length beats special characters.',
  ),
  choice(
    'urgent-payment',
    { ...medium, tags: ['mail', 'phishing'] },
    'Your manager asks you by mail to pay an invoice at once and to tell nobody. What do you do?',
    ['Ask them by phone', 'Pay, as it is urgent', 'Answer the mail and ask'],
    'If you answered, the person who faked the mail would reply.',
  ),
  choice(
    'visitor',
    { ...medium, tags: ['workplace'] },
    'Somebody without a badge walks in behind you. What do you do?',
    ['Ask who they are visiting and bring them to reception', 'Hold the door', 'Say nothing'],
  ),
  trueFalse(
    'second-factor',
    { ...hard, tags: ['passwords'] },
    'A code that arrives without your signing in means that somebody knows your password.',
    true,
  ),
  choice(
    'link-address',
    { ...hard, tags: ['phishing'] },
    'Which address belongs to learnt.example?',
    ['https://help.learnt.example/reset', 'https://learnt.example.reset-now.example', 'https://learnt-example.example'],
    'The end of the name decides, before the first slash.',
  ),
]

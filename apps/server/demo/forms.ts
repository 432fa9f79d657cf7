import type { Answers, AnswerValue } from '@learnt/contract/forms/answers'
import type {
  ApprovalLevel,
  Choice,
  Condition,
  Field,
  FormContent,
  FormKind,
  FormPage,
  FormText,
} from '@learnt/contract/forms/content'
import { newField, newForm, newQuiz } from '@learnt/contract/forms/new-form'
import { newText, translate } from '@learnt/contract/forms/texts'
import type { Chance } from './chance.ts'
import { userIdOf } from './seed-people.ts'
import type { DemoAttributes, DemoTenantId } from './shapes.ts'

/** How far an attempt is: begun, submitted, decided by the manager, or decided by levels of an approval. */
export type DemoAttempt =
  | { readonly to: 'begun' }
  | { readonly to: 'submitted' }
  | { readonly to: 'marked'; readonly percent: number }
  | { readonly to: 'competent'; readonly comment: string }
  | { readonly to: 'notCompetent'; readonly comment: string }
  | {
      readonly to: 'approval'
      /** The decisions of the levels so far; the next one is still open. */
      readonly said: readonly { readonly decision: 'approve' | 'decline'; readonly reason: string }[]
      /** When a waiting one was begun, so that none has waited for weeks. */
      readonly daysAgo?: number
    }

export interface DemoForm {
  readonly tenant: DemoTenantId
  readonly slug: string
  readonly content: FormContent
  /** Absent: everybody. */
  readonly rule: Partial<Record<keyof DemoAttributes, string[]>>
  /** Absent: offered, not required. */
  readonly dueDays?: number
  /** Attempts of the learner's demo account, then of one colleague after the other. */
  readonly attempts: readonly (readonly DemoAttempt[])[]
  /** `isGood`: false gives the answers of a person who fails. `day`: the day of the answers. */
  answer(luck: Chance, of: { isGood: boolean; day: string }): Answers
}

const begun = { to: 'begun' } as const
const submitted = { to: 'submitted' } as const
const marked = (percent: number) => ({ to: 'marked', percent }) as const
const competent = { to: 'competent', comment: 'Safe and steady, with a look at the way first.' } as const
const notCompetent = {
  to: 'notCompetent',
  comment: 'The back was bent twice. We practise it together on Monday.',
} as const

const yes = (reason = '') => ({ decision: 'approve', reason }) as const
const no = (reason: string) => ({ decision: 'decline', reason }) as const
const approval = (said: Extract<DemoAttempt, { to: 'approval' }>['said'], daysAgo?: number) =>
  ({ to: 'approval', said, ...(daysAgo === undefined ? {} : { daysAgo }) }) as const

/** A text with its German and Arabic translation. */
const said = (en: string, de: string, ar: string): FormText => translate(translate(newText(en), 'de', de), 'ar', ar)
/** Choices with fixed keys, so that every seeding makes the same form. */
const listed = (...names: (string | FormText)[]): Choice[] =>
  names.map((name, at) => ({ key: `c${at + 1}`, label: typeof name === 'string' ? newText(name) : name }))
const field = <K extends Field['kind']>(kind: K, key: string, label: string | FormText, more: object): Field =>
  ({ ...newField(kind), key, label: typeof label === 'string' ? newText(label) : label, ...more }) as Field
const question = (points: number, key: unknown, right = '') => ({
  required: true,
  quiz: {
    ...newQuiz(),
    points,
    key,
    feedback: { right: newText(right), partly: newText(), wrong: newText(), choices: {} },
  },
})
const when = (key: string, is: 'isAnyOf' | 'atMost', values: string[]): Condition => ({
  match: 'all',
  tests: [{ on: 'answer', field: key, part: null, is, values }],
  groups: [],
})
const page = (key: string, title: string | FormText, fields: Field[]): FormPage => ({
  key,
  title: typeof title === 'string' ? newText(title) : title,
  showIf: null,
  sections: [{ key: `${key}-section`, title: newText(), showIf: null, fields }],
  jumps: [],
})
type More = Partial<Omit<FormContent, 'settings'>> & { settings?: Partial<FormContent['settings']> }
function form(kind: FormKind, title: string, category: string, { settings, ...more }: More): FormContent {
  const base = newForm(kind, title, category)
  return { ...base, language: 'en', ...more, settings: { ...base.settings, ...settings } }
}
const chosen = (...choices: string[]): AnswerValue => ({ choices })
const translated = (of: FormText) => of.translations

const inductionTitle = said('After your induction', 'Nach Ihrer Einarbeitung', 'بعد فترة التهيئة')
const inductionText = said(
  'Five minutes about your first weeks. Your answers help us to do better for the next people.',
  'Fünf Minuten zu Ihren ersten Wochen. Ihre Antworten helfen uns, es für die Nächsten besser zu machen.',
  'خمس دقائق عن أسابيعك الأولى. إجاباتك تساعدنا على التحسين لمن يأتي بعدك.',
)

const induction: DemoForm = {
  tenant: 'learnt',
  slug: 'after-induction',
  content: form('survey', inductionTitle.text, 'Getting started', {
    description: inductionText.text,
    tags: ['onboarding', 'feedback'],
    minutes: 5,
    languages: ['de', 'ar'],
    titles: translated(inductionTitle),
    descriptions: translated(inductionText),
    pages: [
      page('p-weeks', said('Your first weeks', 'Ihre ersten Wochen', 'أسابيعك الأولى'), [
        field(
          'stars',
          'f-overall',
          said('How was your induction?', 'Wie war Ihre Einarbeitung?', 'كيف كانت فترة التهيئة؟'),
          { required: true },
        ),
        field(
          'longText',
          'f-better',
          said('What should we do better?', 'Was sollten wir besser machen?', 'ما الذي ينبغي أن نحسّنه؟'),
          { required: true, showIf: when('f-overall', 'atMost', ['3']) },
        ),
        field(
          'yesNo',
          'f-buddy',
          said('Did you have a buddy?', 'Hatten Sie eine Patin oder einen Paten?', 'هل كان لك زميل مرافق؟'),
          {
            required: true,
          },
        ),
        field(
          'scale',
          'f-buddy-help',
          said(
            'How much did your buddy help?',
            'Wie sehr hat diese Person geholfen?',
            'إلى أي مدى ساعدك زميلك المرافق؟',
          ),
          {
            showIf: when('f-buddy', 'isAnyOf', ['true']),
            fromLabel: said('Not at all', 'Gar nicht', 'لم يساعد'),
            toLabel: said('Very much', 'Sehr', 'كثيرًا'),
          },
        ),
      ]),
      page('p-work', said('Your work', 'Ihre Arbeit', 'عملك'), [
        field(
          'multipleChoice',
          'f-ready',
          said(
            'What was ready on your first day?',
            'Was war am ersten Tag bereit?',
            'ما الذي كان جاهزًا في يومك الأول؟',
          ),
          {
            choices: listed(
              said('My desk', 'Mein Arbeitsplatz', 'مكتبي'),
              said('My computer', 'Mein Computer', 'حاسوبي'),
              said('My accounts', 'Meine Konten', 'حساباتي'),
              said('My plan for the week', 'Mein Wochenplan', 'خطة أسبوعي'),
            ),
          },
        ),
        field(
          'nps',
          'f-recommend',
          said(
            'Would you recommend us as an employer?',
            'Würden Sie uns als Arbeitgeber empfehlen?',
            'هل توصي بنا كجهة عمل؟',
          ),
          { required: true },
        ),
      ]),
    ],
  }),
  rule: {},
  dueDays: 60,
  attempts: [[begun], ...Array.from({ length: 9 }, () => [submitted]), [begun]],
  answer(luck) {
    const stars = luck.int(2, 5)
    const hasBuddy = luck.is(0.7)
    return {
      'f-overall': stars,
      ...(stars <= 3 ? { 'f-better': luck.pick(['More time with the team.', 'The accounts came late.']) } : {}),
      'f-buddy': hasBuddy,
      ...(hasBuddy ? { 'f-buddy-help': luck.int(3, 5) } : {}),
      'f-ready': chosen(...['c1', 'c2', 'c3', 'c4'].filter((_, at) => at === 0 || luck.is(0.6))),
      'f-recommend': luck.int(5, 10),
    }
  },
}

const fire: DemoForm = {
  tenant: 'learnt',
  slug: 'fire-safety-quiz',
  content: form('quiz', 'Fire safety: what do you do?', 'Health and safety', {
    description: 'Six questions. You pass with 70 %. Your manager marks the last one.',
    tags: ['fire', 'safety'],
    minutes: 10,
    settings: {
      passPercent: 70,
      review: { answers: 'submitted', marks: 'submitted', feedback: 'submitted', key: 'marked' },
    },
    pages: [
      page('p-alarm', 'The alarm', [
        field('singleChoice', 'f-first', 'You smell smoke in the corridor. What do you do first?', {
          choices: listed('Look for the fire', 'Raise the alarm', 'Open the windows', 'Finish the mail'),
          ...question(2, { right: ['c2'], shares: null }, 'Right: others need every second.'),
        }),
        field('trueFalse', 'f-lift', 'In a fire you may use the lift if it is still running.', question(1, false)),
        field('multipleChoice', 'f-take', 'What belongs to a calm evacuation?', {
          choices: listed('Close doors behind you', 'Fetch your coat', 'Help visitors', 'Run'),
          ...question(2, { right: ['c1', 'c3'], shares: null }),
        }),
      ]),
      page('p-fighting', 'Fighting a fire', [
        field('ordering', 'f-order', 'Put the steps with an extinguisher in order.', {
          items: listed('Squeeze the lever', 'Pull the pin', 'Aim at the base'),
          ...question(2, ['c2', 'c3', 'c1']),
        }),
        field('numeric', 'f-number', 'Which number do you call in the European Union?', {
          ...question(1, {
            accepted: [{ value: 112, tolerance: 0, in: 'size', percent: 100 }],
            units: {},
            unitPenalty: 0,
          }),
        }),
        field('essay', 'f-plan', 'Describe the way from your desk to the assembly point.', {
          ...question(2, { rubric: newText('<p>Names the stairs, the exit and the assembly point.</p>') }),
        }),
      ]),
    ],
  }),
  rule: {},
  dueDays: 90,
  attempts: [
    [marked(0), marked(100)],
    [submitted],
    [marked(100)],
    [submitted],
    [marked(50)],
    [marked(0)],
    [submitted],
    [marked(100)],
    [begun],
  ],
  answer: (luck, { isGood }) => ({
    'f-first': chosen(isGood ? 'c2' : 'c1'),
    'f-lift': !isGood && luck.is(0.8),
    'f-take': chosen('c1', luck.is(0.7) || isGood ? 'c3' : 'c2'),
    'f-order': isGood ? ['c2', 'c3', 'c1'] : ['c3', 'c2', 'c1'],
    'f-number': '112',
    'f-plan': luck.pick([
      'Down the stairs beside the kitchen, out by the main door, and over to the car park.',
      'Left to the stairs, ground floor, side door, then to the lawn where we count everybody.',
    ]),
  }),
}

const handling: DemoForm = {
  tenant: 'learnt',
  slug: 'manual-handling-observation',
  content: form('observation', 'Manual handling at work', 'Health and safety', {
    description: 'Say how you lift at work, then show it to your manager, who judges what they see.',
    tags: ['lifting', 'safety'],
    minutes: 15,
    settings: { assessors: { managers: true, administrators: false, people: [], second: false } },
    pages: [
      page('p-task', 'The task', [
        field('shortText', 'f-load', 'What did you lift or carry?', { required: true }),
        field('date', 'f-day', 'On which day?', { required: true, latest: 'today' }),
        field('matrix', 'f-steps', 'How often do you do these?', {
          required: true,
          rows: listed('Look at the way first', 'Keep the back straight', 'Keep the load close'),
          columns: listed('Always', 'Mostly', 'Seldom'),
        }),
        field('consent', 'f-shown', 'Shown to my manager', {
          required: true,
          text: newText('<p>I have shown this lift to my manager.</p>'),
        }),
      ]),
      page('p-seen', 'What the manager saw', [
        field('yesNo', 'f-safe', 'The lift was safe', { filledBy: 'assessor' }),
        field('longText', 'f-notes', 'What went well, and what to practise', { filledBy: 'assessor' }),
        field('signature', 'f-signed', 'Signature of the manager', { filledBy: 'assessor' }),
      ]),
    ],
  }),
  rule: { div1: ['Customer success'] },
  dueDays: 60,
  attempts: [
    [submitted],
    [competent],
    [submitted],
    [competent],
    [notCompetent],
    [competent],
    [submitted],
    [competent],
    [begun],
  ],
  answer: (luck, { day, isGood }) => ({
    'f-safe': isGood,
    'f-notes': luck.pick(['Calm and careful.', 'Look at the way first.', 'Keep the load closer.']),
    'f-signed': { name: 'Your manager', strokes: [] },
    'f-load': luck.pick(['A box of paper', 'A monitor', 'A parcel of 12 kg', 'Two chairs']),
    'f-day': day,
    'f-steps': {
      c1: [luck.pick(['c1', 'c2'])],
      c2: [luck.pick(['c1', 'c2', 'c3'])],
      c3: [luck.pick(['c1', 'c2'])],
    },
    'f-shown': true,
  }),
}

const idea: DemoForm = {
  tenant: 'learnt',
  slug: 'idea-for-training',
  content: form('survey', 'An idea for our training', 'Feedback', {
    description: 'Tell us what you would like to learn. You can send as many ideas as you like.',
    tags: ['feedback'],
    minutes: 3,
    settings: { attempts: null },
    pages: [
      page('p-idea', 'Your idea', [
        field('shortText', 'f-topic', 'What would you like to learn?', { required: true }),
        field('dropDown', 'f-form', 'In which form?', { choices: listed('A course', 'A workshop', 'A short video') }),
      ]),
    ],
  }),
  rule: {},
  attempts: [[], [submitted], [submitted], []],
  answer: (luck) => ({
    'f-topic': luck.pick(['Writing clear mails', 'Spreadsheets for beginners', 'Portuguese']),
    'f-form': chosen(luck.pick(['c1', 'c2', 'c3'])),
  }),
}

const securityCheck: DemoForm = {
  tenant: 'learnt',
  slug: 'security-check',
  content: form('quiz', 'Security check', 'Information security', {
    description: 'Five questions, others each time. Four of them should be right.',
    tags: ['security', 'phishing'],
    minutes: 5,
    settings: { passPercent: 80, shuffleQuestions: true },
    pages: [
      page('p-first', 'To begin with', [
        field('draw', 'f-easy', '', { count: 2, category: 'Information security', difficulty: 'easy', points: 1 }),
      ]),
      page('p-more', 'A closer look', [
        field('draw', 'f-medium', '', { count: 2, category: 'Information security', difficulty: 'medium', points: 1 }),
        field('draw', 'f-hard', '', { count: 1, category: 'Information security', difficulty: 'hard', points: 1 }),
      ]),
    ],
  }),
  rule: {},
  dueDays: 90,
  attempts: [[], [marked(100)], [marked(0), marked(100)], [marked(100)], [marked(0)], [marked(100)], [begun]],
  answer: () => ({}),
}

/** A short survey for the people of a tenant; some of them have answered. */
const pulse = (tenant: DemoTenantId, slug: string, title: string, about: string): DemoForm => ({
  tenant,
  slug,
  content: form('survey', title, 'Feedback', {
    description: about,
    tags: ['feedback'],
    minutes: 2,
    pages: [
      page('p-pulse', 'Your last weeks', [
        field('stars', 'f-stars', 'How were they, all in all?', { required: true }),
        field('singleChoice', 'f-more', 'What do you want more of?', {
          choices: listed('Time with my team', 'Time to learn', 'Clearer plans'),
        }),
        field('longText', 'f-words', 'What should we know?', {}),
      ]),
    ],
  }),
  rule: {},
  dueDays: 60,
  attempts: [[], [submitted], [submitted], [begun]],
  answer: (luck) => ({
    'f-stars': luck.int(2, 5),
    'f-more': chosen(luck.pick(['c1', 'c2', 'c3'])),
    'f-words': luck.pick(['The new rota helps a lot.', 'We could do with a second trolley.', 'All good.']),
  }),
})

const homeLevel = (key: string, title: FormText, who: ApprovalLevel['who'], more: Partial<ApprovalLevel> = {}) => ({
  key,
  title,
  who,
  need: 'any' as const,
  escalateAfterDays: null,
  seesPages: null,
  mayChange: [],
  ...more,
})
const adminId = userIdOf('admin@learnt.example')

const homeOffice: DemoForm = {
  tenant: 'learnt',
  slug: 'working-from-home',
  content: form('application', 'Working from home', 'Requests', {
    description:
      'Ask to work from home on some days. Your manager decides first, then human resources, then the administration.',
    tags: ['home office'],
    minutes: 5,
    settings: {
      levels: [
        homeLevel(
          'l-manager',
          said('Your manager', 'Ihre Führungskraft', 'مديرك'),
          { by: 'managers' },
          {
            escalateAfterDays: 7,
          },
        ),
        homeLevel(
          'l-people',
          said('Human resources', 'Personalabteilung', 'الموارد البشرية'),
          {
            by: 'table',
            attribute: 'div1',
            rows: [{ values: ['Customer success'], userIds: [adminId] }],
            otherwise: [adminId],
          },
          { escalateAfterDays: 5, mayChange: ['f-agreement'] },
        ),
        homeLevel(
          'l-office',
          said('Administration', 'Administration', 'الإدارة'),
          { by: 'administrators' },
          {
            seesPages: ['p-days'],
          },
        ),
      ],
      followUps: [
        {
          key: 'u-tag',
          on: ['approved'],
          action: { do: 'setAttribute', attribute: 'tags', field: null, value: 'home office' },
        },
        {
          key: 'u-mail',
          on: ['approved'],
          action: {
            do: 'mail',
            to: 'managers',
            userIds: [],
            subject: newText('Working from home was approved'),
            text: newText('The days: {{f-days}}. They begin on {{f-from}}.'),
          },
        },
      ],
    },
    pages: [
      page('p-days', 'Your days', [
        field('multipleChoice', 'f-days', 'On which days?', {
          required: true,
          choices: listed('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'),
        }),
        field('date', 'f-from', 'From which day on?', { required: true }),
      ]),
      page('p-why', 'Why and how', [
        field('longText', 'f-why', 'Why would you like to?', { required: true }),
        field('yesNo', 'f-desk', 'Do you have a desk at home?', { required: true }),
        field('shortText', 'f-agreement', 'Number of the agreement (human resources fill this in)', {}),
      ]),
    ],
  }),
  rule: { div1: ['Customer success'] },
  attempts: [
    [approval([], 2)],
    [approval([yes('A good idea.'), yes(), yes('From next month on.')])],
    [approval([no('We need you at the desk until the summer.')])],
    [approval([yes()], 4)],
    [approval([yes(), yes('The agreement is signed.')], 6)],
    // The manager has not decided in time, so administrators may decide as well.
    [approval([], 12)],
    [begun],
  ],
  answer: (luck, { day }) => ({
    'f-days': chosen(...luck.pick([['c1'], ['c3', 'c5'], ['c2', 'c4']])),
    'f-from': day,
    'f-why': luck.pick(['I write reports best where it is quiet.', 'My way to work takes an hour and a half.']),
    'f-desk': luck.is(0.8),
  }),
}

/**
 * Forms of the demonstration: a survey in three languages, two quizzes, an observation, a form for everybody, an
 * application with three levels of approval, and a short survey in each of the other tenants.
 */
export const demoForms: readonly DemoForm[] = [
  induction,
  fire,
  securityCheck,
  handling,
  idea,
  homeOffice,
  pulse('munro', 'guest-days', 'After the high season', 'Three questions about the last weeks in your hotel.'),
  pulse('stellar', 'shift-pulse', 'Your last weeks', 'Three questions for everybody, whatever the shift.'),
]

/** A course with a form that nobody has beside the course. */
export interface DemoFormCourse {
  readonly tenant: DemoTenantId
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly category: string
  readonly page: { readonly title: string; readonly html: string }
  /** Of the step with the form. */
  readonly percent: number
  readonly form: FormContent
  /** Of the learner's demo account and colleagues; null: has not begun. */
  readonly attempts: readonly (Answers | null)[]
}

export const demoFormCourses: readonly DemoFormCourse[] = [
  {
    tenant: 'learnt',
    slug: 'extinguishers-in-five-minutes',
    title: 'Extinguishers in five minutes',
    description: 'Read one page, then show in three questions that you know which extinguisher to take.',
    category: 'Health and safety',
    page: {
      title: 'Which one for which fire?',
      html: '<p>Water is for wood, paper and cloth. Foam is for liquids that burn. Carbon dioxide is for whatever is under current.</p><p>Whichever you take: pull the pin, aim at the base of the fire, and keep the way out behind you.</p>',
    },
    percent: 80,
    form: form('quiz', 'Which extinguisher?', 'Health and safety', {
      description: 'Three questions. You can try three times.',
      tags: ['fire', 'safety'],
      minutes: 3,
      settings: {
        attempts: 3,
        passPercent: 80,
        review: { answers: 'submitted', marks: 'submitted', feedback: 'submitted', key: 'never' },
      },
      pages: [
        page('p-which', 'Which one do you take?', [
          field('singleChoice', 'f-paper', 'A waste-paper basket burns.', {
            choices: listed('Water', 'Carbon dioxide', 'None: I leave it'),
            ...question(1, { right: ['c1'], shares: null }),
          }),
          field('matching', 'f-match', 'What is for what?', {
            items: listed('Petrol', 'A power socket'),
            targets: listed('Water', 'Foam', 'Carbon dioxide'),
            ...question(2, { c1: 'c2', c2: 'c3' }),
          }),
          field('trueFalse', 'f-exit', 'You keep the way out behind you.', question(1, true)),
        ]),
      ],
    }),
    attempts: [
      null,
      { 'f-paper': chosen('c1'), 'f-match': { c1: 'c2', c2: 'c3' }, 'f-exit': true },
      { 'f-paper': chosen('c2'), 'f-match': { c1: 'c1', c2: 'c3' }, 'f-exit': true },
      { 'f-paper': chosen('c1'), 'f-match': { c1: 'c2', c2: 'c3' }, 'f-exit': false },
    ],
  },
]

import { z } from 'zod'
import { DocumentType } from '../document-kinds.ts'
import { documentContentBase } from '../documents.ts'
import { organisationFields } from '../team-values.ts'
import { Day, Id, Moment, oneLine } from '../values.ts'
import { formLimits } from './field-kinds.ts'
import { outcomes } from './submission-states.ts'

/**
 * A form: pages of sections of fields, and how it is filled in, reviewed and followed up. One engine serves surveys, quizzes,
 * observations and applications: `kind` sets what the editor offers first and which states a submission goes through.
 *
 * Every key (of a page, section, field, choice, row) is made by the editor with newKey() and stays the same across versions:
 * answers hang on the keys of fields and choices, and analytics combine versions by them.
 */
export const formKinds = ['survey', 'quiz', 'observation', 'application'] as const
export const FormKind = z.enum(formKinds)
export type FormKind = z.infer<typeof FormKind>

export const Key = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/)

/** BCP 47, in the short form that the product uses: `de`, `ar`, `pt-BR`. */
const Language = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/)

/**
 * A text in the form's own language and in others. A translation keeps the mark (textMark()) of the text that it was made
 * from; translationState() says whether it is missing or older. `{{key}}` repeats the answer to an earlier field.
 */
function formText(longest: number) {
  return z.strictObject({
    text: z.string().max(longest),
    translations: z.record(Language, z.strictObject({ text: z.string().max(longest), of: z.string().max(20) })),
  })
}
const Label = formText(formLimits.label)
/** Markup, cleaned by the server when it is saved. */
const Html = formText(formLimits.html)
export type FormText = z.infer<typeof Label>

/** Comparisons. `values` are keys of choices, numbers and days as text; true and false for yes/no, true/false and consent. */
export const testOperators = [
  'answered',
  'notAnswered',
  'isAnyOf',
  'isNoneOf',
  'contains',
  'notContains',
  'atLeast',
  'atMost',
] as const
const TestValues = z.array(z.string().max(200)).max(50)
export const Test = z.discriminatedUnion('on', [
  /** `part`: the row of a matrix. A field that is hidden counts as not answered. */
  z.strictObject({
    on: z.literal('answer'),
    field: Key,
    part: Key.nullable(),
    is: z.enum(testOperators),
    values: TestValues,
  }),
  /** An attribute of the member: a name of `ruleFields`. */
  z.strictObject({
    on: z.literal('member'),
    attribute: z.string().max(40),
    is: z.enum(['isAnyOf', 'isNoneOf', 'answered', 'notAnswered']),
    values: TestValues,
  }),
])
export type Test = z.infer<typeof Test>

const ConditionGroup = z.strictObject({
  match: z.enum(['all', 'any']),
  tests: z.array(Test).max(formLimits.tests),
})
/** All or any of its tests and groups: two levels, which can be said as a sentence. Without any it always holds. */
export const Condition = ConditionGroup.extend({ groups: z.array(ConditionGroup).max(10) })
export type Condition = z.infer<typeof Condition>

const fieldBase = {
  key: Key,
  label: Label,
  help: Label,
  /** Null: always shown. */
  showIf: Condition.nullable(),
}
const asked = {
  ...fieldBase,
  required: z.boolean(),
  /** Required when this holds, where it is not required anyway. */
  requiredIf: Condition.nullable(),
  /** Of an observation: who fills in this field, where it is somebody else than the form's settings say. */
  filledBy: z.enum(['person', 'assessor']).optional(),
}

const Feedback = z.strictObject({
  right: Label,
  partly: Label,
  wrong: Label,
  /** By choice, row, gap or accepted answer (`answer-0`). */
  choices: z.record(Key, Label),
})

/**
 * What makes a field a question with points; null: it is not marked. withoutKeys() sets `key` and `feedback` to null and
 * `worked` to an empty text: that is what the pages of learners receive.
 */
function quizOf<K extends z.ZodType>(key: K) {
  return z
    .strictObject({
      points: z.number().min(0).max(1000),
      /** Whether a partly right answer earns a part of the points. */
      partial: z.boolean(),
      /** Percent of the points that an answer without any right part takes off. */
      penalty: z.number().min(0).max(100),
      /** Null: not decided yet (which stands in the way of publishing), or not for this reader. */
      key: key.nullable(),
      feedback: Feedback.nullable(),
      /** How to get there, shown with the right answer. */
      worked: Html,
      /** The question of the bank that it was taken from. */
      bank: z.strictObject({ questionId: Id, version: z.number().int().min(1).max(1_000_000) }).nullable(),
    })
    .nullable()
}
const byHand = z.strictObject({ rubric: Html })

const Choice = z.strictObject({ key: Key, label: Label })
export type Choice = z.infer<typeof Choice>
const PictureChoice = Choice.extend({ fileId: Id.nullable() })
const Choices = z.array(Choice).max(formLimits.choices)
const Rows = z.array(Choice).max(formLimits.rows)
const withOther = { choices: Choices, other: z.boolean(), shuffle: z.boolean() }
const some = { min: z.number().int().min(0).max(200).nullable(), max: z.number().int().min(1).max(200).nullable() }

/** Right choices, or a share of the points for each (-100 to 100 %), which then stands in place of `right`. */
export const ChoiceKey = z.strictObject({
  right: z.array(Key).max(formLimits.choices),
  shares: z.record(Key, z.number().min(-100).max(100)).nullable(),
})
const Accepted = z.strictObject({
  text: z.string().max(formLimits.shortAnswer),
  /** Of the points. */
  percent: z.number().min(0).max(100),
})
/** Texts are compared without spaces around and with single spaces inside; `*` stands for anything. */
const TextKey = z.strictObject({
  accepted: z.array(Accepted).max(50),
  matchCase: z.boolean(),
  matchAccents: z.boolean(),
})
const Circle = z.strictObject({ shape: z.literal('circle'), x: z.number(), y: z.number(), r: z.number() })
const Box = z.strictObject({
  shape: z.literal('box'),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
})
const Polygon = z.strictObject({
  shape: z.literal('polygon'),
  points: z
    .array(z.strictObject({ x: z.number(), y: z.number() }))
    .min(3)
    .max(100),
})

export const Field = z.discriminatedUnion('kind', [
  z.strictObject({
    ...asked,
    kind: z.literal('shortText'),
    /** The helpers of the specification, section 5, where the author wants them; a mask has 9 for a digit, A for a letter. */
    rule: z.enum(['none', 'onlyCharacters', 'onlyNumbers', 'mask']),
    mask: z.string().max(60),
    minLength: z.number().int().min(0).max(formLimits.shortAnswer).nullable(),
    maxLength: z.number().int().min(1).max(formLimits.shortAnswer).nullable(),
  }),
  z.strictObject({
    ...asked,
    kind: z.literal('longText'),
    minLength: z.number().int().min(0).max(formLimits.longAnswer).nullable(),
    maxLength: z.number().int().min(1).max(formLimits.longAnswer).nullable(),
  }),
  z.strictObject({
    ...asked,
    kind: z.literal('number'),
    min: z.number().nullable(),
    max: z.number().nullable(),
    decimals: z.number().int().min(0).max(6),
    unit: oneLine().max(30),
  }),
  z.strictObject({ ...asked, kind: z.literal('email') }),
  z.strictObject({ ...asked, kind: z.literal('phone') }),
  z.strictObject({
    ...asked,
    kind: z.literal('date'),
    earliest: z.union([Day, z.literal('today')]).nullable(),
    latest: z.union([Day, z.literal('today')]).nullable(),
  }),
  z.strictObject({ ...asked, kind: z.literal('time') }),
  z.strictObject({
    ...asked,
    kind: z.literal('dateTime'),
    earliest: z.union([Day, z.literal('today')]).nullable(),
    latest: z.union([Day, z.literal('today')]).nullable(),
  }),
  z.strictObject({ ...asked, ...withOther, kind: z.literal('singleChoice'), quiz: quizOf(ChoiceKey) }),
  z.strictObject({ ...asked, ...withOther, ...some, kind: z.literal('multipleChoice'), quiz: quizOf(ChoiceKey) }),
  z.strictObject({ ...asked, ...withOther, kind: z.literal('dropDown'), quiz: quizOf(ChoiceKey) }),
  z.strictObject({ ...asked, kind: z.literal('yesNo') }),
  z.strictObject({
    ...asked,
    kind: z.literal('scale'),
    from: z.number().int().min(-10).max(10),
    to: z.number().int().min(-9).max(20),
    fromLabel: Label,
    toLabel: Label,
  }),
  z.strictObject({ ...asked, kind: z.literal('nps'), fromLabel: Label, toLabel: Label }),
  z.strictObject({ ...asked, kind: z.literal('stars'), count: z.number().int().min(3).max(10) }),
  z.strictObject({
    ...asked,
    kind: z.literal('matrix'),
    rows: Rows,
    columns: Choices,
    /** More than one column for a row. */
    several: z.boolean(),
    /** The right columns of each row. */
    quiz: quizOf(z.record(Key, z.array(Key).max(formLimits.choices))),
  }),
  z.strictObject({ ...asked, kind: z.literal('ranking'), choices: Rows, shuffle: z.boolean() }),
  z.strictObject({
    ...asked,
    ...some,
    kind: z.literal('pictureChoice'),
    /** The label of a picture says what it shows, to those who do not see it, too. */
    choices: z.array(PictureChoice).max(formLimits.choices),
    several: z.boolean(),
    shuffle: z.boolean(),
    quiz: quizOf(ChoiceKey),
  }),
  z.strictObject({ ...asked, kind: z.literal('person'), several: z.boolean() }),
  z.strictObject({
    ...asked,
    kind: z.literal('file'),
    maxFiles: z.number().int().min(1).max(formLimits.files),
    maxBytes: z.number().int().min(1).max(formLimits.fileBytes),
    /** Empty: any of them. */
    types: z.array(z.enum(['image', 'document', 'video', 'audio'])).max(4),
    quiz: quizOf(byHand),
  }),
  z.strictObject({ ...asked, kind: z.literal('signature') }),
  /** Required, it has to be given. */
  z.strictObject({ ...asked, kind: z.literal('consent'), text: Html }),
  z.strictObject({ ...fieldBase, kind: z.literal('heading') }),
  z.strictObject({ ...fieldBase, kind: z.literal('text'), html: Html }),
  z.strictObject({ ...fieldBase, kind: z.literal('video'), fileId: Id.nullable(), transcript: Html }),
  z.strictObject({ ...asked, kind: z.literal('trueFalse'), quiz: quizOf(z.boolean()) }),
  z.strictObject({ ...asked, kind: z.literal('shortAnswer'), quiz: quizOf(TextKey) }),
  z.strictObject({
    ...asked,
    kind: z.literal('numeric'),
    /** Units to choose from or to write behind the number; empty: a number alone. */
    units: z.array(oneLine().min(1).max(30)).max(20),
    quiz: quizOf(
      z.strictObject({
        accepted: z
          .array(
            z.strictObject({
              value: z.number(),
              /** How far off it may be: in the number's own size, or in percent of it. */
              tolerance: z.number().min(0),
              in: z.enum(['size', 'percent']),
              percent: z.number().min(0).max(100),
            }),
          )
          .max(20),
        /** What one of a unit is in the unit of `accepted`: {"m": 1, "cm": 0.01}. Empty: no unit. */
        units: z.record(z.string().max(30), z.number()),
        /** Percent of the points that a missing or unknown unit takes off; 100: the answer is wrong. */
        unitPenalty: z.number().min(0).max(100),
      }),
    ),
  }),
  z.strictObject({
    ...asked,
    kind: z.literal('matching'),
    items: Rows,
    /** What the items are matched with; more of them than items makes it harder. */
    targets: Choices,
    /** The target of each item. */
    quiz: quizOf(z.record(Key, Key)),
  }),
  z.strictObject({
    ...asked,
    kind: z.literal('ordering'),
    /** In any order; the right one is the key. */
    items: Rows,
    quiz: quizOf(z.array(Key).max(formLimits.rows)),
  }),
  z.strictObject({
    ...asked,
    kind: z.literal('gaps'),
    /** Plain text in which `[[key]]` is a gap. */
    text: Html,
    /** With choices it is a drop-down, without it is typed. */
    gaps: z.array(z.strictObject({ key: Key, choices: Choices })).max(formLimits.rows),
    /** By gap: accepted texts; of a drop-down the keys of choices. */
    quiz: quizOf(
      z.strictObject({
        gaps: z.record(Key, z.array(Accepted).max(50)),
        matchCase: z.boolean(),
        matchAccents: z.boolean(),
      }),
    ),
  }),
  z.strictObject({
    ...asked,
    kind: z.literal('hotSpot'),
    fileId: Id.nullable(),
    /** What the picture shows. */
    alt: Label,
    /** How many places a person may point at. */
    points: z.number().int().min(1).max(formLimits.pointsOnPicture),
    /** Places of the picture, measured from 0 to 1 from its left upper corner; each is found once. */
    quiz: quizOf(z.array(z.discriminatedUnion('shape', [Circle, Box, Polygon])).max(50)),
  }),
  z.strictObject({
    ...asked,
    kind: z.literal('essay'),
    minWords: z.number().int().min(0).max(5000).nullable(),
    maxWords: z.number().int().min(1).max(5000).nullable(),
    quiz: quizOf(byHand),
  }),
  /** Questions of the bank, drawn when an attempt begins. They stay with the attempt. */
  z.strictObject({
    ...fieldBase,
    kind: z.literal('draw'),
    count: z.number().int().min(1).max(100),
    category: oneLine().max(100),
    tags: z.array(oneLine().min(1).max(60)).max(20),
    difficulty: z.enum(['any', 'easy', 'medium', 'hard']),
    /** Of each question; null: its own. */
    points: z.number().min(0).max(1000).nullable(),
  }),
])
export type Field = z.infer<typeof Field>
export type FieldOf<K extends Field['kind']> = Extract<Field, { kind: K }>
/** A field that somebody answers. */
export type AskedField = Extract<Field, { required: boolean }>
/** A field that can earn points. */
export type QuizField = Extract<Field, { quiz: unknown }>

export const FormSection = z.strictObject({
  key: Key,
  title: Label,
  showIf: Condition.nullable(),
  fields: z.array(Field).max(formLimits.fieldsOfSection),
})
export type FormSection = z.infer<typeof FormSection>

export const FormPage = z.strictObject({
  key: Key,
  title: Label,
  showIf: Condition.nullable(),
  sections: z.array(FormSection).max(formLimits.sections),
  /**
   * Where to go from here: the first jump whose condition holds skips all pages before `to`, a later page or `end`. None
   * holds: the next page. A null condition always holds.
   */
  jumps: z.array(z.strictObject({ if: Condition.nullable(), to: z.union([Key, z.literal('end')]) })).max(20),
})
export type FormPage = z.infer<typeof FormPage>

/** When a person may see something of their submission: never, once submitted, once marked, once the form is closed. */
export const reviewMoments = ['never', 'submitted', 'marked', 'closed'] as const
const ReviewMoment = z.enum(reviewMoments)

const People = z.array(Id).max(formLimits.people)

/** A level of approval. Levels follow each other; all named people decide, or any one of them. */
export const ApprovalLevel = z.strictObject({
  key: Key,
  title: Label,
  who: z.discriminatedUnion('by', [
    z.strictObject({ by: z.literal('managers') }),
    z.strictObject({ by: z.literal('administrators') }),
    z.strictObject({ by: z.literal('people'), userIds: People }),
    /** By an attribute of the person: the first row with one of their values decides; `otherwise` has everybody else. */
    z.strictObject({
      by: z.literal('table'),
      attribute: z.enum(['position', ...organisationFields]),
      rows: z.array(z.strictObject({ values: z.array(z.string().max(200)).max(50), userIds: People })).max(200),
      otherwise: People,
    }),
  ]),
  need: z.enum(['all', 'any']),
  /** Administrators may decide as well after so many days; null: never. */
  escalateAfterDays: z.number().int().min(1).max(365).nullable(),
  /** Pages that this level sees; null: all. */
  seesPages: z.array(Key).max(formLimits.pages).nullable(),
  /** Fields that this level may fill in or change. */
  mayChange: z.array(Key).max(formLimits.fields),
})
export type ApprovalLevel = z.infer<typeof ApprovalLevel>

/** Attributes that a follow-up may set; never roles, status or managers. */
export const settableAttributes = ['position', 'tags', ...organisationFields] as const

/** What an outcome sets off. Recognition adds badge, certificate and points to this list. */
export const FollowUp = z.strictObject({
  key: Key,
  on: z.array(z.enum(outcomes)).min(1).max(outcomes.length),
  action: z.discriminatedUnion('do', [
    z.strictObject({
      do: z.literal('assign'),
      documentType: DocumentType,
      documentId: Id,
      isOptional: z.boolean(),
    }),
    z.strictObject({ do: z.literal('request'), documentType: DocumentType, documentId: Id }),
    /** From an answer, or the same for everybody. Carried out only after an approval by somebody who may edit the person. */
    z.strictObject({
      do: z.literal('setAttribute'),
      attribute: z.enum(settableAttributes),
      field: Key.nullable(),
      value: oneLine().max(200),
    }),
    z.strictObject({
      do: z.literal('mail'),
      to: z.enum(['person', 'managers', 'people']),
      userIds: People,
      subject: formText(200),
      text: formText(5000),
    }),
  ]),
})
export type FollowUp = z.infer<typeof FollowUp>

export const FormSettings = z.strictObject({
  /** Answers cannot be led back to a person. Drafts then stay on the device, and nobody marks, approves or withdraws. */
  anonymous: z.boolean(),
  /** Null: as often as wanted. */
  attempts: z.number().int().min(1).max(100).nullable(),
  /** Between the end of an attempt and the next. */
  waitMinutes: z.number().int().min(0).max(525_600),
  opensAt: Moment.nullable(),
  closesAt: Moment.nullable(),
  /** By the server's clock, from the start of the attempt. */
  timeLimitMinutes: z.number().int().min(1).max(10_080).nullable(),
  shuffleQuestions: z.boolean(),
  shuffleChoices: z.boolean(),
  /** `free`: any page at any time; `pages`: one after the other, also back; `forward`: never back. */
  navigation: z.enum(['free', 'pages', 'forward']),
  review: z.strictObject({
    answers: ReviewMoment,
    marks: ReviewMoment,
    feedback: ReviewMoment,
    /** The right answers and how to get there. */
    key: ReviewMoment,
  }),
  /** Of a marked form: from how many percent it is passed. Null: nobody passes or fails. */
  passPercent: z.number().min(0).max(100).nullable(),
  /** Who marks and observes. */
  assessors: z.strictObject({
    managers: z.boolean(),
    administrators: z.boolean(),
    people: People,
    /** Two people mark without seeing each other's marks. */
    second: z.boolean(),
  }),
  /** Who fills it in: the person, or an assessor about the person. A field of an observation may say otherwise. */
  filledBy: z.enum(['person', 'assessor']),
  levels: z.array(ApprovalLevel).max(formLimits.levels),
  followUps: z.array(FollowUp).max(formLimits.followUps),
})
export type FormSettings = z.infer<typeof FormSettings>

/** Everything of a form that a version freezes. */
export const FormContent = z.strictObject({
  ...documentContentBase,
  kind: FormKind,
  /** How long it takes; 0 when the author does not say. */
  minutes: z.number().int().min(0).max(6000),
  /** Languages beside `language` that it is translated into. */
  languages: z.array(Language).max(20),
  /** Title and description in those languages. Their own text is that of the content. */
  titles: Label.shape.translations,
  descriptions: Html.shape.translations,
  settings: FormSettings,
  pages: z.array(FormPage).max(formLimits.pages),
})
export type FormContent = z.infer<typeof FormContent>

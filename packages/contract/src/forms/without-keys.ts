import { isAsked } from './answers.ts'
import type { Field, FormContent } from './content.ts'
import { newText } from './texts.ts'
import { mapFields } from './walk.ts'

export interface MaySee {
  /** Right answers and how to get there. */
  readonly key: boolean
  /** Feedback of the author. */
  readonly feedback: boolean
}
const nothing: MaySee = { key: false, feedback: false }

/**
 * A form for the pages of people who fill it in: without right answers, feedback, rubrics and worked answers until they
 * may see them, and without approval levels, assessors and follow-ups. Ordering and matching get an order from `seed`
 * (the submission's id), as the author's may be the right one.
 */
export function withoutKeys(form: FormContent, seed: string, see: MaySee = nothing): FormContent {
  const { settings } = form
  const hidden = mapFields(form, (field) => [withoutKey(field, seed, see)])
  return {
    ...hidden,
    settings: {
      ...settings,
      levels: settings.levels.map((level) => ({
        ...level,
        who: { by: 'people', userIds: [] },
        seesPages: null,
        mayChange: [],
      })),
      assessors: { ...settings.assessors, people: [] },
      followUps: [],
    },
  }
}

function withoutKey(field: Field, seed: string, see: MaySee): Field {
  const mixed = mixItems(field, seed)
  if (!('quiz' in mixed) || mixed.quiz === null) return mixed
  const { quiz } = mixed
  return {
    ...mixed,
    quiz: {
      ...quiz,
      key: see.key ? quiz.key : null,
      feedback: see.feedback ? quiz.feedback : null,
      worked: see.key ? quiz.worked : newText(),
      bank: null,
    },
  } as Field
}

function mixItems(field: Field, seed: string): Field {
  if (field.kind === 'ordering') return { ...field, items: mix(field.items, `${seed}${field.key}`) }
  if (field.kind === 'matching') return { ...field, targets: mix(field.targets, `${seed}${field.key}`) }
  return field
}

/** The form with questions and choices in an order of the attempt's own, as its settings ask for. Pages keep their order. */
export function shuffled(form: FormContent, seed: string): FormContent {
  const { shuffleQuestions, shuffleChoices } = form.settings
  return {
    ...form,
    pages: form.pages.map((page) => ({
      ...page,
      sections: page.sections.map((section) => {
        const fields = section.fields.map((field) =>
          'shuffle' in field && (field.shuffle || shuffleChoices)
            ? ({ ...field, choices: mix(field.choices as { key: string }[], `${seed}${field.key}`) } as Field)
            : field,
        )
        return { ...section, fields: shuffleQuestions ? mixQuestions(fields, `${seed}${section.key}`) : fields }
      }),
    })),
  }
}

/** Questions change places among each other; headings and texts stay where they stand. */
function mixQuestions(fields: readonly Field[], seed: string): Field[] {
  const questions = mix(
    fields.filter((field) => isAsked(field.kind)),
    seed,
  )
  let next = 0
  return fields.map((field) => (isAsked(field.kind) ? (questions[next++] ?? field) : field))
}

/** The same seed gives the same order everywhere. */
export function mix<T extends { key: string }>(items: readonly T[], seed: string): T[] {
  return items
    .map((item) => ({ item, at: numberOf(`${seed}/${item.key}`) }))
    .sort((a, b) => a.at - b.at || (a.item.key < b.item.key ? -1 : 1))
    .map(({ item }) => item)
}

function numberOf(text: string): number {
  let hash = 2166136261
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619)
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507)
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909)
  return (hash ^ (hash >>> 16)) >>> 0
}

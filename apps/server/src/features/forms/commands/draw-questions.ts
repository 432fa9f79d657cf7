import type { Field, FieldOf, FormContent } from '@learnt/contract/forms/content'
import { fieldsOf, mapFields, placedFields } from '@learnt/contract/forms/walk'
import type { ReadTx } from '../../../platform/db/database.ts'
import type { ContentProblem } from '../../documents/kind.ts'
import { type DrawnFor, type DrawnRow, type DrawWish, drawCandidates } from '../queries/list-questions.ts'

/** The form of an attempt: drawn questions stand in the place of what drew them. */
export function withDrawn(form: FormContent, drawn: Readonly<Record<string, Field[]>> | null): FormContent {
  if (drawn === null) return form
  return mapFields(form, (field) => (field.kind === 'draw' ? (drawn[field.key] ?? []) : [field]))
}

export interface Drawing {
  /** By the key of the field that draws. */
  readonly drawn: Record<string, Field[]>
  readonly questions: readonly { readonly questionId: string; readonly version: number }[]
}

/**
 * Draws for every field of a form that asks for it: no question twice in one attempt. Null: the form draws nothing.
 * Leaves out questions no longer in the bank.
 */
export async function drawFor(tx: ReadTx, form: FormContent, by: DrawnFor): Promise<Drawing | null> {
  const wishes = drawsOf(form)
  return wishes.length === 0 ? null : share(wishes, await drawCandidates(tx, wishes, by))
}

/** Draws for wishes that are no form yet. */
export async function drawWishes(tx: ReadTx, wishes: readonly DrawWish[], by: DrawnFor): Promise<Drawing> {
  return share(wishes, await drawCandidates(tx, wishes, by))
}

/** Fields that draw more than the bank has for them: a form with one is not published. */
export async function findTooFewQuestions(tx: ReadTx, form: FormContent, by: DrawnFor): Promise<ContentProblem[]> {
  const wishes = drawsOf(form)
  if (wishes.length === 0) return []
  const { drawn } = share(wishes, await drawCandidates(tx, wishes, by))
  return placedFields(form).flatMap(({ field, path }) =>
    field.kind === 'draw' && (drawn[field.key]?.length ?? 0) < field.count
      ? [{ path: `${path}.count`, code: 'tooFewQuestions', title: field.category }]
      : [],
  )
}

function drawsOf(form: FormContent): FieldOf<'draw'>[] {
  return fieldsOf(form).filter((field) => field.kind === 'draw')
}

/**
 * Gives every wish its questions. A wish takes what it can have; where another one has taken it all, that one moves on to
 * something else, if it can: so nobody is left short while there are enough for all.
 */
function share(wishes: readonly DrawWish[], candidates: readonly DrawnRow[]): Drawing {
  const byWish = Map.groupBy(candidates, (row) => row.draw)
  const takenBy = new Map<string, { key: string; row: DrawnRow }>()
  const place = (key: string, tried: Set<string>): boolean => {
    for (const row of byWish.get(key) ?? []) {
      if (tried.has(row.questionId)) continue
      tried.add(row.questionId)
      const other = takenBy.get(row.questionId)
      if (other?.key === key) continue
      if (other && !place(other.key, tried)) continue
      takenBy.set(row.questionId, { key, row })
      return true
    }
    return false
  }
  for (const wish of wishes) for (let at = 0; at < wish.count && place(wish.key, new Set()); at++);
  const taken = [...takenBy.values()]
  return {
    drawn: Object.fromEntries(
      wishes.map((wish) => [
        wish.key,
        taken.filter((one) => one.key === wish.key).map(({ row }) => asDrawn(row, wish.points)),
      ]),
    ),
    questions: taken.map(({ row: { questionId, version } }) => ({ questionId, version })),
  }
}

function asDrawn({ content, questionId, version }: DrawnRow, points: number | null): Field {
  if (!('quiz' in content) || content.quiz === null) return content
  const quiz = { ...content.quiz, bank: { questionId, version }, points: points ?? content.quiz.points }
  return { ...content, quiz } as Field
}

import type { Answers, AnswerValue, ChoiceAnswer } from '@learnt/contract/forms/answers'
import { isEmptyAnswer } from '@learnt/contract/forms/answers'
import type { Field, FormContent, FormText } from '@learnt/contract/forms/content'
import { fieldsOf } from '@learnt/contract/forms/walk'
import { readPlainNumber } from '@learnt/contract/read-number'
import type { Ctx } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { objectIri, type StatementRow, verbs } from '../../learning/commands/statements.ts'
import type { Mark } from '../marking.ts'
import type { WrittenSubmission } from './write-answers.ts'

type InteractionType =
  | 'true-false'
  | 'choice'
  | 'fill-in'
  | 'long-fill-in'
  | 'matching'
  | 'performance'
  | 'sequencing'
  | 'likert'
  | 'numeric'
  | 'other'

/** What xAPI calls a question of each kind (1.0.3, appendix C). Fields without an answer of their own are missing. */
const typeOf: Partial<Record<Field['kind'], InteractionType>> = {
  shortText: 'fill-in',
  longText: 'long-fill-in',
  number: 'numeric',
  email: 'fill-in',
  phone: 'fill-in',
  date: 'other',
  time: 'other',
  dateTime: 'other',
  singleChoice: 'choice',
  multipleChoice: 'choice',
  dropDown: 'choice',
  yesNo: 'true-false',
  scale: 'likert',
  nps: 'likert',
  stars: 'likert',
  matrix: 'matching',
  ranking: 'sequencing',
  pictureChoice: 'choice',
  person: 'other',
  file: 'other',
  signature: 'other',
  consent: 'true-false',
  trueFalse: 'true-false',
  shortAnswer: 'fill-in',
  numeric: 'numeric',
  matching: 'matching',
  ordering: 'sequencing',
  gaps: 'performance',
  hotSpot: 'other',
  essay: 'long-fill-in',
}

const longest = { response: 4000, text: 250, components: 60 }

type Submitted = Pick<WrittenSubmission, 'formId' | 'assignmentId' | 'activityId' | 'userId'>

/**
 * A statement for every question that was answered. The right answers stay out of them: people get their own statements in
 * the copy of their data, maybe before the form shows them.
 */
export function describeInteractions(
  ctx: Ctx,
  submission: Submitted,
  of: { form: FormContent; answers: Answers; marks: readonly { field: string; mark: Mark }[] },
): StatementRow[] {
  const { assignmentId } = submission
  if (assignmentId === null) return []
  const marks = new Map(of.marks.map(({ field, mark }) => [field, mark]))
  return fieldsOf(of.form).flatMap((field): StatementRow[] => {
    const answer = of.answers[field.key]
    const type = typeOf[field.kind]
    if (!type || answer === undefined || isEmptyAnswer(answer)) return []
    return [
      describeInteraction(ctx, { ...submission, assignmentId }, field, { type, answer, mark: marks.get(field.key) }),
    ]
  })
}

function describeInteraction(
  ctx: Ctx,
  submission: Submitted & { assignmentId: string },
  field: Field,
  { type, answer, mark }: { type: InteractionType; answer: AnswerValue; mark: Mark | undefined },
): StatementRow {
  const { publicUrl } = ctx.services.settings
  const home = { publicUrl, tenantId: ctx.actor.tenantId }
  const form = objectIri(home, 'forms', submission.formId)
  const { activityId } = submission
  const [id, at] = [newId(), ctx.now.toISOString()]
  const objectId = `${form}/questions/${field.key}`
  const impersonator = ctx.actor.impersonator?.userId
  const context = {
    registration: submission.assignmentId,
    platform: 'Learnt',
    ...(impersonator ? { extensions: { [`${publicUrl}/xapi/extensions/impersonator`]: impersonator } } : {}),
    contextActivities: {
      parent: [{ objectType: 'Activity', id: form }],
      ...(activityId ? { grouping: [{ objectType: 'Activity', id: objectIri(home, 'activities', activityId) }] } : {}),
    },
  }
  return {
    id,
    verb: verbs.answered,
    objectId,
    activityId,
    body: {
      id,
      version: '1.0.3',
      actor: { objectType: 'Agent', account: { homePage: publicUrl, name: submission.userId } },
      verb: { id: verbs.answered, display: { en: 'answered' } },
      object: {
        objectType: 'Activity',
        id: objectId,
        definition: {
          type: 'http://adlnet.gov/expapi/activities/cmi.interaction',
          name: { und: field.label.text.slice(0, longest.text) },
          interactionType: type,
          ...componentsOf(field, type),
        },
      },
      result: { response: responseOf(field, answer).slice(0, longest.response), ...resultOf(mark) },
      context,
      timestamp: at,
      stored: at,
    },
  }
}

function resultOf(mark: Mark | undefined): Record<string, unknown> {
  if (!mark || mark.points === null || mark.verdict === 'waiting') return {}
  const { points, outOf } = mark
  return {
    success: mark.verdict === 'right',
    ...(outOf > 0
      ? {
          score: {
            scaled: Math.round((points / outOf) * 10_000) / 10_000,
            raw: points,
            min: Math.min(0, points),
            max: outOf,
          },
        }
      : {}),
  }
}

/** What the keys in the responses stand for. */
function componentsOf(field: Field, type: InteractionType): Record<string, unknown> {
  const list = (of: readonly { key: string; label: FormText }[]) =>
    of.slice(0, longest.components).map(({ key, label }) => ({
      id: key,
      description: { und: label.text.slice(0, longest.text) },
    }))
  if (type === 'matching' && 'rows' in field && 'columns' in field)
    return { source: list(field.rows), target: list(field.columns) }
  if (type === 'matching' && 'items' in field && 'targets' in field)
    return { source: list(field.items), target: list(field.targets) }
  if (type === 'choice' && 'choices' in field) return { choices: list(field.choices) }
  if (type === 'sequencing' && 'choices' in field) return { choices: list(field.choices) }
  if (type === 'sequencing' && 'items' in field) return { choices: list(field.items) }
  return {}
}

/** An answer as xAPI writes it: parts of it between `[,]`, pairs with `[.]`. */
function responseOf(field: Field, answer: AnswerValue): string {
  if (field.kind === 'numeric' && typeof answer === 'string') return String(readPlainNumber(answer) ?? answer)
  if (typeof answer === 'string') return answer
  if (typeof answer === 'number' || typeof answer === 'boolean') return String(answer)
  if (field.kind === 'signature') return (answer as { name: string }).name
  if (Array.isArray(answer))
    return answer
      .map((one) => {
        if (typeof one === 'string') return one
        if ('name' in one) return one.name
        return `${one.x}[.]${one.y}`
      })
      .join('[,]')
  if (
    field.kind === 'singleChoice' ||
    field.kind === 'multipleChoice' ||
    field.kind === 'dropDown' ||
    field.kind === 'pictureChoice'
  ) {
    const { choices, other } = answer as ChoiceAnswer
    return [...choices, ...(other ? [other] : [])].join('[,]')
  }
  return Object.entries(answer as Record<string, string | string[]>)
    .flatMap(([part, value]) => [value].flat().map((one) => `${part}[.]${one}`))
    .join('[,]')
}

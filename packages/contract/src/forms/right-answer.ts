// What a page and a print show as the right answer. Without schemas: pages of learners load this file.
import type { AnswerValue } from './answers.ts'
import type { AskedField, FormText } from './content.ts'
import type { AnswerMark } from './operations.ts'

/** The right answer in the shape of an answer, to be shown like one; undefined where there is none, or not for this reader. */
export function rightAnswer(field: AskedField): AnswerValue | undefined {
  switch (field.kind) {
    case 'singleChoice':
    case 'multipleChoice':
    case 'dropDown':
    case 'pictureChoice': {
      const key = field.quiz?.key
      if (!key) return undefined
      const { shares } = key
      const best = shares ? Math.max(...Object.values(shares)) : 0
      const isRight = (choice: string) => {
        if (!shares) return key.right.includes(choice)
        const share = shares[choice] ?? 0
        return field.kind === 'multipleChoice' ? share > 0 : share === best
      }
      return { choices: field.choices.map((choice) => choice.key).filter(isRight) }
    }
    case 'trueFalse':
      return field.quiz?.key ?? undefined
    case 'shortAnswer':
      return field.quiz?.key?.accepted
        .filter((one) => one.percent === 100)
        .map((one) => shownPattern(one.text))
        .join(' / ')
    case 'numeric': {
      const key = field.quiz?.key
      const best = key?.accepted.find((one) => one.percent === 100) ?? key?.accepted[0]
      if (!key || !best) return undefined
      const unit = Object.entries(key.units).find(([, factor]) => factor === 1)?.[0] ?? ''
      const range = best.tolerance > 0 ? ` ± ${best.tolerance}${best.in === 'percent' ? ' %' : ''}` : ''
      return [`${best.value}${range}`, unit].filter(Boolean).join(' ')
    }
    case 'matching':
    case 'matrix':
    case 'ordering':
      return field.quiz?.key ?? undefined
    case 'gaps': {
      const key = field.quiz?.key
      if (!key) return undefined
      return Object.fromEntries(
        field.gaps.map((gap) => {
          const text = key.gaps[gap.key]?.[0]?.text ?? ''
          return [gap.key, gap.choices.length > 0 ? text : shownPattern(text)]
        }),
      )
    }
    case 'hotSpot':
      return field.quiz?.key?.map((area) => {
        if (area.shape === 'box') return { x: area.x + area.width / 2, y: area.y + area.height / 2 }
        if (area.shape === 'circle') return { x: area.x, y: area.y }
        const sum = area.points.reduce((all, point) => ({ x: all.x + point.x, y: all.y + point.y }), { x: 0, y: 0 })
        return { x: sum.x / area.points.length, y: sum.y / area.points.length }
      })
    default:
      return undefined
  }
}

/**
 * What stands between the stars of an accepted answer, each of which means anything. `\*` is the sign itself, and `\\*` a
 * backslash before anything; a backslash elsewhere is a letter like any other.
 */
export function partsOfPattern(accepted: string): string[] {
  const parts = ['']
  for (const [piece] of accepted.matchAll(/\\*\*|[^*\\]+|\\+/g)) {
    const last = parts.length - 1
    if (!piece.endsWith('*')) parts[last] += piece
    else {
      const slashes = piece.length - 1
      parts[last] += '\\'.repeat(Math.floor(slashes / 2)) + (slashes % 2 ? '*' : '')
      if (slashes % 2 === 0) parts.push('')
    }
  }
  return parts
}

/** An accepted answer as people read it. */
function shownPattern(accepted: string): string {
  return partsOfPattern(accepted).join('*')
}

type Feedback = NonNullable<NonNullable<Extract<AskedField, { quiz: unknown }>['quiz']>['feedback']>

/** What the author wrote for an answer with this verdict: to each choice that was taken, and to the whole. */
export function feedbackOf(
  feedback: Feedback,
  verdict: AnswerMark['verdict'],
  answer: AnswerValue | undefined,
): FormText[] {
  const whole =
    verdict === 'right'
      ? feedback.right
      : verdict === 'partly'
        ? feedback.partly
        : verdict === 'wrong'
          ? feedback.wrong
          : null
  const chosen =
    answer && typeof answer === 'object' && 'choices' in answer && Array.isArray(answer.choices) ? answer.choices : []
  return [...chosen.map((key) => feedback.choices[key]), whole].filter((text) => text !== null && text !== undefined)
}

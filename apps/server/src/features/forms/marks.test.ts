import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { QuizField } from '@learnt/contract/forms/content'
import { describe, expect, test } from 'vitest'
import { markQuestion } from './marking.ts'
import { markedKinds } from './marks.table.ts'

describe.each(markedKinds.map((kind) => [kind.kind, kind.questions] as const))('%s', (_, questions) => {
  test.each(questions.map((question) => [question.title, question] as const))('%s', (_, { field, answers }) => {
    const given = answers.map(({ answer }) => {
      const points = markQuestion(field as QuizField, (answer ?? undefined) as AnswerValue)?.points ?? null
      return points === null ? null : Math.round(points * 100) / 100
    })
    const say = (mark: number | null, at: number) =>
      `${JSON.stringify(answers[at]?.answer)}: ${mark === null ? 'by hand' : mark + 0} (${answers[at]?.why})`
    expect(given.map(say)).toEqual(answers.map(({ mark }, at) => say(mark, at)))
  })
})

test('has at least ten answers for each kind', () => {
  for (const { kind, questions } of markedKinds)
    expect(questions.flatMap(({ answers }) => answers).length, kind).toBeGreaterThanOrEqual(10)
})

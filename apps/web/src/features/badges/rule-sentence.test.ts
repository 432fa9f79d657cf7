import type { BadgeTrigger } from '@learnt/contract/badges'
import { beforeAll, expect, it } from 'vitest'
import { i18n, startI18n } from '../../words/i18n.ts'
import { draftOfRule, inputOf, newRule, wrongFields } from './rule-draft.ts'
import { ruleSentences } from './rule-sentence.ts'

const namespaces = ['badgeRules', 'documentKinds', 'permissions'] as const
beforeAll(async () => {
  if (!i18n.isInitialized) await startI18n('en', [...namespaces])
  await i18n.loadNamespaces([...namespaces])
})

const rule = {
  badgeTitle: 'Diver',
  documents: [] as { id: string; title: string }[],
  audience: { rule: { position: ['Nurse'] }, groups: [], everyone: false, audiences: [] },
  audiences: [],
  repeats: 'once' as const,
  countsFrom: '2026-03-04',
  revokes: true,
}
const finished: BadgeTrigger = { kind: 'finished', subject: 'course', documentIds: [], passed: false }

it.each<[BadgeTrigger, string[], string]>([
  [finished, [], 'Whoever finishes a course gets the badge “Diver”.'],
  [finished, ['A', 'B'], 'Whoever finishes “A” or “B” gets the badge “Diver”.'],
  [{ ...finished, subject: 'form', passed: true }, [], 'Whoever passes a form gets the badge “Diver”.'],
  [{ ...finished, subject: 'resource' }, [], 'Whoever reads a resource gets the badge “Diver”.'],
  [{ ...finished, subject: 'event' }, [], 'Whoever attends an event gets the badge “Diver”.'],
  [
    { kind: 'count', subject: 'course', count: 5, days: 30 },
    [],
    'Whoever finishes 5 courses within 30 days gets the badge “Diver”.',
  ],
  [
    { kind: 'streak', subject: 'any', weeks: 4 },
    [],
    'Whoever finishes anything in 4 weeks in a row gets the badge “Diver”.',
  ],
  [{ kind: 'points', points: 1000 }, [], 'Whoever collects 1,000 points gets the badge “Diver”.'],
  [
    { kind: 'outside', title: 'first aid', issuer: 'Red Cross' },
    [],
    'Whoever has a confirmed certificate from “Red Cross” with “first aid” in its title gets the badge “Diver”.',
  ],
])('says a rule in words: %o', (trigger, titles, words) => {
  const t = i18n.getFixedT('en', [...namespaces]) as never
  const documents = titles.map((title) => ({ id: title, title }))
  expect(
    ruleSentences(
      t,
      'en',
      { ...rule, trigger, documents },
      (field, value) => value ?? (field === 'position' ? 'Position' : field),
    ),
  ).toEqual([
    words,
    'Only for: Position is Nurse.',
    'Once for each person.',
    'What happened since 2026-03-04 counts.',
    ...(trigger.kind === 'outside' ? [] : ['If the completion is taken back, the badge is revoked.']),
  ])
})

it('names the incomplete fields, and sends what the fields contain', () => {
  const first = newRule('2026-11-26')
  expect(wrongFields({ ...first, kind: 'count', count: '1', days: 'soon', day: '' })).toEqual([
    'badge',
    'title',
    'count',
    'days',
    'day',
  ])
  const draft = { ...first, badge: { id: 'b', title: 'Diver', pictureUrl: '' }, title: ' Diving ' }
  expect(wrongFields(draft)).toEqual([])
  const input = inputOf({ ...draft, kind: 'count', count: '3', since: 'ever' })
  expect(input).toMatchObject({
    badgeId: 'b',
    title: 'Diving',
    trigger: { kind: 'count', subject: 'course', count: 3, days: null },
    audience: null,
    countsFrom: null,
  })
  const kept = { ...rule, ...input, badgeTitle: 'Diver', pictureUrl: '', documents: [], audiences: [] }
  expect(inputOf(draftOfRule(kept as never, '2026-11-26'))).toEqual(input)
})

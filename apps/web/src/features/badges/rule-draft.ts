import { badgeLimits } from '@learnt/contract/badge-design'
import type { BadgeRule, BadgeRuleInput, BadgeTrigger, badgeSubjects } from '@learnt/contract/badges'
import { readWhole } from '../../ui/WholeNumberField.tsx'
import { isUnfinished, matchesSomebody, type RuleForm, readRule, writeRule } from '../permissions/rule-form.ts'

export type Subject = (typeof badgeSubjects)[number]
export const triggerKinds = ['finished', 'count', 'streak', 'points', 'outside'] as const

/** Least and most of the numbers of a rule. */
export const ruleRanges = {
  count: [2, 1000],
  days: [1, 3660],
  weeks: [2, 520],
  points: [1, 1_000_000],
} as const

/** A rule as it stands in its fields: what another kind of trigger asks for is kept while one is chosen. */
export interface RuleDraft {
  badge: { id: string; title: string; pictureUrl: string } | null
  title: string
  isActive: boolean
  kind: BadgeTrigger['kind']
  subject: Subject
  documents: readonly { id: string; title: string }[]
  passed: boolean
  count: string
  days: string
  weeks: string
  points: string
  /** Words in the title and in the issuer of a certificate from elsewhere; '': any. */
  outsideTitle: string
  outsideIssuer: string
  audience: RuleForm
  repeats: 'once' | 'each'
  since: 'day' | 'ever'
  day: string
  revokes: boolean
}

export function newRule(today: string, badge: RuleDraft['badge'] = null): RuleDraft {
  return {
    badge,
    title: '',
    isActive: true,
    kind: 'finished',
    subject: 'course',
    documents: [],
    passed: false,
    count: '5',
    days: '',
    weeks: '4',
    points: '100',
    outsideTitle: '',
    outsideIssuer: '',
    audience: readRule({ rule: {}, groups: [], everyone: true }),
    repeats: 'once',
    since: 'day',
    day: today,
    revokes: true,
  }
}

export function draftOfRule(rule: BadgeRule, today: string): RuleDraft {
  const { trigger } = rule
  const { id, title, pictureUrl } = { id: rule.badgeId, title: rule.badgeTitle, pictureUrl: rule.pictureUrl }
  return {
    ...newRule(today, { id, title, pictureUrl }),
    title: rule.title,
    isActive: rule.isActive,
    kind: trigger.kind,
    ...('subject' in trigger ? { subject: trigger.subject } : {}),
    ...(trigger.kind === 'finished' ? { documents: rule.documents, passed: trigger.passed } : {}),
    ...(trigger.kind === 'count' ? { count: String(trigger.count), days: String(trigger.days ?? '') } : {}),
    ...(trigger.kind === 'streak' ? { weeks: String(trigger.weeks) } : {}),
    ...(trigger.kind === 'points' ? { points: String(trigger.points) } : {}),
    ...(trigger.kind === 'outside' ? { outsideTitle: trigger.title, outsideIssuer: trigger.issuer } : {}),
    audience: readRule(rule.audience ?? { rule: {}, groups: [], everyone: true }, rule.audiences),
    repeats: rule.repeats,
    since: rule.countsFrom === null ? 'ever' : 'day',
    day: rule.countsFrom ?? today,
    revokes: rule.revokes,
  }
}

/** What passes: a form, or a course with a score. */
export const canPass = (subject: Subject) => ['any', 'course', 'bundle', 'form'].includes(subject)

export type WrongField = 'badge' | 'title' | keyof typeof ruleRanges | 'audience' | 'day'

/** Fields that do not say enough yet. */
export function wrongFields(draft: RuleDraft): WrongField[] {
  const wrong: WrongField[] = []
  if (!draft.badge) wrong.push('badge')
  if (draft.title.trim() === '' || draft.title.trim().length > badgeLimits.title) wrong.push('title')
  const number = (field: keyof typeof ruleRanges) => readWhole(draft[field], ruleRanges[field][0], ruleRanges[field][1])
  if (draft.kind === 'count') {
    if (number('count') == null) wrong.push('count')
    if (number('days') === undefined) wrong.push('days')
  }
  if (draft.kind === 'streak' && number('weeks') == null) wrong.push('weeks')
  if (draft.kind === 'points' && number('points') == null) wrong.push('points')
  if (!matchesSomebody(draft.audience) || isUnfinished(draft.audience)) wrong.push('audience')
  if (draft.since === 'day' && !/^\d{4}-\d{2}-\d{2}$/.test(draft.day)) wrong.push('day')
  return wrong
}

/** The rule as the server takes it; call it when no field is wrong. */
export function inputOf(draft: RuleDraft): BadgeRuleInput {
  return {
    badgeId: draft.badge?.id ?? '',
    title: draft.title.trim(),
    isActive: draft.isActive,
    trigger: triggerOf(draft),
    audience: draft.audience.everyone ? null : writeRule(draft.audience),
    repeats: draft.repeats,
    countsFrom: draft.since === 'day' ? draft.day : null,
    revokes: draft.revokes,
  }
}

function triggerOf(draft: RuleDraft): BadgeTrigger {
  const { kind, subject, outsideTitle, outsideIssuer } = draft
  if (kind === 'count')
    return { kind, subject, count: Number(draft.count), days: draft.days.trim() === '' ? null : Number(draft.days) }
  if (kind === 'streak') return { kind, subject, weeks: Number(draft.weeks) }
  if (kind === 'points') return { kind, points: Number(draft.points) }
  if (kind === 'outside') return { kind, title: outsideTitle.trim(), issuer: outsideIssuer.trim() }
  return {
    kind,
    subject,
    documentIds: draft.documents.map(({ id }) => id),
    passed: draft.passed && canPass(subject),
  }
}

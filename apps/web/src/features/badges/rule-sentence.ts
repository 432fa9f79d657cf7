import type { BadgeRule, BadgeTrigger } from '@learnt/contract/badges'
import type { TFunction } from 'i18next'
import { formatDay, formatNumber } from '../../ui/times.ts'
import { type LabelOf, ruleWords } from '../permissions/rule-words.ts'

type RuleTranslate = TFunction<['badgeRules', 'documentKinds', 'permissions']>
type Sentence = Pick<
  BadgeRule,
  'badgeTitle' | 'trigger' | 'documents' | 'audience' | 'audiences' | 'repeats' | 'countsFrom' | 'revokes'
>

/** A rule in sentences: what earns the badge, who gets it, how often, since when, and whether people can lose it. */
export function ruleSentences(t: RuleTranslate, language: string, rule: Sentence, labelOf: LabelOf): string[] {
  return [
    triggerSentence(t, language, rule),
    ...(rule.audience
      ? [
          t('sentence.audience', {
            rule: ruleWords(t as unknown as TFunction<'permissions'>, language, rule.audience, labelOf, rule.audiences),
          }),
        ]
      : []),
    t(`sentence.repeats.${rule.repeats}`),
    rule.countsFrom === null
      ? t('sentence.ever')
      : t('sentence.since', { day: formatDay(new Date(`${rule.countsFrom}T12:00:00Z`), language, 'UTC') }),
    // a confirmed certificate stays confirmed, so its badge is never taken back
    ...(rule.trigger.kind === 'outside' ? [] : [t(rule.revokes ? 'sentence.revokes' : 'sentence.keeps')]),
  ]
}

function triggerSentence(t: RuleTranslate, language: string, { badgeTitle: badge, trigger, documents }: Sentence) {
  const number = (count: number) => formatNumber(count, language)
  switch (trigger.kind) {
    case 'points':
      return t('sentence.points', { badge, count: trigger.points, points: number(trigger.points) })
    case 'outside': {
      const { title, issuer } = trigger
      if (title && issuer) return t('sentence.outsideBoth', { badge, title, issuer })
      if (title) return t('sentence.outsideTitle', { badge, title })
      return issuer ? t('sentence.outsideIssuer', { badge, issuer }) : t('sentence.outside', { badge })
    }
    case 'streak':
      return t('sentence.streak', {
        badge,
        what: t(`subjects.${trigger.subject}`),
        count: trigger.weeks,
        weeks: number(trigger.weeks),
      })
    case 'count': {
      const formatted = { count: trigger.count, formatted: number(trigger.count) }
      const what =
        trigger.subject === 'any' ? t('things', formatted) : t(`documentKinds:${trigger.subject}.counted`, formatted)
      return trigger.days === null
        ? t('sentence.count', { badge, what })
        : t('sentence.countWithin', { badge, what, count: trigger.days, days: number(trigger.days) })
    }
    case 'finished': {
      const titles = documents.map(({ title }) => t('sentence.quoted', { title }))
      const what =
        titles.length > 0
          ? new Intl.ListFormat(language, { type: 'disjunction' }).format(titles)
          : t(`subjects.${trigger.subject}`)
      return t(`sentence.${verbOf(trigger)}`, { badge, what })
    }
  }
}

function verbOf(trigger: Extract<BadgeTrigger, { kind: 'finished' }>): 'passes' | 'reads' | 'attends' | 'finishes' {
  if (trigger.passed) return 'passes'
  if (trigger.subject === 'resource') return 'reads'
  return trigger.subject === 'event' ? 'attends' : 'finishes'
}

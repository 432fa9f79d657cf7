import { type MemberDateField, memberDateFields, type RuleField } from '@learnt/contract/members'
import {
  type AudienceRule,
  type Due,
  type NamedAudience,
  type RuleMap,
  textOfRuleValue,
} from '@learnt/contract/permissions'
import type { TFunction } from 'i18next'
import { formatDay } from '../../ui/times.ts'

/** What a value of an attribute is called, or the attribute itself. */
export type LabelOf = (field: RuleField, value?: string) => string

/** A rule as a sentence: "Position is Nurse or Doctor, and Location 1 is Oslo"; `audiences` are those that it names. */
export function ruleWords(
  t: TFunction<'permissions'>,
  language: string,
  rule: AudienceRule,
  labelOf: LabelOf,
  audiences: readonly NamedAudience[] = [],
): string {
  if (rule.everyone) return t('rule.everyone')
  const any = new Intl.ListFormat(language, { type: 'disjunction' })
  const groups = [
    ...(audiences.length > 0
      ? [
          t('rule.audiences', {
            count: audiences.length,
            titles: any.format(audiences.map(({ title }) => t('rule.quoted', { title }))),
          }),
        ]
      : []),
    ...[rule.rule, ...rule.groups].map((map) => groupWords(t, language, map, labelOf)).filter(Boolean),
  ]
  if (groups.length === 0) return t('rule.nobody')
  return groups.length === 1 ? (groups[0] ?? '') : groups.map((words) => `(${words})`).join(` ${t('rule.or')} `)
}

function groupWords(t: TFunction<'permissions'>, language: string, map: RuleMap, labelOf: LabelOf): string {
  const any = new Intl.ListFormat(language, { type: 'disjunction' })
  return Object.entries(map)
    .flatMap(([name, values]) => {
      const field = name as RuleField
      if (!values || values.length === 0) return []
      const named = values.map((value) => labelOf(field, textOfRuleValue(value)))
      return [t('rule.is', { field: labelOf(field), values: any.format(named) })]
    })
    .join(t('rule.and'))
}

/**
 * `short`: under a heading that says "Due" already. `document`: the title of the one that a date counts from. `labelOf`: what
 * the tenant calls its own fields.
 */
export function dueWords(
  t: TFunction<'permissions'>,
  language: string,
  due: Due,
  { short = false, document = '', labelOf }: { short?: boolean; document?: string | undefined; labelOf?: LabelOf } = {},
): string {
  if (due.kind === 'after') return t(short ? 'due.later' : 'due.afterDays', { count: due.days })
  if (due.kind === 'on') {
    const day = formatDay(new Date(`${due.day}T12:00:00Z`), language, 'UTC')
    return short ? day : t('due.onDay', { day })
  }
  if (due.kind === 'none') return t('due.none')
  const days = new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(
    Math.abs(due.days),
  )
  const anchor =
    due.kind === 'finish'
      ? t('due.anchor.finish', { title: document })
      : due.kind !== 'field'
        ? t(`due.anchor.${due.kind}`)
        : isOwnDate(due.field)
          ? t('due.anchor.own', { name: labelOf?.(due.field) ?? t(`fields.${due.field}`) })
          : t(`due.anchor.${due.field}`)
  return t(due.days < 0 ? 'due.countedBefore' : 'due.countedAfter', { days, anchor })
}

/** A field of the tenant's own that holds a day. */
export function isOwnDate(
  field: MemberDateField,
): field is Exclude<MemberDateField, (typeof memberDateFields)[number]> {
  return !memberDateFields.some((one) => one === field)
}

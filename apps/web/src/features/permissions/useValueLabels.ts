import { type RuleField, ruleFields } from '@learnt/contract/members'
import { useQueries } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { useCustomFields } from '../custom-fields/useCustomFields.ts'
import { isRole } from './attributes.ts'
import type { LabelOf } from './rule-words.ts'

/** Attributes whose values are ids: their names come from the server. */
const byId: readonly RuleField[] = ['managers', 'teamId']

/** What a value of an attribute is called; asks the server only for those that are ids and that `fields` names. */
export function useValueLabels(fields: readonly string[]): LabelOf {
  const { t } = useTranslation(['common', 'permissions'])
  const { nameOf, find } = useCustomFields()
  const people = fields.filter((field) => find(field)?.kind === 'person') as RuleField[]
  const asked = [...byId.filter((field) => fields.includes(field)), ...people]
  const answers = useQueries({
    queries: asked.map((field) => ({
      ...queryOf(api.members.attributeValues, { params: { field } }),
      staleTime: 60_000,
    })),
  })
  const names = JSON.stringify(
    asked.map((field, at) => [field, answers[at]?.data?.values.map(({ value, label }) => [value, label]) ?? []]),
  )
  return useCallback(
    (field, value) => {
      if (value === undefined) return nameOf(field) ?? t(`permissions:fields.${field}`)
      if (field === 'status') return t(`states.membership.${value as 'active'}`, { defaultValue: value })
      if (field === 'roles') return isRole(value) ? t(`roles.${value}`) : value
      const known = JSON.parse(names) as [string, [string, string][]][]
      return known.find(([name]) => name === field)?.[1].find(([id]) => id === value)?.[1] ?? value
    },
    [t, names, nameOf],
  )
}

export function fieldsOfRules(rules: readonly { rule: object; groups: readonly object[] }[]): string[] {
  const named = new Set(rules.flatMap((rule) => [rule.rule, ...rule.groups].flatMap((map) => Object.keys(map))))
  return ruleFields.filter((field) => named.has(field))
}

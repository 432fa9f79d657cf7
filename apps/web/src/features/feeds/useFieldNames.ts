import { nameOfField } from '@learnt/contract/custom-fields'
import { findLocale } from '@learnt/contract/locales'
import type { FeedField } from '@learnt/contract/team-values'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'

export const askFields = queryOf(api.customFields.list)

/** What people call the fields of a membership: the tenant's own names first. */
export function useFieldNames(): (field: string) => string {
  const { t, i18n } = useTranslation('feeds')
  const own = useQuery({ ...askFields, staleTime: 60_000 }).data?.items ?? []
  return (field) => {
    const named = own.find((one) => one.field === field)
    if (named) return nameOfField(named, findLocale(i18n.language) ?? 'en')
    const [, group, number] = /^(loc|div|custom)([1-6])$/.exec(field) ?? []
    if (group) return t(`fields.${group as 'loc'}`, { number })
    return t(`fields.${field as Exclude<FeedField, `${'loc' | 'div' | 'custom'}${number}`>}`, { defaultValue: field })
  }
}

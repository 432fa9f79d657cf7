import type { FeedField } from '@learnt/contract/team-values'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useCustomFields } from '../custom-fields/useCustomFields.ts'

/** What people call the fields of a membership: the tenant's own names first. */
export function useFieldNames(): (field: string) => string {
  const { t } = useTranslation('feeds')
  const { nameOf } = useCustomFields()
  return useCallback(
    (field) => {
      const own = nameOf(field)
      if (own) return own
      const [, group, number] = /^(loc|div|custom)([1-6])$/.exec(field) ?? []
      if (group) return t(`fields.${group as 'loc'}`, { number })
      return t(`fields.${field as Exclude<FeedField, `${'loc' | 'div' | 'custom'}${number}`>}`, { defaultValue: field })
    },
    [t, nameOf],
  )
}

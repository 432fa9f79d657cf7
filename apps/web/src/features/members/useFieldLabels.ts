import type { MemberWordFilter } from '@learnt/contract/members'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useCustomFields } from '../custom-fields/useCustomFields.ts'

/** What a field of a membership is called: by the tenant, else by its place. */
export function useFieldLabels() {
  const { t } = useTranslation('members')
  const { fields, nameOf, find } = useCustomFields()
  const labelOf = useCallback(
    (field: MemberWordFilter): string => {
      const own = nameOf(field)
      if (own) return own
      const number = Number(field.at(-1))
      if (field.startsWith('loc')) return t('form.loc', { number })
      if (field.startsWith('div')) return t('form.div', { number })
      if (field.startsWith('custom')) return t('form.customField', { number })
      return t(`columns.${field as 'position'}`)
    },
    [t, nameOf],
  )
  return { fields, find, labelOf }
}

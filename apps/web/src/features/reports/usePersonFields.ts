import { type CustomFieldName, nameOfField } from '@learnt/contract/custom-fields'
import { findLocale } from '@learnt/contract/locales'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column, ListFilter } from '../../ui/table/Column.ts'
import { useCustomFields } from '../custom-fields/useCustomFields.ts'
import { valueWords } from '../custom-fields/value-words.ts'
import { askFieldValues } from './asks.ts'
import { type Scope, visibleFields } from './report-scope.ts'

interface Person {
  readonly fields: Readonly<Partial<Record<CustomFieldName, readonly string[]>>>
}

/** The tenant's own fields of people as columns and filters of a report, under the tenant's names. */
export function usePersonFields(as: Scope): { columns: Column<Person>[]; filters: ListFilter[] } {
  const { t, i18n } = useTranslation('customFields')
  const { fields } = useCustomFields()
  const visible = useMemo(() => visibleFields(as, fields), [as, fields])
  const values = useQuery({ ...askFieldValues(as), enabled: visible.length > 0 }).data?.items
  return useMemo(() => {
    const locale = findLocale(i18n.language) ?? 'en'
    const words = (kind: (typeof fields)[number], of: readonly string[], labels?: Record<string, string>) =>
      valueWords(t, i18n.language, kind, of, labels)
    return {
      columns: visible.map((field) => ({
        id: field.field,
        header: nameOfField(field, locale),
        hidden: !field.inList,
        cell: (row: Person) => words(field, row.fields[field.field] ?? []),
      })),
      filters: visible.flatMap((field) => {
        const found = values?.find((one) => one.field === field.field)?.values ?? []
        if (found.length === 0) return []
        const options = found.map(({ value, label }) => ({ value, label: words(field, [value], { [value]: label }) }))
        return [{ key: field.field, label: nameOfField(field, locale), options }]
      }),
    }
  }, [t, i18n.language, visible, values])
}

import type { CustomField } from '@learnt/contract/custom-fields'
import type { TFunction } from 'i18next'
import { formatDay } from '../../ui/times.ts'

/** The values of a field as people read them; `labels` are the names of people. */
export function valueWords(
  t: TFunction<'customFields'>,
  language: string,
  { kind }: Pick<CustomField, 'kind'>,
  values: readonly string[],
  labels: Readonly<Record<string, string>> = {},
): string {
  const words = values.map((value) => {
    if (kind === 'yesno') return value === 'yes' || value === 'no' ? t(`values.${value}`) : value
    if (kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value))
      return formatDay(new Date(`${value}T12:00:00Z`), language, 'UTC')
    if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(value))
      return new Intl.NumberFormat(language, { maximumFractionDigits: 10 }).format(Number(value))
    return labels[value] ?? value
  })
  return words.join(', ') || '–'
}

import { ImportDates } from '@learnt/contract/imports'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { OptionField } from './OptionField.tsx'

type Dates = z.infer<typeof ImportDates>

/** The order of day and month in a file. */
export function DatesField({ value, onChange }: { value: Dates; onChange: (value: Dates) => void }) {
  const { t } = useTranslation('imports')
  return (
    <OptionField
      label={t('options.dates')}
      help={t('options.datesHelp')}
      value={value}
      options={ImportDates.options}
      nameOf={(one) => t(`options.datesChoices.${one}`)}
      onChange={onChange}
    />
  )
}

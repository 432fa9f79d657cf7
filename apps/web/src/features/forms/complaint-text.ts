import type { AnswerComplaint } from '@learnt/contract/forms/read-answer'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatDay, formatNumber } from '../../ui/times.ts'

/** What is wrong with an answer, as a sentence in the reader's language. */
export function useComplaintText(): (complaint: AnswerComplaint, label: string) => string {
  const { t, i18n } = useTranslation('formFields')
  return useCallback(
    ({ code, value }, label) => {
      const count = typeof value === 'number' ? value : 0
      switch (code) {
        case 'onlyCharacters':
        case 'onlyNumbers':
          return t(`complaints.${code}`, { label })
        case 'tooShort':
        case 'tooLong':
        case 'tooFewWords':
        case 'tooManyWords':
        case 'tooFewChoices':
        case 'tooManyChoices':
          return t(`complaints.${code}`, { count })
        case 'decimals':
          return count === 0 ? t('complaints.wholeNumber') : t('complaints.decimals', { count })
        case 'tooSmall':
        case 'tooLarge':
          return t(`complaints.${code}`, { value: formatNumber(count, i18n.language) })
        case 'tooEarly':
        case 'tooLate':
          return t(`complaints.${code}`, {
            value: formatDay(new Date(`${String(value)}T12:00:00Z`), i18n.language, 'UTC'),
          })
        case 'fileTooLarge':
          return t('complaints.fileTooLarge', { value: formatBytes(count, i18n.language) })
        case 'mask':
          return t('complaints.mask', { value: String(value) })
        default:
          return t(`complaints.${code}`)
      }
    },
    [t, i18n.language],
  )
}

import { formProblemCodes } from '@learnt/contract/forms/check-form'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../../ui/problem-text.ts'

const own = new Set<string>(formProblemCodes)

/** Words for a complaint at a field: of the form's own checks, or of any field. */
export function useProblemText(): (code: string | undefined) => string {
  const { t } = useTranslation('formEditor')
  const { t: problems } = useTranslation('problems')
  return useCallback(
    (code) => (code && own.has(code) ? t(`problems.${code as 'noPages'}`) : fieldText(problems, code)),
    [t, problems],
  )
}

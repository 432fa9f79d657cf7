import Alert from '@mui/material/Alert'
import { useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

/** Says after a refused submit how many fields need attention. */
export function FormSummary() {
  const { t } = useTranslation()
  const { errors, submitCount } = useFormState()
  const count = countErrors(errors)
  if (submitCount === 0 || count === 0) return null
  return (
    <Alert severity="error" role="alert" sx={{ mb: 2.5 }}>
      {t('form.errors', { count })}
    </Alert>
  )
}

/** Fields with a complaint, also inside of groups; a list counts once. */
function countErrors(errors: object): number {
  return Object.values(errors).reduce<number>((sum, error: unknown) => {
    if (typeof error !== 'object' || error === null) return sum
    return sum + ('message' in error || Array.isArray(error) ? 1 : countErrors(error))
  }, 0)
}

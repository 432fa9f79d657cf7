import Alert from '@mui/material/Alert'
import Box, { type BoxProps } from '@mui/material/Box'
import type { ReactNode } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

export interface AppFormProps<Values extends FieldValues, Result> {
  form: UseFormReturn<Values, unknown, Result>
  onSubmit: (values: Result) => void | Promise<void>
  children: ReactNode
  id?: string
  /** Says how many fields need attention above the form after a refused submit. */
  summary?: boolean
  sx?: BoxProps['sx']
}

/** The form element with its fields' context. The browser's own bubbles are off: errors stand at the fields. */
export function AppForm<Values extends FieldValues, Result>({
  form,
  onSubmit,
  children,
  id,
  summary = true,
  sx,
}: AppFormProps<Values, Result>) {
  const { t } = useTranslation()
  const { errors, submitCount } = form.formState
  const count = countErrors(errors)
  return (
    <FormProvider {...(form as unknown as UseFormReturn<FieldValues>)}>
      <Box component="form" noValidate id={id} onSubmit={form.handleSubmit(onSubmit)} sx={sx}>
        {summary && submitCount > 0 && count > 0 && (
          <Alert severity="error" role="alert" sx={{ mb: 2.5 }}>
            {t('form.errors', { count })}
          </Alert>
        )}
        {children}
      </Box>
    </FormProvider>
  )
}

/** Fields with a complaint, also inside of groups; a list counts once. */
function countErrors(errors: object): number {
  return Object.values(errors).reduce<number>((sum, error: unknown) => {
    if (typeof error !== 'object' || error === null) return sum
    return sum + ('message' in error || Array.isArray(error) ? 1 : countErrors(error))
  }, 0)
}

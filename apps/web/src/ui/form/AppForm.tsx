import Box, { type BoxProps } from '@mui/material/Box'
import type { ReactNode } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { FormSummary } from './FormSummary.tsx'

export interface AppFormProps<Values extends FieldValues, Result> {
  form: UseFormReturn<Values, unknown, Result>
  onSubmit: (values: Result) => void | Promise<void>
  children: ReactNode
  id?: string
  /** False where the page puts FormSummary in a place of its own. */
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
  return (
    <FormProvider {...(form as unknown as UseFormReturn<FieldValues>)}>
      <Box component="form" noValidate id={id} onSubmit={form.handleSubmit(onSubmit)} sx={sx}>
        {summary && <FormSummary />}
        {children}
      </Box>
    </FormProvider>
  )
}

import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../routes/FormDialog.tsx'
import { FormText } from '../../ui/form/FormText.tsx'

/** Where something with a name and an id is made: empty again once it is closed. */
export function NewDialog<Values extends FieldValues, Result>(props: {
  form: UseFormReturn<Values, unknown, Result>
  open: boolean
  onClose: () => void
  isPending: boolean
  onSubmit: (values: Result) => void
  /** Called when a field is left: the id follows the name until somebody writes one. */
  suggestId: () => void
  title: string
  text?: ReactNode
  button: string
  children: ReactNode
}) {
  const { form, open, onClose, isPending, onSubmit, suggestId, title, text, button, children } = props
  return (
    <FormDialog
      form={form}
      title={title}
      text={text}
      summary
      submitLabel={button}
      isPending={isPending}
      onSubmit={onSubmit}
      open={open}
      onClose={onClose}
      onClosed={() => form.reset()}
    >
      <Box sx={{ display: 'grid', gap: 2.5 }} onBlur={suggestId}>
        {children}
      </Box>
    </FormDialog>
  )
}

export function IdField({ help }: { help: string }) {
  const { t } = useTranslation('administration')
  return (
    <FormText
      name="id"
      label={t('tenants.id')}
      help={help}
      required
      autoComplete="off"
      slotProps={{ htmlInput: { dir: 'ltr', autoCapitalize: 'none', spellCheck: false } }}
    />
  )
}

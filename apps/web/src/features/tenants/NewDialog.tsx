import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { AppForm } from '../../ui/form/AppForm.tsx'
import { dialogForm } from '../../ui/form/dialog-form.ts'
import { FormSummary } from '../../ui/form/FormSummary.tsx'
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
  const { t } = useTranslation('common')
  const id = useId()
  const close = useCloseGuard(form.formState.isDirty, onClose)
  return (
    <Dialog
      open={open}
      onClose={isPending ? undefined : () => void close()}
      maxWidth="sm"
      fullWidth
      aria-labelledby={id}
      slotProps={{ transition: { onExited: () => form.reset() } }}
    >
      <AppForm form={form} summary={false} onSubmit={onSubmit} sx={dialogForm}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          <FormSummary />
          {text}
          <Box sx={{ display: 'grid', gap: 2.5, pt: 1 }} onBlur={suggestId}>
            {children}
          </Box>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => void close()} disabled={isPending}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isPending}>
            {button}
          </Button>
        </DialogActions>
      </AppForm>
    </Dialog>
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

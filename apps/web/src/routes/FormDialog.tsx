import Box from '@mui/material/Box'
import type { ButtonProps } from '@mui/material/Button'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { AppForm } from '../ui/form/AppForm.tsx'
import { dialogForm } from '../ui/form/dialog-form.ts'
import { FormSummary } from '../ui/form/FormSummary.tsx'
import { useCloseGuard } from './leave-guard.ts'

export interface FormDialogProps<Values extends FieldValues, Result> {
  /** From `useAppForm`. `useServerErrors(form)` as `onError` of the operation puts complaints at the fields. */
  form: UseFormReturn<Values, unknown, Result>
  title: string
  /** Explains what the form does. */
  text?: ReactNode
  /** Says what is wrong above the fields too, for forms that are longer than a screen. */
  summary?: boolean
  submitLabel: string
  submitColor?: ButtonProps['color']
  /** While the operation runs, the dialog cannot be closed or sent again. */
  isPending: boolean
  onSubmit: (values: Result) => void | Promise<void>
  onClose: () => void
  /** Mounted is open. Give `open` and `onClosed` where the dialog stays mounted, to close with its transition. */
  open?: boolean
  onClosed?: () => void
  maxWidth?: 'xs' | 'sm' | 'md'
  /** The fields. */
  children: ReactNode
}

/** A form in a dialog. A refused form keeps what was typed, and closing asks before anything typed is lost. */
export function FormDialog<Values extends FieldValues, Result>(props: FormDialogProps<Values, Result>) {
  const { form, title, text, summary = false, submitLabel, submitColor = 'primary', isPending, onSubmit } = props
  const { open = true, onClose, onClosed, maxWidth = 'sm', children } = props
  const { t } = useTranslation()
  const id = useId()
  const close = useCloseGuard(form.formState.isDirty, onClose)
  return (
    <Dialog
      open={open}
      onClose={isPending ? undefined : () => void close()}
      maxWidth={maxWidth}
      fullWidth
      aria-labelledby={id}
      {...(onClosed ? { slotProps: { transition: { onExited: onClosed } } } : {})}
    >
      <AppForm form={form} summary={false} sx={dialogForm} onSubmit={onSubmit}>
        <DialogTitle id={id}>{title}</DialogTitle>
        {/* the label of the first field stands above its frame */}
        <DialogContent sx={{ '&&': { pt: 1 } }}>
          {summary && <FormSummary />}
          <Box sx={{ display: 'grid', gap: 2.5 }}>
            {text && (
              <Typography component="div" color="textSecondary">
                {text}
              </Typography>
            )}
            {children}
          </Box>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => void close()} disabled={isPending}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" color={submitColor} loading={isPending}>
            {submitLabel}
          </Button>
        </DialogActions>
      </AppForm>
    </Dialog>
  )
}

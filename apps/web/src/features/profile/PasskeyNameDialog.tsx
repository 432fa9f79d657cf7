import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { FormDialog } from '../../routes/FormDialog.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'

const Form = z.object({ name: z.string().trim().min(1, { error: 'required' }).max(60) })

/** What a passkey is called, before it is made or later. */
export function PasskeyNameDialog({
  title,
  name,
  confirmLabel,
  onConfirm,
  onClose,
}: {
  title: string
  name: string
  confirmLabel: string
  onConfirm: (name: string, onError: (error: unknown) => void) => Promise<void>
  onClose: () => void
}) {
  const { t } = useTranslation(['factors', 'common'])
  const form = useAppForm(Form, { defaultValues: { name } })
  const complain = useServerErrors(form)
  const [busy, setBusy] = useState(false)
  return (
    <FormDialog
      form={form}
      title={title}
      submitLabel={confirmLabel}
      isPending={busy}
      onSubmit={async (values) => {
        setBusy(true)
        await onConfirm(values.name, complain)
        setBusy(false)
      }}
      onClose={onClose}
      maxWidth="xs"
    >
      <FormText name="name" label={t('factors:profile.name')} autoComplete="off" autoFocus required />
    </FormDialog>
  )
}

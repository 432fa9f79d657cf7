import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/operations.ts'
import { useSend } from '../../../api/queries.ts'
import { problemText } from '../../../ui/problem-text.ts'
import { showToast } from '../../../ui/toasts.ts'
import type { GivenDocument } from '../../documents/kind.ts'
import { RequiredField } from '../../permissions/RequiredField.tsx'
import { OptionalNumber } from './OptionalNumber.tsx'

/** A manager gives their form to some of their people. Mount it to open it. */
export function GiveFormDialog({
  form,
  userIds,
  onGiven,
  onClose,
}: {
  form: GivenDocument
  userIds: readonly string[]
  onGiven: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('formAccess')
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const [isOptional, setOptional] = useState(false)
  const [dueDays, setDueDays] = useState<number | null>(null)
  const give = useSend(api.forms.manager.give, {
    outdates: ['forms'],
    onSuccess: () => {
      showToast({ variant: 'success', text: t('given', { count: userIds.length }) })
      onGiven()
      onClose()
    },
  })
  return (
    <Dialog open onClose={give.isPending ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('giveTitle', { title: form.title })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
        <Typography>{t('giveText', { count: userIds.length })}</Typography>
        <RequiredField isOptional={isOptional} onChange={setOptional} />
        {!isOptional && (
          <OptionalNumber
            label={t('dueDays')}
            help={t('dueHelp')}
            value={dueDays}
            onChange={setDueDays}
            min={1}
            max={3650}
          />
        )}
        {give.error && <Alert severity="error">{problemText(problems, give.error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={give.isPending}>
          {t('cancel')}
        </Button>
        <Button
          variant="contained"
          loading={give.isPending}
          onClick={() =>
            give.mutate({ params: { documentId: form.id }, body: { userIds: [...userIds], isOptional, dueDays } })
          }
        >
          {t('save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

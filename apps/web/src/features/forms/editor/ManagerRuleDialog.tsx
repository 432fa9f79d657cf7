import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/operations.ts'
import { useSend } from '../../../api/queries.ts'
import { problemText } from '../../../ui/problem-text.ts'
import { showToast } from '../../../ui/toasts.ts'
import { RequiredField } from '../../permissions/RequiredField.tsx'
import { OptionalNumber } from './OptionalNumber.tsx'

/** A rule over a manager's own people: all of them, or those with some positions. Mount it to open it. */
export function ManagerRuleDialog({
  formId,
  positions,
  onClose,
}: {
  formId: string
  /** Those that the manager's people have. */
  positions: readonly string[]
  onClose: () => void
}) {
  const { t } = useTranslation('formAccess')
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const [chosen, setChosen] = useState<string[]>([])
  const [ownTitle, setOwnTitle] = useState<string | null>(null)
  const [isOptional, setOptional] = useState(false)
  const [dueDays, setDueDays] = useState<number | null>(null)
  const suggested = (chosen.length === 0 ? t('allMine') : chosen.join(', ')).slice(0, 200)
  const title = (ownTitle ?? suggested).trim()
  const create = useSend(api.forms.manager.createRule, {
    outdates: ['forms'],
    onSuccess: (made) => {
      showToast({ variant: 'success', text: t('made', { title: made.title }) })
      onClose()
    },
  })
  return (
    <Dialog open onClose={create.isPending ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate({
            params: { documentId: formId },
            body: { title: title || suggested, positions: chosen, isOptional, dueDays },
          })
        }}
      >
        <DialogTitle id={id}>{t('newRule')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5, pt: '8px !important' }}>
          <Autocomplete
            multiple
            size="small"
            options={[...positions]}
            value={chosen}
            onChange={(_, next) => setChosen(next)}
            renderInput={(params) => <TextField {...params} label={t('positions')} helperText={t('positionsHelp')} />}
          />
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
          <TextField
            size="small"
            label={t('ruleTitle')}
            value={ownTitle ?? suggested}
            onChange={(event) => setOwnTitle(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
          {create.error && <Alert severity="error">{problemText(problems, create.error)}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={create.isPending}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={create.isPending}>
            {t('create')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

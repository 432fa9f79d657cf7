import { formLimits } from '@learnt/contract/forms/field-kinds'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import type { ReplyOf } from '../../api/reply.ts'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'

export type Finish = 'done' | 'competent' | 'notCompetent'
type Row = ReplyOf<typeof api.forms.markMany>['rows'][number]

const atOnce = 100

/** Decides many submissions. What could not be decided is named, each with its reason. */
export function FinishManyDialog(props: {
  finish: Finish
  count: number
  idsOf: () => Promise<string[]>
  onDone: () => void
  onClose: () => void
}) {
  const { finish, count, idsOf, onDone, onClose } = props
  const { t } = useTranslation(['formMarking', 'common'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const id = useId()
  const [comment, setComment] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [left, setLeft] = useState<Row[] | null>(null)
  const run = async () => {
    setBusy(true)
    setError('')
    try {
      const ids = await idsOf()
      const undone: Row[] = []
      for (let at = 0; at < ids.length; at += atOnce) {
        const { rows } = await call(api.forms.markMany, { body: { ids: ids.slice(at, at + atOnce), finish, comment } })
        undone.push(...rows.filter((row) => row.result !== 'done'))
      }
      const done = ids.length - undone.length
      if (done > 0) showToast({ variant: 'success', text: t('manyDone', { count: done }) })
      onDone()
      if (undone.length > 0) setLeft(undone)
      else onClose()
    } catch (problem) {
      setError(problemText(problems, problem))
    } finally {
      setBusy(false)
      void client.invalidateQueries({ queryKey: ['forms'] })
    }
  }
  if (left) {
    return (
      <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
        <DialogTitle id={id}>{t('leftTitle', { count: left.length })}</DialogTitle>
        <DialogContent tabIndex={0}>
          <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5 }}>
            {left.map((row) => (
              <Typography component="li" variant="body2" key={row.id}>
                {row.name ? `${row.name}: ` : ''}
                {t(`left.${row.result as 'waiting'}`)}
              </Typography>
            ))}
          </Box>
        </DialogContent>
        <DialogActions>
          <Button variant="contained" onClick={onClose}>
            {t('common:actions.close')}
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog open onClose={isBusy ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void run()
        }}
      >
        <DialogTitle id={id}>{t(`manyTitle.${finish}`, { count })}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
          <Typography color="textSecondary">{t('manyText')}</Typography>
          <TextField
            autoFocus
            multiline
            minRows={2}
            label={t('overallComment')}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
            slotProps={{ htmlInput: { maxLength: formLimits.comment, dir: 'auto' } }}
          />
          {error && <Alert severity="error">{error}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={isBusy}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            {t(`finish.${finish}`)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

import { formLimits } from '@learnt/contract/forms/field-kinds'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { fieldText } from '../../ui/problem-text.ts'

export interface Reopened {
  fields: string[] | null
  comment: string
  comments: Record<string, string>
}

/** Asks the person to do some questions again, with a word about each. */
export function ReopenDialog(props: {
  questions: readonly { key: string; label: string; isWrong: boolean }[]
  isBusy: boolean
  error: string
  onReopen: (reopened: Reopened) => void
  onClose: () => void
}) {
  const { questions, isBusy, error, onReopen, onClose } = props
  const { t } = useTranslation(['formMarking', 'common'])
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(questions.filter(({ isWrong }) => isWrong).map(({ key }) => key)),
  )
  const [comments, setComments] = useState<Readonly<Record<string, string>>>({})
  const [comment, setComment] = useState('')
  const [isTried, setTried] = useState(false)
  const isAll = chosen.size === questions.length
  const isMissing = comment.trim() === ''
  const close = useCloseGuard((comment.trim() !== '' || Object.keys(comments).length > 0) && !isBusy, onClose)
  const toggle = (key: string) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    setChosen(next)
  }
  return (
    <Dialog open onClose={isBusy ? undefined : () => void close()} maxWidth="sm" fullWidth aria-labelledby={id}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (isMissing || chosen.size === 0 || isBusy) return
          onReopen({
            fields: isAll ? null : [...chosen],
            comment: comment.trim(),
            comments: Object.fromEntries(
              Object.entries(comments).filter(([key, text]) => chosen.has(key) && text.trim() !== ''),
            ),
          })
        }}
      >
        <DialogTitle id={id}>{t('reopenTitle')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
          <Typography color="textSecondary">{t('reopenText')}</Typography>
          <TextField
            autoFocus
            required
            multiline
            minRows={2}
            label={t('overallComment')}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
            error={isTried && isMissing}
            helperText={isTried && isMissing ? fieldText(problems, 'required') : ''}
            slotProps={{ htmlInput: { maxLength: formLimits.comment, dir: 'auto' } }}
          />
          <Box role="group" aria-labelledby={`${id}-which`}>
            <Typography id={`${id}-which`} sx={{ fontWeight: 700, mb: 0.5 }}>
              {t('reopenWhich')}
            </Typography>
            <FormControlLabel
              control={
                <Checkbox
                  checked={isAll}
                  indeterminate={chosen.size > 0 && !isAll}
                  onChange={() => setChosen(isAll ? new Set() : new Set(questions.map(({ key }) => key)))}
                />
              }
              label={t('reopenAll')}
            />
            {questions.map(({ key, label }) => (
              <Box key={key} sx={{ paddingInlineStart: 2 }}>
                <FormControlLabel
                  control={<Checkbox checked={chosen.has(key)} onChange={() => toggle(key)} />}
                  label={<span dir="auto">{label}</span>}
                />
                {chosen.has(key) && (
                  <TextField
                    fullWidth
                    size="small"
                    multiline
                    label={t('commentFor', { question: label })}
                    value={comments[key] ?? ''}
                    onChange={(event) => setComments({ ...comments, [key]: event.target.value })}
                    sx={{ mb: 1 }}
                    slotProps={{ htmlInput: { maxLength: formLimits.comment, dir: 'auto' } }}
                  />
                )}
              </Box>
            ))}
            {isTried && chosen.size === 0 && (
              <Typography variant="body2" color="error" role="alert">
                {t('reopenNone')}
              </Typography>
            )}
          </Box>
          {error && <Alert severity="error">{error}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => void close()} disabled={isBusy}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            {t('reopen')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

import type { StoredFile } from '@learnt/contract/files'
import type { Field } from '@learnt/contract/forms/content'
import { type RegradePreview, treatments } from '@learnt/contract/forms/questions'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { api } from '../../../api/operations.ts'
import { isProblem } from '../../../api/problem.ts'
import { problemText } from '../../../ui/problem-text.ts'
import { formatNumber, formatPercent } from '../../../ui/times.ts'
import { showToast } from '../../../ui/toasts.ts'
import { fieldField } from '../editor/content.ts'
import { KeyFields } from '../editor/QuizPart.tsx'
import { SwitchField } from '../editor/SwitchField.tsx'
import { QuestionEditing } from './QuestionEditing.tsx'

/** Of which question: a version of the bank's, or one of a form. */
type CorrectedOf = { questionId: string; version: number } | { documentId: string }

/** Puts a wrong key right. What it changes is shown before anything is saved. */
export function CorrectKeyDialog(props: {
  field: Field
  files?: readonly StoredFile[]
  of: CorrectedOf
  onClose: () => void
}) {
  const { field: before, files = [], of, onClose } = props
  const { t, i18n } = useTranslation(['questionBank', 'common'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const id = useId()
  const [field, setField] = useState(before)
  const [treatment, setTreatment] = useState<(typeof treatments)[number]>('newKey')
  const [neverLower, setNeverLower] = useState(false)
  const [reason, setReason] = useState('')
  const body = { treatment, neverLower: treatment === 'newKey' && neverLower, field, reason }
  // What was shown is what is saved: another choice is asked about again.
  const { reason: _, ...decides } = body
  const mark = JSON.stringify(decides)
  const [shown, setShown] = useState<{ mark: string; preview: RegradePreview } | null>(null)
  const preview = shown?.mark === mark ? shown.preview : null
  const look = useMutation({
    mutationFn: () =>
      'questionId' in of
        ? call(api.questions.previewCorrection, { params: of as never, body })
        : call(api.questions.previewFormCorrection, { params: { ...of, field: before.key }, body }),
    onSuccess: (found) => setShown({ mark, preview: found }),
  })
  const save = useMutation({
    mutationFn: () =>
      'questionId' in of
        ? call(api.questions.correct, { params: of as never, body })
        : call(api.questions.correctForm, { params: { ...of, field: before.key }, body }),
    onSuccess: async () => {
      showToast({ variant: 'success', text: t('correct.started') })
      onClose()
      await Promise.all(['questions', 'forms', 'jobs'].map((part) => client.invalidateQueries({ queryKey: [part] })))
    },
  })
  const error = save.error ?? look.error
  const complaints = isProblem(error) ? error.errors : []
  const errors = Object.fromEntries(
    complaints.flatMap(({ path, code }) =>
      path.startsWith('body.field.') ? [[fieldField(field.key, path.slice(11)), code ?? 'invalid']] : [],
    ),
  )
  const wrongReason = complaints.find((one) => one.path === 'body.reason')?.message
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>{t('correct.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Typography dir="auto" sx={{ overflowWrap: 'anywhere' }}>
          {before.label.text}
        </Typography>
        {error && <Alert severity="error">{complaints[0]?.message ?? problemText(problems, error)}</Alert>}
        <FormControl>
          <FormLabel id={`${id}-how`}>{t('correct.how')}</FormLabel>
          <RadioGroup
            aria-labelledby={`${id}-how`}
            value={treatment}
            onChange={(_, value) => setTreatment(value as typeof treatment)}
          >
            {treatments.map((one) => (
              <FormControlLabel
                key={one}
                value={one}
                control={<Radio size="small" />}
                label={t(`correct.treatments.${one}`)}
              />
            ))}
          </RadioGroup>
        </FormControl>
        {treatment === 'newKey' && 'quiz' in field && (
          <QuestionEditing field={field} files={files} errors={errors} onChange={setField}>
            <Box>
              <KeyFields
                field={field}
                setKey={(key) => setField({ ...field, quiz: field.quiz && { ...field.quiz, key } } as Field)}
              />
            </Box>
          </QuestionEditing>
        )}
        {treatment === 'newKey' && (
          <SwitchField label={t('correct.neverLower')} value={neverLower} disabled={false} onChange={setNeverLower} />
        )}
        <TextField
          size="small"
          multiline
          label={t('correct.reason')}
          value={reason}
          error={wrongReason !== undefined}
          helperText={wrongReason}
          onChange={(event) => setReason(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 1000, dir: 'auto' } }}
        />
        {preview ? (
          <Changes preview={preview} />
        ) : (
          <Typography variant="body2" color="textSecondary">
            {t('correct.lookFirst')}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        {preview ? (
          <Button variant="contained" loading={save.isPending} onClick={() => save.mutate()}>
            {t('correct.save', {
              count: preview.submissions,
              formatted: formatNumber(preview.submissions, i18n.language),
            })}
          </Button>
        ) : (
          <Button variant="contained" loading={look.isPending} onClick={() => look.mutate()}>
            {t('correct.look')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** Who rises, who falls, and whose pass changes. */
function Changes({ preview }: { preview: RegradePreview }) {
  const { t, i18n } = useTranslation('questionBank')
  const number = (value: number) => formatNumber(value, i18n.language)
  const percent = (value: number | null) => (value === null ? '–' : formatPercent(value, i18n.language))
  const facts = (['rises', 'falls', 'newlyPassed', 'newlyFailed', 'byHand'] as const).map(
    (name) => `${t(`correct.${name}`)}: ${number(preview[name])}`,
  )
  return (
    <Box component="section" aria-label={t('correct.changes')} role="status">
      <Alert severity={preview.newlyFailed > 0 || preview.falls > 0 ? 'warning' : 'info'}>{facts.join(' · ')}</Alert>
      {preview.people.length > 0 && (
        <Table size="small" aria-label={t('correct.people')}>
          <TableHead>
            <TableRow>
              <TableCell>{t('correct.person')}</TableCell>
              <TableCell align="right">{t('correct.before')}</TableCell>
              <TableCell align="right">{t('correct.after')}</TableCell>
              <TableCell>{t('correct.pass')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {preview.people.map((one) => (
              <TableRow key={one.submissionId}>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{one.name}</TableCell>
                <TableCell align="right">{percent(one.percentBefore)}</TableCell>
                <TableCell align="right">{percent(one.percentAfter)}</TableCell>
                <TableCell>
                  {one.outcomeAfter === one.outcomeBefore
                    ? '–'
                    : t(one.outcomeAfter === 'passed' ? 'correct.nowPassed' : 'correct.notPassed')}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Box>
  )
}

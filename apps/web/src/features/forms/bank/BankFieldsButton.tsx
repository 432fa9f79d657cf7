import type { Field, QuizField } from '@learnt/contract/forms/content'
import BankIcon from '@mui/icons-material/Inventory2Outlined'
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
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { problemText } from '../../../ui/problem-text.ts'
import { plainList } from '../../../ui/table/list-state.ts'
import { useDocumentEditing } from '../../documents/editing.ts'
import { copyField } from '../editor/content.ts'
import { useFormEditing } from '../editor/editing.ts'
import { askQuestion, askQuestions, bankStandard } from './asks.ts'

/** Takes questions of the bank over: copies, which remember where they come from. The bank is the administrators'. */
export function BankFieldsButton() {
  const { t } = useTranslation('questionBank')
  const { toBank } = useFormEditing()
  const [open, setOpen] = useState(false)
  if (!toBank) return null
  return (
    <>
      <Button variant="outlined" color="inherit" startIcon={<BankIcon />} onClick={() => setOpen(true)}>
        {t('take.open')}
      </Button>
      {open && <BankFieldsDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function BankFieldsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['questionBank', 'formEditor', 'common'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const { actions, selected } = useFormEditing()
  const { rememberFile } = useDocumentEditing()
  const id = useId()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const list = { ...plainList, ...bankStandard, search: search.trim(), limit: 50 }
  const found = useQuery({ ...askQuestions(list), placeholderData: keepPreviousData })
  const toggle = (questionId: string) =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(questionId)) next.add(questionId)
      return next
    })
  const take = useMutation({
    mutationFn: () => Promise.all([...chosen].map((questionId) => client.fetchQuery(askQuestion(questionId)))),
    onSuccess: (questions) => {
      for (const file of questions.flatMap((one) => one.files)) rememberFile(file)
      actions.insert(
        questions.map(({ id: questionId, version, field }): Field => {
          const copy = copyField(field) as QuizField
          return { ...copy, quiz: copy.quiz && { ...copy.quiz, bank: { questionId, version } } } as Field
        }),
        selected,
      )
      onClose()
    },
  })
  const error = found.error ?? take.error
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('take.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important', gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <TextField
          size="small"
          type="search"
          label={t('search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        {error && <Alert severity="error">{problemText(problems, error)}</Alert>}
        <Box aria-busy={found.isFetching}>
          {(found.data?.items ?? []).map((one) => (
            <Box key={one.id}>
              <FormControlLabel
                control={<Checkbox checked={chosen.has(one.id)} onChange={() => toggle(one.id)} />}
                label={`${one.title} · ${t(`formEditor:kinds.${one.kind as 'essay'}`)}${one.category ? ` · ${one.category}` : ''}`}
              />
            </Box>
          ))}
          {found.data?.total === 0 && <Typography color="textSecondary">{t('take.none')}</Typography>}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button variant="contained" disabled={chosen.size === 0} loading={take.isPending} onClick={() => take.mutate()}>
          {t('take.take', { count: chosen.size })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

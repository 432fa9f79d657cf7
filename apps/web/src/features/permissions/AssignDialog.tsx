import type { Due, FixedDue } from '@learnt/contract/permissions'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { followJob, sayLater } from '../../api/follow-job.ts'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { problemText } from '../../ui/problem-text.ts'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import type { GivenDocument } from '../documents/kind.ts'
import { DueField } from './DueField.tsx'
import { isDueWrong } from './due.ts'
import { outdatedByRules } from './outdated.ts'
import { PeopleSelection } from './PeopleSelection.tsx'
import { RequiredField } from './RequiredField.tsx'
import { usePeopleSelection } from './usePeopleSelection.ts'

/** Assigns a document by hand, to named people or to all that a filter finds. */
export function AssignDialog({ document, onClose }: { document: GivenDocument; onClose: () => void }) {
  const { t, i18n } = useTranslation(['permissions', 'common', 'parts'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('sm'))
  const id = useId()
  const selecting = usePeopleSelection()
  const [isOptional, setOptional] = useState(false)
  const [due, setDue] = useState<Due>({ kind: 'none' })
  const [tried, setTried] = useState(false)

  const refresh = () =>
    Promise.all([...outdatedByRules, 'jobs'].map((part) => client.invalidateQueries({ queryKey: [part] })))
  const assign = useSend(api.permissions.assign, {
    outdates: ['jobs'],
    onSuccess: ({ jobId }) => {
      const hush = sayLater(() => showToast({ variant: 'info', text: t('assign.started', { title: document.title }) }))
      onClose()
      void followJob(jobId)
        .then((job) => {
          if (job.state === 'succeeded')
            showToast({ variant: 'success', text: t('assign.done', { title: document.title }) })
          else showToast({ variant: 'error', text: job.error ?? t('assign.failed', { title: document.title }) })
        })
        .catch((error: Error) => showToast({ variant: 'error', text: problemText(problems, error) }))
        .finally(() => {
          hush()
          void refresh()
        })
    },
  })
  const { count, isMore, selection } = selecting
  const touched = selecting.isTouched || isOptional || due.kind !== 'none'
  const close = useCloseGuard(touched, onClose)
  const dueWrong = !isOptional && isDueWrong(due)
  const give = () => {
    setTried(true)
    if (count === 0 || !selection || dueWrong) return
    assign.mutate({
      params: { documentType: document.type, documentId: document.id },
      body: {
        selection,
        isOptional,
        due: isOptional ? { kind: 'none' } : (due as z.infer<typeof FixedDue>),
      },
    })
  }
  const words = (number: number, isMore = false) => {
    const formatted = formatNumber(number, i18n.language)
    return { count: number, formatted: isMore ? t('parts:table.moreThan', { formatted }) : formatted }
  }
  return (
    <Dialog
      open
      onClose={assign.isPending ? undefined : () => void close()}
      fullScreen={phone}
      maxWidth="sm"
      fullWidth
      aria-labelledby={id}
    >
      <DialogTitle id={id}>{t('assign.title', { title: document.title })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5, alignContent: 'start' }}>
        <PeopleSelection of={selecting} error={tried && count === 0 ? t('assign.nobody') : undefined} />
        <RequiredField isOptional={isOptional} onChange={setOptional} />
        {!isOptional && (
          <DueField
            value={due}
            onChange={setDue}
            error={tried && dueWrong ? t(due.kind === 'after' ? 'due.daysWrong' : 'due.dayWrong') : undefined}
          />
        )}
        <Typography variant="caption" color="textSecondary">
          {t('assign.byHand')}
        </Typography>
        {assign.error && <Alert severity="error">{problemText(problems, assign.error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => void close()} disabled={assign.isPending}>
          {t('common:actions.cancel')}
        </Button>
        <Button
          variant="contained"
          loading={assign.isPending}
          disabled={selecting.by === 'filter' && (selecting.isCounting || count === 0)}
          onClick={give}
        >
          {count > 0 ? t('assign.giveTo', words(count, isMore)) : t('assign.give')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

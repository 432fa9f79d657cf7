import { badgeLimits } from '@learnt/contract/badge-design'
import type { WholeBadge } from '@learnt/contract/badges'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { followJob, sayLater } from '../../api/follow-job.ts'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { useLeaveGuard } from '../../routes/leave-guard.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { problemText } from '../../ui/problem-text.ts'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { PeopleSelection } from '../permissions/PeopleSelection.tsx'
import { usePeopleSelection } from '../permissions/usePeopleSelection.ts'

/** Gives the badge by hand. What was chosen is gone once it is given. */
export function AwardTab({ badge }: { badge: WholeBadge }) {
  const [round, setRound] = useState(0)
  return <AwardForm key={round} badge={badge} onGiven={() => setRound(round + 1)} />
}

function AwardForm({ badge, onGiven }: { badge: WholeBadge; onGiven: () => void }) {
  const { t, i18n } = useTranslation(['badges', 'parts'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const id = useId()
  const selecting = usePeopleSelection()
  const [note, setNote] = useState('')
  const [again, setAgain] = useState(false)
  const [isTried, setTried] = useState(false)
  const { count, isMore, selection } = selecting
  const { title } = badge
  const words = (number: number, more = false) => {
    const formatted = formatNumber(number, i18n.language)
    return { count: number, title, formatted: more ? t('parts:table.moreThan', { formatted }) : formatted }
  }
  const refresh = () => Promise.all(['badges', 'jobs'].map((part) => client.invalidateQueries({ queryKey: [part] })))
  const award = useSend(api.badges.award, {
    outdates: ['badges', 'jobs'],
    onSuccess: ({ awarded, already, jobId }) => {
      onGiven()
      const left = already > 0 ? ` ${t('award.already', words(already))}` : ''
      if (jobId === null) {
        showToast({ variant: 'success', text: `${t('award.done', words(awarded))}${left}` })
        return
      }
      const hush = sayLater(() => showToast({ variant: 'info', text: t('award.started', { title }) }))
      void followJob(jobId)
        .then((job) =>
          job.state === 'succeeded'
            ? showToast({ variant: 'success', text: t('award.jobDone', { title }) })
            : showToast({ variant: 'error', text: job.error ?? t('award.failed', { title }) }),
        )
        .catch((error: Error) => showToast({ variant: 'error', text: problemText(problems, error) }))
        .finally(() => {
          hush()
          void refresh()
        })
    },
  })
  useLeaveGuard((selecting.isTouched || note !== '') && !award.isPending && !award.isSuccess)
  const give = async () => {
    setTried(true)
    if (count === 0 || !selection) return
    const isSure = await confirm({
      title: t('award.sure', words(count, isMore)),
      text: t(again ? 'award.sureAgain' : 'award.sureText'),
      confirmLabel: t('award.give'),
    })
    if (isSure) award.mutate({ params: { badgeId: badge.id }, body: { selection, note: note.trim(), again } })
  }
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, maxWidth: 720 }}>
      <Typography id={id} variant="h2">
        {t('award.title')}
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 0.5, mb: 2 }}>
        {t('award.text')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        <PeopleSelection
          of={selecting}
          autoFocus={false}
          error={isTried && count === 0 ? t('award.nobody') : undefined}
        />
        <TextField
          multiline
          label={t('award.note')}
          helperText={t('award.noteHelp')}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          slotProps={{ htmlInput: { maxLength: badgeLimits.reason, dir: 'auto' } }}
        />
        <FormControlLabel
          label={t('award.again')}
          control={<Switch checked={again} onChange={(_, checked) => setAgain(checked)} />}
        />
        {award.error && <Alert severity="error">{problemText(problems, award.error)}</Alert>}
        <Box>
          <ActionButton
            variant="contained"
            loading={award.isPending}
            reason={badge.can.award ?? null}
            reasonWords={
              selecting.by === 'filter' && (selecting.isCounting || count === 0) ? t('award.nobody') : undefined
            }
            onClick={() => void give()}
          >
            {count > 0 ? t('award.giveTo', words(count, isMore)) : t('award.give')}
          </ActionButton>
        </Box>
      </Box>
    </Card>
  )
}

import { type PointSettings, pointLimits } from '@learnt/contract/points'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { readWhole, WholeNumberField } from '../../ui/WholeNumberField.tsx'

/** What holds for all points of the tenant: expiry, caps, the list of who earned most. Mount it to open it. */
export function RulesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('points')
  const id = useId()
  const rules = useQuery({ ...queryOf(api.points.settings), staleTime: 0 })
  return (
    <Dialog open onClose={rules.data ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('rules.title')}</DialogTitle>
      {rules.isError && <ErrorState error={rules.error} onRetry={() => void rules.refetch()} />}
      {rules.isPending && (
        <DialogContent>
          <LinesSkeleton />
        </DialogContent>
      )}
      {rules.data && <RulesForm before={rules.data} onClose={onClose} />}
    </Dialog>
  )
}

const ranges = {
  expireAfterMonths: [1, pointLimits.months],
  dailyCap: [1, pointLimits.amount],
  coolDownMinutes: [0, 1440],
} as const

function RulesForm({ before, onClose }: { before: PointSettings; onClose: () => void }) {
  const { t, i18n } = useTranslation(['points', 'common'])
  const { t: problems } = useTranslation('problems')
  const first = {
    expireAfterMonths: String(before.expireAfterMonths ?? ''),
    dailyCap: String(before.dailyCap ?? ''),
    coolDownMinutes: String(before.coolDownMinutes),
  }
  const [typed, setTyped] = useState(first)
  const [leaderboard, setLeaderboard] = useState(before.leaderboard)
  const isChanged =
    leaderboard !== before.leaderboard || Object.entries(first).some(([key, was]) => typed[key as 'dailyCap'] !== was)
  const close = useCloseGuard(isChanged, onClose)
  const save = useSend(api.points.changeSettings, {
    onSuccess: () => {
      showToast({ variant: 'success', text: t('points:rules.saved') })
      onClose()
    },
  })
  const read = (name: keyof typeof ranges) => readWhole(typed[name], ranges[name][0], ranges[name][1])
  const field = (name: keyof typeof ranges, label: string, help: string) => {
    const [from, to] = ranges[name]
    const words = { from: formatNumber(from, i18n.language), to: formatNumber(to, i18n.language) }
    return (
      <WholeNumberField
        label={label}
        help={help}
        value={typed[name]}
        onChange={(value) => setTyped({ ...typed, [name]: value })}
        wrong={read(name) === undefined ? t('points:rules.number', words) : null}
      />
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const [expireAfterMonths, dailyCap, coolDownMinutes] = [
          read('expireAfterMonths'),
          read('dailyCap'),
          read('coolDownMinutes'),
        ]
        if (expireAfterMonths === undefined || dailyCap === undefined || coolDownMinutes === undefined) return
        save.mutate({ body: { expireAfterMonths, dailyCap, coolDownMinutes: coolDownMinutes ?? 0, leaderboard } })
      }}
    >
      <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
        <Typography variant="body2">{t('points:rules.text')}</Typography>
        {field('expireAfterMonths', t('points:rules.expires'), t('points:rules.expiresHelp'))}
        {field('dailyCap', t('points:rules.cap'), t('points:rules.capHelp'))}
        {field('coolDownMinutes', t('points:rules.coolDown'), t('points:rules.coolDownHelp'))}
        <FormControlLabel
          label={t('points:rules.leaderboard')}
          control={<Switch checked={leaderboard} onChange={(_, checked) => setLeaderboard(checked)} />}
        />
        {save.error && <Alert severity="error">{problemText(problems, save.error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => void close()} disabled={save.isPending}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={save.isPending} disabled={!isChanged}>
          {t('points:rules.save')}
        </Button>
      </DialogActions>
    </form>
  )
}

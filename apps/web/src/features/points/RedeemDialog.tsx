import CelebrationIcon from '@mui/icons-material/CelebrationOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useSend } from '../../api/queries.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { formatNumber } from '../../ui/times.ts'

/** Spends points. Mount it to open it: closing it forgets everything. */
export function RedeemDialog({ balance, onClose }: { balance: number; onClose: () => void }) {
  const { t, i18n } = useTranslation(['points', 'common'])
  const me = useMe()
  const id = useId()
  const [typed, setTyped] = useState('0')
  const number = (value: number) => formatNumber(value, i18n.language)
  const amount = Number.parseInt(typed, 10)
  // As the specification has it: empty, negative and above the balance are wrong; nothing is claimed by 0.
  const isWrong = Number.isNaN(amount) || amount < 0 || amount > balance
  const redeem = useSend(api.points.redeem, { outdates: ['points', 'session'] })
  const isRefused = isProblem(redeem.error, 'invalid-input')
  const ids = { userId: me.userId, tenantId: me.tenantId, teamId: me.teamId }
  const claimed = redeem.data
  return (
    <Dialog open onClose={redeem.isPending ? undefined : onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isWrong || amount === 0) return
          redeem.mutate({
            body: {
              ...ids,
              documentId: null,
              documentType: null,
              rewardPointAmount: amount,
              redeem: true,
              createdAt: Math.floor(Date.now() / 1000),
            },
          })
        }}
      >
        <DialogTitle id={id}>{t(claimed ? 'redeem.doneTitle' : 'redeem.title')}</DialogTitle>
        {claimed ? (
          <DialogContent sx={{ display: 'grid', gap: 2, justifyItems: 'center', textAlign: 'center' }}>
            <CelebrationIcon color="success" sx={{ fontSize: 56 }} />
            <Typography role="status">
              {t('redeem.done', {
                points: number(claimed.data.rewardPointAmount),
                left: number(claimed.rewardPointsCount),
              })}
            </Typography>
          </DialogContent>
        ) : (
          <DialogContent sx={{ display: 'grid', gap: 2 }}>
            <Typography>{t('redeem.have', { points: number(balance) })}</Typography>
            <TextField
              autoFocus
              type="number"
              label={t('redeem.field')}
              value={typed}
              // what is typed takes the place of the 0
              onFocus={(event) => event.target.select()}
              onChange={(event) => {
                setTyped(event.target.value)
                redeem.reset()
              }}
              error={isWrong || isRefused}
              helperText={isWrong || isRefused ? t('redeem.wrong') : ' '}
              slotProps={{ htmlInput: { min: 0, max: balance, step: 1, inputMode: 'numeric' } }}
            />
            <AppLink href={paths.rewards} onClick={onClose}>
              {t('redeem.see')}
            </AppLink>
            {redeem.error && !isRefused && <Alert severity="error">{t('redeem.failed')}</Alert>}
          </DialogContent>
        )}
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={redeem.isPending}>
            {t(claimed ? 'common:actions.close' : 'common:actions.cancel')}
          </Button>
          {!claimed && (
            <Button
              type="submit"
              variant="contained"
              loading={redeem.isPending}
              disabled={redeem.isPending || isWrong || amount === 0}
            >
              {t('redeem.action')}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}

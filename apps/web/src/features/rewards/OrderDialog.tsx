import type { OfferedReward } from '@learnt/contract/rewards'
import CelebrationIcon from '@mui/icons-material/CelebrationOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useSend } from '../../api/queries.ts'
import { problemText } from '../../ui/problem-text.ts'
import { formatNumber } from '../../ui/times.ts'

/** Asks whether the person means it, and says what follows. Mount it to open it. */
export function OrderDialog({
  reward,
  balance,
  onClose,
}: {
  reward: OfferedReward
  balance: number
  onClose: () => void
}) {
  const { t, i18n } = useTranslation(['rewards', 'common'])
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const number = (value: number) => formatNumber(value, i18n.language)
  const order = useSend(api.rewards.order, { outdates: ['rewards', 'points', 'session', 'requests'] })
  const made = order.data
  return (
    <Dialog open onClose={order.isPending ? undefined : onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        {made ? t('done.title') : t('ask.title', { title: reward.title })}
      </DialogTitle>
      {made ? (
        <DialogContent sx={{ display: 'grid', gap: 2, justifyItems: 'center', textAlign: 'center' }}>
          <CelebrationIcon color="success" sx={{ fontSize: 56 }} />
          <Typography role="status">
            {t(made.state === 'waiting' ? 'done.waits' : 'done.text', { left: number(made.rewardPointsCount) })}
          </Typography>
          {reward.deliveryNote && (
            <Typography dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {reward.deliveryNote}
            </Typography>
          )}
        </DialogContent>
      ) : (
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Typography>{t('ask.text', { points: number(reward.cost), left: number(balance - reward.cost) })}</Typography>
          {reward.approval !== 'none' && <Typography>{t(`approvedBy.${reward.approval}`)}</Typography>}
          {reward.deliveryNote && (
            <Typography dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {reward.deliveryNote}
            </Typography>
          )}
          {order.error && (
            <Alert severity="error">
              {(isProblem(order.error) && order.error.errors[0]?.message) || problemText(problems, order.error)}
            </Alert>
          )}
        </DialogContent>
      )}
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={order.isPending}>
          {t(made ? 'common:actions.close' : 'common:actions.cancel')}
        </Button>
        {!made && (
          <Button
            variant="contained"
            loading={order.isPending}
            onClick={() => order.mutate({ params: { rewardId: reward.id }, body: { cost: reward.cost } })}
          >
            {t('order')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

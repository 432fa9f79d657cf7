import { orderStates, type RewardOrder, rewardLimits } from '@learnt/contract/rewards'
import ApproveIcon from '@mui/icons-material/CheckCircleOutlined'
import DeclineIcon from '@mui/icons-material/HighlightOffOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { useTabList } from '../permissions/useTabList.ts'
import { askOrders } from './asks.ts'

const kept = ['tab']
type Decision = 'deliver' | 'refuse'

/** Who ordered what, oldest first: delivered or refused here; approved among the requests. */
export function OrdersList() {
  const { t, i18n } = useTranslation('rewards')
  const [list, changeList] = useTabList(kept)
  useLive('me')
  const orders = useQuery({ ...askOrders(list), placeholderData: keepPreviousData })
  const [asked, ask] = useState<{ decision: Decision; order: RewardOrder } | null>(null)
  const columns = useMemo<Column<RewardOrder>[]>(
    () => [
      {
        id: 'name',
        header: t('orders.person'),
        fixed: true,
        card: 'title',
        cell: (one) => (
          <Box sx={{ minWidth: 150, overflowWrap: 'anywhere' }}>
            <AppLink href={paths.user(one.userId)}>{one.name}</AppLink>
            <Typography variant="caption" component="p" color="textSecondary">
              {one.email}
            </Typography>
          </Box>
        ),
      },
      {
        id: 'title',
        header: t('orders.reward'),
        card: 'subtitle',
        cell: (one) => <Box sx={{ overflowWrap: 'anywhere' }}>{one.title}</Box>,
      },
      { id: 'cost', header: t('fields.cost'), align: 'end', cell: (one) => formatNumber(one.cost, i18n.language) },
      { id: 'orderedAt', header: t('orders.orderedAt'), cell: (one) => <DateText value={one.orderedAt} /> },
      {
        id: 'state',
        header: t('admin.state'),
        cell: (one) => (
          <Box sx={{ maxWidth: 260 }}>
            {one.state === 'waiting' ? (
              <AppLink href={paths.requests('admin')}>{t('states.waiting')}</AppLink>
            ) : (
              <Typography variant="body2">{t(`states.${one.state}`)}</Typography>
            )}
            {one.note && (
              <Typography variant="caption" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {one.note}
              </Typography>
            )}
          </Box>
        ),
      },
    ],
    [t, i18n.language],
  )
  return (
    <>
      <DataTable
        label={t('admin.tabs.orders')}
        columns={columns}
        query={orders}
        state={list}
        onChange={changeList}
        rowId={(one) => one.id}
        rowName={(one) => `${one.name}: ${one.title}`}
        filters={[
          {
            key: 'state',
            label: t('admin.state'),
            options: orderStates.map((value) => ({ value, label: t(`states.${value}`) })),
          },
        ]}
        searchLabel={t('orders.search')}
        empty={<EmptyState title={t('orders.none')} text={t('orders.noneText')} />}
        rowActions={(one) =>
          one.state === 'ordered'
            ? [
                {
                  id: 'deliver',
                  label: t('orders.deliver'),
                  icon: <ApproveIcon fontSize="small" />,
                  run: () => ask({ decision: 'deliver', order: one }),
                },
                {
                  id: 'refuse',
                  label: t('orders.refuse'),
                  icon: <DeclineIcon fontSize="small" />,
                  run: () => ask({ decision: 'refuse', order: one }),
                },
              ]
            : []
        }
      />
      {asked && <CloseDialog {...asked} onClose={() => ask(null)} />}
    </>
  )
}

function CloseDialog({ decision, order, onClose }: { decision: Decision; order: RewardOrder; onClose: () => void }) {
  const { t } = useTranslation(['rewards', 'common'])
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const send = useSend(api.rewards[decision], {
    onSuccess: () => {
      showToast({ variant: 'success', text: t(`rewards:orders.${decision}Done`) })
      onClose()
    },
  })
  const close = useCloseGuard(note.trim() !== '' && !send.isPending, onClose)
  const isMissing = decision === 'refuse' && note.trim() === ''
  return (
    <Dialog open onClose={send.isPending ? undefined : () => void close()} maxWidth="sm" fullWidth aria-labelledby={id}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!isMissing) send.mutate({ params: { orderId: order.id }, body: { note: note.trim() } })
        }}
      >
        <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
          {t(`rewards:orders.${decision}Title`, { name: order.name, title: order.title })}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
          <TextField
            autoFocus
            multiline
            minRows={2}
            required={decision === 'refuse'}
            label={t(decision === 'refuse' ? 'rewards:orders.reason' : 'rewards:orders.note')}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            error={isTried && isMissing}
            helperText={isTried && isMissing ? fieldText(problems, 'required') : t('rewards:orders.noteHelp')}
            slotProps={{ htmlInput: { maxLength: rewardLimits.note, dir: 'auto' } }}
          />
          {send.error && <Alert severity="error">{problemText(problems, send.error)}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => void close()} disabled={send.isPending}>
            {t('common:actions.cancel')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={decision === 'refuse' ? 'error' : 'primary'}
            loading={send.isPending}
          >
            {t(`rewards:orders.${decision}`)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

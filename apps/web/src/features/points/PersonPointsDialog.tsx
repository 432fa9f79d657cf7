import { type PointEntry, pointLimits } from '@learnt/contract/points'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTheme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useSend } from '../../api/queries.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { paths } from '../../routes/paths.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { askPointsOf } from './asks.ts'
import { EntryList } from './EntryList.tsx'

/** The entries behind one person's points, and the way to give or take some by hand. Mount it to open it. */
export function PersonPointsDialog({ userId, name, onClose }: { userId: string; name: string; onClose: () => void }) {
  const { t, i18n } = useTranslation(['points', 'common'])
  const { t: problems } = useTranslation('problems')
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const id = useId()
  const me = useMe()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const of = useInfiniteQuery(askPointsOf(userId))
  const points = (value: number) => formatNumber(value, i18n.language)
  const adjust = useSend(api.points.adjust, {
    onSuccess: ({ rewardPointsCount }) => {
      setTyped('')
      setReason('')
      setTried(false)
      showToast({ variant: 'success', text: t('points:person.saved', { points: points(rewardPointsCount) }) })
    },
  })
  const amount = Number(typed)
  const isNumber = Number.isInteger(amount) && amount !== 0 && Math.abs(amount) <= pointLimits.amount
  const complaint = (field: string) =>
    isProblem(adjust.error) ? adjust.error.errors.find((one) => one.path.endsWith(field))?.message : undefined
  const amountWrong = tried && !isNumber ? t('points:person.number') : complaint('amount')
  const reasonWrong = tried && reason.trim() === '' ? fieldText(problems, 'required') : complaint('reason')
  const close = useCloseGuard(typed !== '' || reason !== '', onClose)
  const entries = of.data?.pages.flatMap((page) => page.items) ?? []
  const isOwn = me.userId === userId
  return (
    <Dialog open onClose={() => void close()} fullScreen={phone} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        {t('points:person.title', { name })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
        {of.data?.pages[0] && (
          <Typography variant="h3" component="p">
            {t('points:person.have', { points: points(of.data.pages[0].rewardPointsCount) })}
          </Typography>
        )}
        {!isOwn && !me.impersonation && (
          <Box
            component="form"
            noValidate
            aria-label={t('points:person.adjust')}
            onSubmit={(event) => {
              event.preventDefault()
              setTried(true)
              if (!isNumber || reason.trim() === '') return
              adjust.mutate({ params: { userId }, body: { amount, reason: reason.trim() } })
            }}
            sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { sm: '160px 1fr auto' }, alignItems: 'start' }}
          >
            <TextField
              required
              type="number"
              label={t('points:person.field')}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              error={Boolean(amountWrong)}
              helperText={amountWrong || t('points:person.fieldHelp')}
            />
            <TextField
              required
              label={t('points:person.reason')}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              error={Boolean(reasonWrong)}
              helperText={reasonWrong || t('points:person.reasonHelp')}
              slotProps={{ htmlInput: { maxLength: pointLimits.reason, dir: 'auto' } }}
            />
            <Button type="submit" variant="contained" loading={adjust.isPending} sx={{ mt: { sm: 1 } }}>
              {t('points:person.save')}
            </Button>
          </Box>
        )}
        {adjust.error && !complaint('amount') && !complaint('reason') && (
          <Alert severity="error">{problemText(problems, adjust.error)}</Alert>
        )}
        {of.isPending && <LinesSkeleton />}
        {of.isError && <ErrorState error={of.error} onRetry={() => void of.refetch()} />}
        {of.data &&
          (entries.length > 0 ? (
            <EntryList causeOf={causeOf} entries={entries} label={t('points:person.title', { name })} />
          ) : (
            <Typography color="textSecondary">{t('points:person.none')}</Typography>
          ))}
        {of.hasNextPage && (
          <Button loading={of.isFetchingNextPage} onClick={() => void of.fetchNextPage()} sx={{ justifySelf: 'start' }}>
            {t('points:person.more')}
          </Button>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => void close()}>
          {t('common:actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** What a course was earned by is on the report of the person; other documents have their own report. */
function causeOf({ userId, documentType, assignmentId }: PointEntry): string | null {
  return documentType === 'course' && assignmentId ? paths.assignmentReport('admin', userId, assignmentId) : null
}

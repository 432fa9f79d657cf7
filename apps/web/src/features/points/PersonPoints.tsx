import { type PointEntry, pointLimits } from '@learnt/contract/points'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useSend } from '../../api/queries.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { paths } from '../../routes/paths.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { askPointsOf } from './asks.ts'
import { EntryList } from './EntryList.tsx'

interface PersonPointsProps {
  userId: string
  name: string
  /** Whether something is typed that is not saved. */
  onTyped: (isTyped: boolean) => void
}

/** The entries behind one person's points, and the way to give or take some by hand. */
export function PersonPoints({ userId, name, onTyped }: PersonPointsProps) {
  const { t, i18n } = useTranslation('points')
  const { t: problems } = useTranslation('problems')
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
      showToast({ variant: 'success', text: t('person.saved', { points: points(rewardPointsCount) }) })
    },
  })
  const amount = Number(typed)
  const isNumber = Number.isInteger(amount) && amount !== 0 && Math.abs(amount) <= pointLimits.amount
  const complaint = (field: string) =>
    isProblem(adjust.error) ? adjust.error.errors.find((one) => one.path.endsWith(field))?.message : undefined
  const amountWrong = tried && !isNumber ? t('person.number') : complaint('amount')
  const reasonWrong = tried && reason.trim() === '' ? fieldText(problems, 'required') : complaint('reason')
  const entries = of.data?.pages.flatMap((page) => page.items) ?? []
  const isOwn = me.userId === userId
  const isTyped = typed !== '' || reason !== ''
  useEffect(() => onTyped(isTyped), [onTyped, isTyped])
  return (
    <Box sx={{ display: 'grid', gap: 2.5, minWidth: 0 }}>
      {of.data?.pages[0] && (
        <Typography variant="h3" component="p">
          {t('person.have', { points: points(of.data.pages[0].rewardPointsCount) })}
        </Typography>
      )}
      {!isOwn && !me.impersonation && (
        <Box
          component="form"
          noValidate
          aria-label={t('person.adjust')}
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
            label={t('person.field')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={Boolean(amountWrong)}
            helperText={amountWrong || t('person.fieldHelp')}
          />
          <TextField
            required
            label={t('person.reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={Boolean(reasonWrong)}
            helperText={reasonWrong || t('person.reasonHelp')}
            slotProps={{ htmlInput: { maxLength: pointLimits.reason, dir: 'auto' } }}
          />
          <Button type="submit" variant="contained" loading={adjust.isPending} sx={{ mt: { sm: 1 } }}>
            {t('person.save')}
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
          <EntryList causeOf={causeOf} entries={entries} label={t('person.title', { name })} />
        ) : (
          <Typography color="textSecondary">{t('person.none')}</Typography>
        ))}
      {of.hasNextPage && (
        <Button loading={of.isFetchingNextPage} onClick={() => void of.fetchNextPage()} sx={{ justifySelf: 'start' }}>
          {t('person.more')}
        </Button>
      )}
    </Box>
  )
}

/** What a course was earned by is on the report of the person; other documents have their own report. */
function causeOf({ userId, documentType, assignmentId }: PointEntry): string | null {
  return documentType === 'course' && assignmentId ? paths.assignmentReport('admin', userId, assignmentId) : null
}

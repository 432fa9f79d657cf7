import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTheme } from '@mui/material/styles'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toasts.ts'
import { AnswerTable } from './AnswerTable.tsx'
import { useReportScope } from './report-scope.ts'

/** Every run-time call of an attempt with its verdict: the answer to "it did not save my result". */
export function TimelineDialog({ attemptId, onClose }: { attemptId: string; onClose: () => void }) {
  const { t } = useTranslation(['reports', 'common'])
  const { t: words } = useTranslation('problems')
  const { as, operations } = useReportScope()
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('md'))
  const result = useInfiniteQuery({
    queryKey: ['reports', as, 'timeline', attemptId],
    queryFn: ({ pageParam, signal }) =>
      call(
        operations.timeline,
        { params: { attemptId }, query: { limit: 100, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })
  const recompute = useSend(api.reports.recompute, {
    outdates: ['reports'],
    onSuccess: (reply) => showToast({ variant: 'success', text: t(reply.changed ? 'recomputed' : 'recomputedSame') }),
    onError: (error) => showToast({ variant: 'error', text: problemText(words, error) }),
  })
  const first = result.data?.pages[0]
  const calls = result.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Dialog open onClose={onClose} fullScreen={phone} fullWidth maxWidth="lg" aria-labelledby="timeline-title">
      <DialogTitle id="timeline-title">
        {t('timeline')}
        {first && (
          <Typography variant="body2" color="textSecondary">
            {first.person} · {first.courseTitle} · {first.activityTitle}
          </Typography>
        )}
      </DialogTitle>
      <DialogContent>
        {result.error ? (
          <ErrorState error={result.error} onRetry={() => void result.refetch()} />
        ) : !first ? (
          <LinesSkeleton />
        ) : (
          <>
            <Alert
              severity={first.verdict === 'recorded' ? 'success' : first.verdict === 'interrupted' ? 'warning' : 'info'}
              sx={{ mb: 2 }}
            >
              {t(`attemptVerdicts.${first.verdict}`)}
            </Alert>
            {first.answers.length > 0 && <AnswerTable answers={first.answers} />}
            {calls.length === 0 ? (
              <EmptyState title={t('timelineEmpty')} />
            ) : (
              <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={t('timeline')}>
                <Table size="small">
                  <TableHead>
                    <TableRow>
                      <TableCell>{t('when')}</TableCell>
                      <TableCell>{t('call')}</TableCell>
                      <TableCell>{t('element')}</TableCell>
                      <TableCell>{t('value')}</TableCell>
                      <TableCell>{t('result')}</TableCell>
                      <TableCell>{t('verdict')}</TableCell>
                    </TableRow>
                  </TableHead>
                  <TableBody>
                    {calls.map((one) => (
                      <TableRow key={one.id}>
                        <TableCell>
                          <DateText value={one.at} format="minute" />
                        </TableCell>
                        <TableCell>{one.call}</TableCell>
                        <TableCell sx={{ overflowWrap: 'anywhere' }}>
                          <bdi>{one.element}</bdi>
                        </TableCell>
                        <TableCell
                          sx={{ maxWidth: 260, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
                        >
                          <Tooltip title={one.value}>
                            <bdi>{one.value}</bdi>
                          </Tooltip>
                        </TableCell>
                        <TableCell>
                          <bdi>{one.error && one.error !== '0' ? `${one.result} (${one.error})` : one.result}</bdi>
                        </TableCell>
                        <TableCell>{t(`verdicts.${one.verdict}`)}</TableCell>
                      </TableRow>
                    ))}
                  </TableBody>
                </Table>
              </Box>
            )}
            {result.hasNextPage && (
              <Button sx={{ mt: 2 }} loading={result.isFetchingNextPage} onClick={() => void result.fetchNextPage()}>
                {t('more')}
              </Button>
            )}
          </>
        )}
      </DialogContent>
      <DialogActions>
        {as === 'admin' && (
          <Tooltip title={t('recomputeHint')}>
            <Button
              color="inherit"
              loading={recompute.isPending}
              onClick={() => recompute.mutate({ params: { attemptId } })}
            >
              {t('recompute')}
            </Button>
          </Tooltip>
        )}
        <Button variant="contained" onClick={onClose}>
          {t('common:actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

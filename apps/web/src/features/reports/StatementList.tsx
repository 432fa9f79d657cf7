import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { DateText } from '../../ui/DateText.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { PercentText } from './PercentText.tsx'
import { useReportScope } from './report-scope.ts'

/** The statements of one person's work, newest first, each with the record as it is stored. Fetched when asked for. */
export function StatementList({ userCourseId }: { userCourseId: string }) {
  const { t } = useTranslation('reports')
  const { as, operations } = useReportScope()
  const [isOpen, setOpen] = useState(false)
  const result = useInfiniteQuery({
    queryKey: ['reports', as, 'statements', userCourseId],
    queryFn: ({ pageParam, signal }) =>
      call(
        operations.statements,
        { params: { userCourseId }, query: { limit: 25, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    enabled: isOpen,
  })
  const items = result.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Box sx={{ mt: 4 }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {t('statements')}
      </Typography>
      {!isOpen ? (
        <Button variant="outlined" color="inherit" onClick={() => setOpen(true)}>
          {t('showStatements')}
        </Button>
      ) : result.error ? (
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      ) : !result.data ? (
        <LinesSkeleton />
      ) : items.length === 0 ? (
        <Typography color="textSecondary">{t('noStatements')}</Typography>
      ) : (
        <Card component="ol" sx={{ listStyle: 'none', m: 0, p: 2.5, display: 'grid', gap: 1.5 }}>
          {items.map((one) => (
            <li key={one.id}>
              <Typography component="div">
                <strong>{t(`verbs.${one.verb}`, { defaultValue: one.verb })}</strong> <bdi>{one.object}</bdi> ·{' '}
                <DateText value={one.at} format="minute" />
                {one.scorePercent !== null && (
                  <>
                    {' · '}
                    {t('score')}: <PercentText value={one.scorePercent} />
                  </>
                )}
              </Typography>
              <details>
                <summary>{t('record')}</summary>
                <Box
                  component="pre"
                  dir="ltr"
                  tabIndex={0}
                  sx={{
                    m: 0,
                    mt: 1,
                    p: 1.5,
                    overflowX: 'auto',
                    fontSize: 12,
                    bgcolor: 'action.hover',
                    borderRadius: 1,
                  }}
                >
                  {JSON.stringify(one.body, null, 2)}
                </Box>
              </details>
            </li>
          ))}
        </Card>
      )}
      {result.hasNextPage && (
        <Button sx={{ mt: 2 }} loading={result.isFetchingNextPage} onClick={() => void result.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </Box>
  )
}

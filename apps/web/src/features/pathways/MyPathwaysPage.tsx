import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import type { Loader } from '../../routes/route-book.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { CardsSkeleton } from '../../ui/Skeletons.tsx'
import { askMine } from './asks.ts'
import { PathwayCards } from './PathwayCards.tsx'

export const loader: Loader = ({ client }) => client.prefetchInfiniteQuery(askMine())

/** The person's pathways as cards: what is open, then what is done. */
export function MyPathwaysPage() {
  const { t } = useTranslation('pathways')
  const result = useInfiniteQuery(askMine())
  useLive('me')
  const pathways = result.data?.pages.flatMap((page) => page.items)
  const isDone = ({ state }: { state: string }) => state === 'completed' || state === 'passed'
  const groups = (['open', 'done'] as const)
    .map((name) => ({ name, items: (pathways ?? []).filter((one) => isDone(one) === (name === 'done')) }))
    .filter(({ items }) => items.length > 0)
  return (
    <>
      <PageHeader title={t('mine')} text={t('mineText')} />
      {result.error && !pathways ? (
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      ) : !pathways ? (
        <CardsSkeleton />
      ) : pathways.length === 0 ? (
        <EmptyState title={t('none')} text={t('noneText')} />
      ) : (
        <Box sx={{ display: 'grid', gap: 4 }}>
          {groups.map(({ name, items }) => (
            <Box component="section" key={name} aria-labelledby={`pathways-${name}`}>
              <Typography variant="h2" id={`pathways-${name}`} sx={{ mb: 2 }}>
                {t(name)}
              </Typography>
              <PathwayCards pathways={items} label={t(name)} />
            </Box>
          ))}
          {result.hasNextPage && (
            <Box sx={{ display: 'grid', placeItems: 'center' }}>
              <Button
                variant="outlined"
                loading={result.isFetchingNextPage}
                onClick={() => void result.fetchNextPage()}
              >
                {t('more')}
              </Button>
            </Box>
          )}
        </Box>
      )}
    </>
  )
}

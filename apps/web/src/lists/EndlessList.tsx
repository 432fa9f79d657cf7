import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../ui/ErrorState.tsx'
import { NoResults } from '../ui/NoResults.tsx'
import { CardsSkeleton } from '../ui/Skeletons.tsx'

/** A list that goes on when the reader asks for more. */
export type EndlessResult<Item> = UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>

interface EndlessListProps<Item> {
  result: EndlessResult<Item>
  /** What stands there when there is nothing at all. */
  empty: ReactNode
  /** Shows all again; given only where something narrows the list. */
  onClear?: (() => void) | undefined
  children: (items: Item[]) => ReactNode
}

/** Cards of a person's own things: before they are there, when none is, what went wrong, and the next ones on request. */
export function EndlessList<Item>({ result, empty, onClear, children }: EndlessListProps<Item>) {
  const items = result.data?.pages.flatMap((page) => page.items)
  if (result.error && !items) return <ErrorState error={result.error} onRetry={() => void result.refetch()} />
  if (!items) return <CardsSkeleton />
  if (items.length === 0) return onClear ? <NoResults onClear={onClear} /> : empty
  return (
    <>
      {children(items)}
      <MoreButton result={result} />
    </>
  )
}

type Continued = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>

/** Below a list: asks for what follows, while there is any. */
export function MoreButton({ result }: { result: Continued }) {
  const { t } = useTranslation('common')
  if (!result.hasNextPage) return null
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', mt: 3 }}>
      <Button variant="outlined" loading={result.isFetchingNextPage} onClick={() => void result.fetchNextPage()}>
        {t('showMore')}
      </Button>
    </Box>
  )
}

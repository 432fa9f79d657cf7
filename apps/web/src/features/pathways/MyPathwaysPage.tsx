import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { EndlessList } from '../../lists/EndlessList.tsx'
import type { Loader } from '../../routes/route-book.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { askMine } from './asks.ts'
import { PathwayCards } from './PathwayCards.tsx'

export const loader: Loader = ({ client }) => client.prefetchInfiniteQuery(askMine())

/** The person's pathways as cards: what is open, then what is done. */
export function MyPathwaysPage() {
  const { t } = useTranslation('pathways')
  const result = useInfiniteQuery(askMine())
  useLive('me')
  const isDone = ({ state }: { state: string }) => state === 'completed' || state === 'passed'
  return (
    <>
      <PageHeader title={t('mine')} text={t('mineText')} />
      <EndlessList result={result} empty={<EmptyState title={t('none')} text={t('noneText')} />}>
        {(pathways) => (
          <Box sx={{ display: 'grid', gap: 4 }}>
            {(['open', 'done'] as const)
              .map((name) => ({ name, items: pathways.filter((one) => isDone(one) === (name === 'done')) }))
              .filter(({ items }) => items.length > 0)
              .map(({ name, items }) => (
                <Box component="section" key={name} aria-labelledby={`pathways-${name}`}>
                  <Typography variant="h2" id={`pathways-${name}`} sx={{ mb: 2 }}>
                    {t(name)}
                  </Typography>
                  <PathwayCards pathways={items} label={t(name)} />
                </Box>
              ))}
          </Box>
        )}
      </EndlessList>
    </>
  )
}

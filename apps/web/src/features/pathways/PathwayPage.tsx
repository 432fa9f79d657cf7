import type { OwnPathway } from '@learnt/contract/pathways'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { useDocumentTitle } from '../../routes/document-title.ts'
import type { Loader } from '../../routes/route-book.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { ExtensionNote } from '../extensions/ExtensionNote.tsx'
import { Earns } from '../points/lazy-parts.ts'
import { RatingCard } from '../ratings/RatingCard.tsx'
import { askOwn } from './asks.ts'
import { PathwayCycle } from './PathwayCycle.tsx'
import { PathwayFacts } from './PathwayFacts.tsx'
import { PathwayMarks } from './PathwayMarks.tsx'
import { PathwayRoute } from './PathwayRoute.tsx'
import { PathwayStatus } from './PathwayStatus.tsx'
import { Prerequisites } from './Prerequisites.tsx'
import { pathwayPaths } from './paths.ts'

export const loader: Loader = ({ client, params: { pathwayId = '' } }) => client.prefetchQuery(askOwn(pathwayId))

/** A pathway as its learner travels it: where they are, the way with its outline, one button that goes on. */
export function PathwayPage() {
  const { t } = useTranslation(['pathways', 'documentKinds'])
  const { pathwayId = '' } = useParams({ strict: false }) as { pathwayId?: string }
  const pathway = useQuery(askOwn(pathwayId))
  useLive('me')
  useDocumentTitle(pathway.data?.title)
  const back = { href: pathwayPaths.myPathways, label: t('mine') }
  if (pathway.error && !pathway.data) {
    return (
      <>
        <PageHeader title={t('documentKinds:pathway.one')} back={back} />
        <ErrorState error={pathway.error} onRetry={() => void pathway.refetch()} />
      </>
    )
  }
  if (!pathway.data) return <PageSkeleton />
  return (
    <>
      <PageHeader
        title={pathway.data.title}
        text={<PathwayFacts pathway={pathway.data} />}
        back={back}
        status={<PathwayMarks pathway={pathway.data} />}
      />
      <Way pathway={pathway.data} />
    </>
  )
}

/** On wide screens the state is beside the steps and stays in view. */
function Way({ pathway }: { pathway: OwnPathway }) {
  const { t } = useTranslation('pathways')
  const isWide = useMediaQuery(useTheme().breakpoints.up('lg'))
  const status = (
    <Box sx={isWide ? { position: 'sticky', top: 'calc(var(--toolbar-bottom, 64px) + 16px)' } : { mb: 3 }}>
      <PathwayStatus pathway={pathway} />
    </Box>
  )
  return (
    <Box
      sx={{
        display: { lg: 'grid' },
        gap: 4,
        gridTemplateColumns: { lg: 'minmax(0, 1fr) minmax(280px, 340px)' },
        alignItems: 'start',
      }}
    >
      {!isWide && status}
      <Box sx={{ minWidth: 0 }}>
        {pathway.description && (
          <Box component="section" aria-label={t('about')} sx={{ mb: 3, maxWidth: 760 }}>
            <Typography dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {pathway.description}
            </Typography>
          </Box>
        )}
        {(pathway.cycle.validUntil || pathway.earlierCycles.length > 0) && <PathwayCycle pathway={pathway} />}
        <ExtensionNote extension={pathway.extension} />
        <Prerequisites pathway={pathway} />
        {pathway.sections.some(({ steps }) => steps.length > 0) ? (
          <PathwayRoute pathway={pathway} hasLinks />
        ) : (
          <EmptyState title={t('empty')} text={t('emptyText')} />
        )}
        <Earns assignmentId={pathway.assignmentId} isDone={pathway.completedAt !== null} />
        {pathway.completedAt && <RatingCard key={pathway.completedAt} assignmentId={pathway.assignmentId} />}
      </Box>
      {isWide && status}
    </Box>
  )
}

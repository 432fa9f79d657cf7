import { documentKinds } from '@learnt/contract/document-kinds'
import type { OwnResource } from '@learnt/contract/resources'
import LockIcon from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Fragment, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { useDueDay } from '../../lists/useDueDay.ts'
import { useDocumentTitle } from '../../routes/document-title.ts'
import { handleOf } from '../../routes/handle.ts'
import { paths } from '../../routes/paths.ts'
import type { Loader } from '../../routes/route-book.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { formatDay } from '../../ui/times.ts'
import { ExtensionNote } from '../extensions/ExtensionNote.tsx'
import { Earns } from '../points/lazy-parts.ts'
import { RatingCard } from '../ratings/RatingCard.tsx'
import { askOwnResource } from './asks.ts'
import { resourcePaths } from './paths.ts'
import { ResourceContent } from './ResourceContent.tsx'
import { useReading } from './useReading.ts'

export const loader: Loader = ({ client, params: { resourceId = '' } }) =>
  client.prefetchQuery(askOwnResource(resourceId))

/** A resource as its reader opens it. The end of the address is made of the title, whatever it was. */
export function ResourcePage() {
  const { t } = useTranslation('resources')
  const { resourceId = '', resourceHandle = '' } = useParams({ strict: false }) as {
    resourceId?: string
    resourceHandle?: string
  }
  const navigate = useNavigate()
  const result = useQuery(askOwnResource(resourceId))
  const resource = result.data
  useDocumentTitle(resource?.title)
  useLive('me')
  const handle = resource && handleOf(resource.title)
  useEffect(() => {
    if (handle === undefined || handle === resourceHandle) return
    void navigate({ to: paths.resource(resourceId, handle), replace: true })
  }, [handle, resourceHandle, resourceId, navigate])

  const back = { href: resourcePaths.myResources, label: t('back') }
  if (result.error && !resource) {
    return (
      <>
        <PageHeader title={t('resource')} back={back} />
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      </>
    )
  }
  if (!resource) return <PageSkeleton />
  return (
    <>
      <PageHeader title={resource.title} back={back} />
      <About resource={resource} />
      <ExtensionNote extension={resource.extension} />
      {resource.waitsFor ? (
        <Locked waitsFor={resource.waitsFor} />
      ) : (
        <Opened key={resource.versionNumber} resource={resource} onStale={() => void result.refetch()} />
      )}
      <Earns assignmentId={resource.assignmentId} isDone={resource.completedAt !== null} />
      {resource.completedAt && <RatingCard key={resource.completedAt} assignmentId={resource.assignmentId} />}
    </>
  )
}

function Opened({ resource, onStale }: { resource: OwnResource; onStale: () => void }) {
  const reading = useReading(resource)
  return <ResourceContent resource={{ ...resource, id: resource.resourceId }} reading={reading} onStale={onStale} />
}

function About({ resource }: { resource: OwnResource }) {
  const { t, i18n } = useTranslation('resources')
  const dueDay = useDueDay()
  const day = (moment: string) => formatDay(new Date(moment), i18n.language)
  const facts = [
    t(`types.${resource.type}`),
    resource.category,
    resource.minutes > 0 ? t('minutes', { count: resource.minutes }) : '',
    t('version', { number: resource.versionNumber, date: day(resource.publishedAt) }),
    resource.completedAt
      ? t('readOn', { date: day(resource.completedAt) })
      : resource.dueAt
        ? t(resource.dueState === 'overdue' ? 'wasDue' : 'dueOn', { date: dueDay(resource.dueAt) })
        : '',
  ].filter(Boolean)
  return (
    <Box sx={{ mb: 3, maxWidth: 760 }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <StateChip kind="progress" state={resource.state} />
        {(resource.dueState === 'overdue' || resource.dueState === 'soon') && (
          <StateChip kind="due" state={resource.dueState} />
        )}
        {resource.isOptional && <Tag>{t('optional')}</Tag>}
        <Typography variant="body2" color="textSecondary" component="p">
          {facts.map((fact, at) => (
            <Fragment key={fact}>
              {at > 0 && ' · '}
              <span style={{ display: 'inline-block' }}>{fact}</span>
            </Fragment>
          ))}
        </Typography>
      </Box>
      {resource.description && (
        <Typography sx={{ mt: 1.5, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }} dir="auto">
          {resource.description}
        </Typography>
      )}
    </Box>
  )
}

/** A plain page that names what is missing, never an error. */
function Locked({ waitsFor }: { waitsFor: NonNullable<OwnResource['waitsFor']> }) {
  const { t } = useTranslation('resources')
  return (
    <Card sx={{ p: { xs: 2.5, sm: 4 }, display: 'flex', gap: 2, alignItems: 'center' }}>
      <LockIcon aria-hidden sx={{ fontSize: 36, color: 'text.secondary' }} />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h2" component="h2" sx={{ fontSize: '1.125rem' }}>
          {t('locked')}
        </Typography>
        <Typography sx={{ mt: 0.5 }}>{t('lockedText')}</Typography>
        {waitsFor.isGiven ? (
          <AppLink href={documentKinds[waitsFor.type].learner.one(waitsFor.id)} sx={{ overflowWrap: 'anywhere' }}>
            {waitsFor.title}
          </AppLink>
        ) : (
          <>
            <Typography sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>{waitsFor.title}</Typography>
            <Typography variant="body2" color="textSecondary">
              {t('lockedNotGiven')}
            </Typography>
          </>
        )}
      </Box>
    </Card>
  )
}

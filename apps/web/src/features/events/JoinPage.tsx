import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { eventPaths } from './event-paths.ts'

/** The permanent address of an event: leads to wherever it takes place online at this moment. */
export function JoinPage() {
  const { t } = useTranslation(['events', 'problems'])
  const { t: problems } = useTranslation('problems')
  const { eventId = '' } = useParams({ strict: false }) as { eventId?: string }
  const [error, setError] = useState<unknown>(null)
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    call(api.events.join, { params: { documentId: eventId } }).then(({ url }) => {
      // the server lets nothing else through; a page must not run what it leads to
      if (/^https?:/.test(url)) location.replace(url)
    }, setError)
  }, [eventId])
  if (error === null)
    return (
      <>
        <PageHeader title={t('joining')} />
        <PageSkeleton />
      </>
    )
  return (
    <>
      <PageHeader title={t('joinFailed')} />
      <EmptyState
        title={problemText(problems, error)}
        action={<AppLink href={eventPaths.mineOne(eventId)}>{t('toEvent')}</AppLink>}
      />
    </>
  )
}

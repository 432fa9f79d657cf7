import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import type { Loader } from '../../routes/route-book.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { askOwnEvent } from './asks.ts'
import { eventPaths } from './event-paths.ts'
import { useEventWords } from './use-event-words.ts'

export const loader: Loader = ({ client, params: { eventId = '' } }) => client.prefetchQuery(askOwnEvent(eventId))

/** The permanent address of an event: leads to wherever it takes place online at this moment. */
export function JoinPage() {
  const { t } = useTranslation(['events', 'problems'])
  const { t: problems } = useTranslation('problems')
  const { reasonOf } = useEventWords()
  const { eventId = '' } = useParams({ strict: false }) as { eventId?: string }
  const found = useQuery(askOwnEvent(eventId))
  const [refused, setRefused] = useState<unknown>(null)
  const asked = useRef(false)
  const canJoin = found.data?.canJoin
  useEffect(() => {
    if (!canJoin || asked.current) return
    asked.current = true
    call(api.events.join, { params: { documentId: eventId } }).then(({ url }) => {
      // the server lets nothing else through; a page must not run what it leads to
      if (/^https?:/.test(url)) location.replace(url)
    }, setRefused)
  }, [canJoin, eventId])
  const error = refused ?? found.error
  if (error === null && canJoin !== false)
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
        title={error === null ? reasonOf(found.data?.can.join ?? 'default') : problemText(problems, error)}
        action={<AppLink href={eventPaths.mineOne(eventId)}>{t('toEvent')}</AppLink>}
      />
    </>
  )
}

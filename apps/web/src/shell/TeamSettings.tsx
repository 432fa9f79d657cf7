import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isProblem, type Saved } from '../api/problem.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { FormSkeleton } from '../ui/Skeletons.tsx'
import { StaleAlert } from './StaleAlert.tsx'
import { TeamChoice } from './TeamChoice.tsx'

interface OfTeam {
  teamId: string
  /** Those whose settings the person may change. */
  teams: readonly { id: string; displayName: string }[]
}

/** Settings of one team, with the choice of another; mounted separately for each. */
export function TeamSettings<T extends OfTeam>(props: {
  query: UseQueryResult<T>
  chosen: string
  onChoose: (teamId: string) => void
  children: (first: T) => ReactNode
}) {
  const { query, chosen, onChoose, children } = props
  if (query.data)
    return (
      <>
        <TeamChoice teams={query.data.teams} chosen={chosen} onChoose={onChoose} />
        {children(query.data)}
      </>
    )
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return <FormSkeleton fields={8} />
}

/**
 * What an editor of settings began with, and what happens when somebody else was faster. A refetch in the background
 * does not change what is compared.
 */
export function useRevision<T extends { revision: number }>(
  first: T,
  of: {
    /** As it is stored now. */
    read: () => Promise<T>
    onTake: (fresh: T) => void
    onFailed: (error: Error) => void
  },
) {
  const [loaded, setLoaded] = useState(first)
  const [stale, setStale] = useState<{ saved: Saved | null } | null>(null)
  const take = (fresh: T) => {
    setLoaded(fresh)
    setStale(null)
    of.onTake(fresh)
  }
  const failed = (error: Error) => (isProblem(error, 'stale') ? setStale({ saved: error.saved }) : of.onFailed(error))
  const staleAlert = (overwrite: (revision: number) => void) =>
    stale && (
      <StaleAlert
        saved={stale.saved}
        onLoad={() => void of.read().then(take, of.onFailed)}
        onOverwrite={() => void of.read().then(({ revision }) => overwrite(revision), of.onFailed)}
      />
    )
  return { loaded, take, failed, staleAlert }
}

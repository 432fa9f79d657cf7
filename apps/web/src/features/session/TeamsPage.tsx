import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import { hasNothingToChoose } from '../../session/nothing-to-choose.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

// nearly everybody goes on without ever seeing it
const TeamChooser = lazyPart(async () => (await import('./TeamChooser.tsx')).TeamChooser, { fallback: <Waiting /> })

/** Chooser of teams. With one membership, or right after signing in with a default one, it goes on to the homepage. */
export function TeamsPage() {
  const router = useRouter()
  const navigate = useNavigate()
  const teams = useQuery({ ...queryOf(api.session.teams), staleTime: 0 })
  const list = teams.data?.teams
  const [asksAgain, setAsksAgain] = useState(false)
  const context = router.options.context as { justSignedIn: boolean }
  // as it was when the page came: going on and coming back to choose is not signing in
  const [justSignedIn] = useState(context.justSignedIn)
  const goesOn = list !== undefined && hasNothingToChoose(list, justSignedIn)

  useEffect(() => {
    // most people go on from here: their page comes while the teams are asked for
    void router.preloadRoute({ to: paths.home }).catch(() => {})
  }, [router])
  useEffect(() => {
    if (!list) return
    context.justSignedIn = false
    if (goesOn) void navigate({ to: paths.home, replace: true })
  }, [list, goesOn, navigate, context])

  // NOTE nothing of the chooser, which would jump when the teams come, and flash when there is nothing to choose
  if (goesOn || (!list && !teams.isError)) return <Waiting />
  return (
    <TeamChooser
      list={list}
      error={teams.error}
      takesFocus={asksAgain}
      onRetry={() => {
        setAsksAgain(true)
        void teams.refetch()
      }}
    />
  )
}

function Waiting() {
  const { t } = useTranslation()
  return <Box role="status" aria-busy="true" aria-label={t('loading')} sx={{ minHeight: '100dvh' }} />
}

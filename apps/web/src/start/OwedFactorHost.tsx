import { useEffect, useRef, useState } from 'react'
import { onFactorOwed, showOwedFactor } from '../api/owed-factor.ts'
import { useSession } from '../api/SessionProvider.tsx'
import { paintOver } from '../guest/guest-colors.ts'
import { paths } from '../routes/paths.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { loadWords } from '../words/i18n.ts'

const OwedFactorStep = lazyPart(
  async () => {
    const [{ OwedFactorStep: component }] = await Promise.all([
      import('../guest/OwedFactorStep.tsx'),
      loadWords('session', 'factors'),
    ])
    return component
  },
  { floats: true },
)

/** Shows the step to a person who newly owes a second factor, then continues what they were doing. */
export function OwedFactorHost() {
  const { start, team, refresh } = useSession()
  const [isAsked, setAsked] = useState(false)
  const answer = useRef<(shown: boolean) => void>(() => {})
  useEffect(
    () =>
      onFactorOwed(
        () =>
          new Promise((resolve) => {
            answer.current = resolve
            paintOver(team.theme)
            setAsked(true)
          }),
      ),
    [team.theme],
  )
  useEffect(() => {
    if (start.me && start.owesFactor) void showOwedFactor()
  }, [start])
  if (!isAsked) return null
  return (
    <OwedFactorStep
      team={team}
      account={start.me?.email ?? ''}
      onShown={() => {
        setAsked(false)
        answer.current(true)
        void refresh()
      }}
      onGivenUp={() => {
        setAsked(false)
        answer.current(false)
        location.assign(paths.logout)
      }}
    />
  )
}

import type { Team } from '@learnt/contract/session'
import { useEffect, useState } from 'react'
import { GuestChoices } from './GuestChoices.tsx'
import { followGuestLook, paintGuestLook } from './guest-colors.ts'

/** The choices of guests on those of their pages that the whole application shows: errors, maintenance, coming soon. */
export function GuestStrip({ team }: { team: Team }) {
  useState(() => paintGuestLook(team.theme))
  useEffect(() => followGuestLook(team.theme), [team.theme])
  return (
    <div className="guest-strip">
      <GuestChoices team={team} />
    </div>
  )
}

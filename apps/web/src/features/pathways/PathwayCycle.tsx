import type { OwnPathway } from '@learnt/contract/pathways'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { StandingNote } from '../cycles/StandingNote.tsx'

/** Until when a pathway is valid, when its learner can renew it, and how often it was done before. */
export function PathwayCycle({ pathway }: { pathway: OwnPathway }) {
  const client = useQueryClient()
  const renew = async () => {
    await call(api.cycles.renewPathway, { params: { pathwayId: pathway.pathwayId } })
    await Promise.all([
      client.invalidateQueries({ queryKey: ['pathways'] }),
      client.invalidateQueries({ queryKey: ['learning'] }),
    ])
  }
  return (
    <StandingNote
      name="pathway"
      cycle={pathway.cycle}
      earlierCycles={pathway.earlierCycles}
      isDone={pathway.completedAt !== null}
      onRenew={renew}
    />
  )
}

import type { MembershipStatus } from '@learnt/contract/states'
import Box from '@mui/material/Box'
import { AppLink } from '../../ui/AppLink.tsx'
import { StateChip } from '../../ui/StateChip.tsx'

/** A name that opens the person's rows, with the status of who is away or has left. */
export function PersonCell({ name, status, href }: { name: string; status: MembershipStatus; href: string }) {
  if (status === 'active') return <AppLink href={href}>{name}</AppLink>
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'center' }}>
      <AppLink href={href}>{name}</AppLink>
      <StateChip kind="membership" state={status} />
    </Box>
  )
}

import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { dragId } from './drag-ids.ts'

interface OutlineGroupsProps {
  ids: readonly string[]
  label: string
  gap: number
  locked: boolean
  children: ReactNode
}

export function OutlineGroups({ ids, label, gap, locked, children }: OutlineGroupsProps) {
  return (
    <SortableContext
      items={ids.map((id) => dragId('group', id))}
      strategy={verticalListSortingStrategy}
      disabled={locked}
    >
      <Box component="ol" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap }}>
        {children}
      </Box>
    </SortableContext>
  )
}

import { useDroppable } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import Box from '@mui/material/Box'
import type { SxProps } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { dragId } from './drag-ids.ts'

interface OutlineItemsProps {
  /** The id of the container of the list. */
  id: string
  items: readonly string[]
  label?: string
  locked: boolean
  /** Shown instead of the items when there are none. */
  emptyText: string
  /** Items can be dropped on the list too; otherwise only while it is empty. */
  takesAll?: boolean
  sx: SxProps
  children: ReactNode
}

export function OutlineItems({
  id,
  items,
  label,
  locked,
  emptyText,
  takesAll = false,
  sx,
  children,
}: OutlineItemsProps) {
  const empty = items.length === 0
  const { setNodeRef, isOver } = useDroppable({ id: dragId('list', id), disabled: !takesAll && !empty })
  return (
    <SortableContext
      items={items.map((item) => dragId('item', item))}
      strategy={verticalListSortingStrategy}
      disabled={locked}
    >
      <Box
        component="ol"
        ref={setNodeRef}
        aria-label={label}
        sx={[
          { listStyle: 'none', m: 0, p: 0, display: 'grid', borderRadius: '10px' },
          isOver && { bgcolor: 'action.hover' },
          ...(Array.isArray(sx) ? sx : [sx]),
        ]}
      >
        {children}
        {empty && (
          <Typography component="li" variant="body2" color="textSecondary" sx={{ px: 1, py: 1 }}>
            {emptyText}
          </Typography>
        )}
      </Box>
    </SortableContext>
  )
}

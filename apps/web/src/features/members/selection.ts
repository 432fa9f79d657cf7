import type { HandlerInput } from '@learnt/contract/endpoint'
import type { members } from '@learnt/contract/members'
import type { Selected } from '../../ui/table/Column.ts'

export type Selection = HandlerInput<typeof members.setStatus>['body']['selection']

export interface BulkProps {
  selected: Selected
  /** What the list is narrowed by at the moment. */
  filter: Record<string, unknown>
  onDone: () => void
}

/** The ticked rows, or all that match what the list is narrowed by. */
export function selectionOf({ selected, filter }: Pick<BulkProps, 'selected' | 'filter'>): Selection {
  if (selected.by === 'ids') return { by: 'ids', ids: selected.ids }
  const named = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
  return { by: 'filter', filter: named as never }
}

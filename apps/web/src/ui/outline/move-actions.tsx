import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import type { KeyboardEvent } from 'react'
import type { ActionItem } from '../ActionMenu.tsx'

export type Way = 'up' | 'down'
const icons = { up: <UpIcon fontSize="small" />, down: <DownIcon fontSize="small" /> }

/** What the menu of a row has for those who do not drag. */
export function moveActions(
  label: (way: Way) => string,
  canMove: (way: Way) => boolean,
  move: (way: Way) => void,
): ActionItem[] {
  return (['up', 'down'] as const)
    .filter(canMove)
    .map((way) => ({ id: way, label: label(way), icon: icons[way], run: () => move(way) }))
}

/** Alt with an arrow key moves the row of the element `id`, which keeps the focus. */
export const moveByKeys = (id: string, move: (way: Way) => void) => ({
  'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown',
  onKeyDown: (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(event.key === 'ArrowUp' ? 'up' : 'down')
    // moved to another list the row is another element
    requestAnimationFrame(() => document.getElementById(id)?.focus())
  },
})

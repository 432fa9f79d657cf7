import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  header: string
  /** What its numbers count, shown at the header. */
  help?: string
  cell: (row: Row) => ReactNode
  /** The server can sort by this id. */
  sortable?: boolean
  /** Not shown until somebody chooses it. */
  hidden?: boolean
  /** Cannot be switched off. */
  fixed?: boolean
  align?: 'start' | 'end'
  /** CSS width of the column. */
  width?: string | number
  /** Place on a phone's card; `line` (label and value) unless said. In a table the title stays in sight. */
  card?: 'title' | 'subtitle' | 'image' | 'line' | 'none'
}

export interface ListFilter {
  key: string
  label: string
  options: readonly { value: string; label: string; count?: number }[]
  /** One value at most. */
  single?: boolean
  loading?: boolean
}

/** What bulk actions act on: the ticked rows, or everything that search and filters match on the server. */
export type Selected =
  | { by: 'ids'; ids: string[]; count: number }
  /** `isMore`: there are more than `count`, and nobody knows how many. */
  | { by: 'filter'; count: number; isMore?: true }

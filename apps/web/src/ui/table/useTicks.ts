import { useState } from 'react'

/** Which rows are ticked: some, of several pages maybe, or everything that matches. */
export interface Ticks {
  /** By id, of a row of this page. */
  has(rowId: string): boolean
  toggle(rowId: string): void
  /** How many rows of this page. */
  onPage: 'none' | 'some' | 'all'
  /** All rows of this page, or none of them where all are ticked. */
  togglePage(): void
  ids: string[]
  /** Everything that matches, on all pages. */
  isAllMatching: boolean
  tickAllMatching(): void
  clear(): void
}

const none: ReadonlySet<string> = new Set()

/** A selection belongs to one question: another search or filter forgets it. */
export function useTicks(question: string, pageIds: readonly string[]): Ticks {
  const [ticked, setTicked] = useState(none)
  const [isAllMatching, setAllMatching] = useState(false)
  const clear = () => {
    setTicked(none)
    setAllMatching(false)
  }
  const [asked, setAsked] = useState(question)
  if (asked !== question) {
    setAsked(question)
    clear()
  }

  const has = (rowId: string) => isAllMatching || ticked.has(rowId)
  const onPage = pageIds.every(has) ? 'all' : pageIds.some(has) ? 'some' : 'none'
  const put = (rowIds: readonly string[], isTicked: boolean) => {
    // removing one row from "all that match" keeps the other rows of the page, because the server has no "all but"
    const next = new Set(isAllMatching ? pageIds : ticked)
    for (const id of rowIds) {
      if (isTicked) next.add(id)
      else next.delete(id)
    }
    setTicked(next)
    setAllMatching(false)
  }
  return {
    has,
    toggle: (rowId) => put([rowId], !has(rowId)),
    onPage,
    togglePage: () => put(pageIds, onPage !== 'all'),
    ids: [...ticked],
    isAllMatching,
    tickAllMatching: () => setAllMatching(true),
    clear,
  }
}

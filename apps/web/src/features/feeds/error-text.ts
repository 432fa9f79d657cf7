import type { FeedRow } from '@learnt/contract/feeds'

/** What is wrong with a row, in one line. */
export function errorText({ column, expected, found }: FeedRow['errors'][number]): string {
  return [column, found && `“${found}”`].filter(Boolean).join(' ') + (column || found ? ': ' : '') + expected
}

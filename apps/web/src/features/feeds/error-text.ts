import type { FeedRow } from '@learnt/contract/feeds'

const quotes: Readonly<Record<string, string>> = { de: '„“', ar: '«»' }

/** What is wrong with a row, in one line. */
export function errorText({ column, expected, found }: FeedRow['errors'][number], language: string): string {
  const [open, close] = quotes[language] ?? '“”'
  return (
    [column, found && `${open}${found}${close}`].filter(Boolean).join(' ') + (column || found ? ': ' : '') + expected
  )
}

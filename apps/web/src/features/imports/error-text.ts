import type { ImportRow } from '@learnt/contract/imports'

const quotes: Readonly<Record<string, string>> = { de: '„“', ar: '«»' }

/** What is wrong with a row, in one line. */
export function errorText({ column, expected, found }: ImportRow['errors'][number], language: string): string {
  const [open, close] = quotes[language] ?? '“”'
  return (
    [column, found && `${open}${found}${close}`].filter(Boolean).join(' ') + (column || found ? ': ' : '') + expected
  )
}

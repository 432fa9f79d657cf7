import { useDueDay } from './useDueDay.ts'

/** The last day on which something may be done. */
export function DueText({ value }: { value: string | null }) {
  const dueDay = useDueDay()
  if (!value) return <span>–</span>
  return (
    <time dateTime={value} style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {dueDay(value)}
    </time>
  )
}

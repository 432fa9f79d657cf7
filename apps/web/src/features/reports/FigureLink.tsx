import { AppLink } from '../../ui/AppLink.tsx'

/** A number that opens the rows behind it; nothing to open behind a zero. */
export function FigureLink({
  value,
  label,
  href,
  isLate = false,
}: {
  value: number
  /** What is counted, and of whom or what. */
  label: string
  href: string
  isLate?: boolean
}) {
  if (value === 0) return value
  return (
    <AppLink href={href} color={isLate ? 'error.main' : 'inherit'} aria-label={`${value}: ${label}`}>
      {value}
    </AppLink>
  )
}

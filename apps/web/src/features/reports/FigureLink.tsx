import { AppLink } from '../../ui/AppLink.tsx'

/** A number that links to the rows behind it; a zero is no link. */
export function FigureLink({
  value,
  label,
  href,
  isLate = false,
}: {
  value: number
  /** What the number counts, and the person or document that it is about. */
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

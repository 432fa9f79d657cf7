import type { ReactNode } from 'react'

/** A short word about a thing: a role, a category, "optional". For states use StateChip. */
export function Tag({
  look = 'outlined',
  children,
}: {
  look?: 'outlined' | 'filled' | 'primary'
  children: ReactNode
}) {
  return (
    <span className="word-chip" data-look={look}>
      {children}
    </span>
  )
}

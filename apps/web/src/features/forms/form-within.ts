import type { ReactNode } from 'react'

/** A step of a course in which a form is filled in. */
export interface FormWithin {
  /** What it is called among the forms that this device has opened. */
  keptAs: string
  /** Around what is said of saving and time. */
  head: (bar: ReactNode) => ReactNode
  /** Leads on after it was submitted. */
  next: ReactNode
}

/** A step of a course in which a form is filled in. */
export interface FormWithin {
  /** What it is called among the forms that this device has opened. */
  keptAs: string
  onDone: () => void
  onLeave: () => void
}

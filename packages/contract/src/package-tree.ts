import type { ItemControls, PackageItem } from './packages.ts'

// No zod here: the player loads this before the learner's package.

/** Controls where the manifest says nothing: everything may be chosen and walked through. */
export const openControls: ItemControls = {
  choice: true,
  choiceExit: true,
  flow: true,
  forwardOnly: false,
  tracked: true,
  completionSetByContent: false,
  objectiveSetByContent: false,
}

/** The items that open something, in the order of the outline. */
export function launchableItems(items: readonly PackageItem[]): PackageItem[] {
  return items.flatMap((item) => [...(item.href === null ? [] : [item]), ...launchableItems(item.children)])
}

/** Seconds of `HHHH:MM:SS.ss` (1.2) or `P1DT2H3M4.5S` (2004). */
export function readDuration(text: string): number | null {
  const clock = /^(\d{1,4}):(\d{1,2}):(\d{1,2}(?:\.\d{1,2})?)$/.exec(text)
  if (clock) return Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3])
  const span = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i.exec(
    text,
  )
  if (!span || text.length < 3) return null
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = span
    .slice(1)
    .map((part) => (part === undefined ? 0 : Number(part)))
  return ((years * 365.25 + months * 30.4375 + weeks * 7 + days) * 24 + hours) * 3600 + minutes * 60 + seconds
}

import type { Notification } from '@learnt/contract/notifications'

interface Day {
  /** `YYYY-MM-DD` where the reader is. */
  readonly day: string
  /** Days since then. */
  readonly ago: number
  readonly items: readonly Notification[]
}

/** Notifications in their order, those of one day together. */
export function groupByDay(items: readonly Notification[], now: Date = new Date()): Day[] {
  const today = dayOf(now)
  const groups = new Map<string, Notification[]>()
  for (const one of items) {
    const day = dayOf(new Date(one.createdAt))
    groups.set(day, [...(groups.get(day) ?? []), one])
  }
  return [...groups].map(([day, of]) => ({
    day,
    ago: Math.round((Date.parse(`${today}T12:00:00Z`) - Date.parse(`${day}T12:00:00Z`)) / 86_400_000),
    items: of,
  }))
}

function dayOf(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

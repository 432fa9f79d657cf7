// Days and times of the clock somewhere, and the moments that they are. Zones know gaps (a time that no clock shows, when
// summer time begins) and doubled hours (a time that clocks show twice, when it ends).

/** Date and time as a clock on the wall shows them: `2026-03-29T02:30`. */
export const wallTimeForm = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/

/** Whether this is the name of a time zone: `Europe/Berlin`. */
export function isZone(name: string): boolean {
  try {
    formatOf(name)
    return /^[A-Z]/.test(name)
  } catch {
    return false
  }
}

/** What clocks in the zone show at that moment. */
export function wallTimeAt(moment: Date, zone: string): string {
  return new Date(moment.getTime() + offsetAt(moment.getTime(), zone)).toISOString().slice(0, 16)
}

/** When clocks in the zone show this time: never (a gap), once, or twice (a doubled hour), the earlier moment first. */
export function momentsOf(wallTime: string, zone: string): Date[] {
  const asUtc = Date.parse(`${wallTime}:00.000Z`)
  // The 31st of February is no day, though Date takes it for one in March.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(wallTime)) return []
  const offsets = new Set([-1, 0, 1].map((days) => offsetAt(asUtc + days * dayMs, zone)))
  return [...offsets]
    .map((offset) => asUtc - offset)
    .filter((moment) => moment + offsetAt(moment, zone) === asUtc)
    .sort((a, b) => a - b)
    .map((moment) => new Date(moment))
}

/** When the day begins there: midnight, or the first moment behind a gap that swallows it. */
export function startOfDay(day: string, zone: string): Date {
  const [first] = momentsOf(`${day}T00:00`, zone)
  if (first) return first
  // The gap ends with the first whole quarter of an hour that exists.
  for (let minutes = 15; minutes < 24 * 60; minutes += 15) {
    const clock = new Date(Date.parse(day) + minutes * 60_000).toISOString().slice(0, 16)
    const [found] = momentsOf(clock, zone)
    if (found) return found
  }
  return new Date(Date.parse(day))
}

const dayMs = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  return format
}

/** Milliseconds by which clocks in the zone are ahead of UTC at that moment. */
function offsetAt(moment: number, zone: string): number {
  const whole = Math.floor(moment / 1000) * 1000
  const parts: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(whole)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - whole
}

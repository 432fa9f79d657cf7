import type { PersonalEntryInput } from '@learnt/contract/calendar'
import { addDays } from '@learnt/contract/cycle-periods'
import { momentsOf, startOfDay } from '@learnt/contract/zoned-times'
import type { z } from 'zod'
import { hidden, type Rule } from '../../platform/authorize.ts'
import { invalid } from '../../platform/problem.ts'

const own: Rule<{ readonly userId: string }> = (actor, entry) => (entry.userId === actor.userId ? null : hidden)

/** Own entries are private: to everybody else they do not exist. */
export const personalEntryPolicy = { change: own, remove: own }

/** The longest own entry. */
const mostDays = 366

/**
 * The moments of an own entry. Refuses, at the field, an end before the beginning and times that no clock shows. A time
 * that clocks show twice is the first one, or for an end the second if it must be.
 */
export function entryMoments({ time, timeZone }: Pick<z.output<typeof PersonalEntryInput>, 'time' | 'timeZone'>): {
  startsAt: Date
  endsAt: Date
  firstDay: string | null
  lastDay: string | null
} {
  if (time.by === 'days') {
    if (time.last < time.first) throw invalid({ 'body.time.last': 'endsBeforeStarts' })
    if (time.last > addDays(time.first, mostDays)) throw invalid({ 'body.time.last': 'entryTooLong' })
    return {
      startsAt: startOfDay(time.first, timeZone),
      endsAt: startOfDay(addDays(time.last, 1), timeZone),
      firstDay: time.first,
      lastDay: time.last,
    }
  }
  const [startsAt] = momentsOf(time.starts, timeZone)
  if (!startsAt) throw invalid({ 'body.time.starts': 'timeInGap' })
  const ends = momentsOf(time.ends, timeZone)
  if (ends.length === 0) throw invalid({ 'body.time.ends': 'timeInGap' })
  const endsAt = ends.find((moment) => moment >= startsAt)
  if (!endsAt) throw invalid({ 'body.time.ends': 'endsBeforeStarts' })
  if (endsAt.getTime() - startsAt.getTime() > mostDays * 86_400_000) throw invalid({ 'body.time.ends': 'entryTooLong' })
  return { startsAt, endsAt, firstDay: null, lastDay: null }
}

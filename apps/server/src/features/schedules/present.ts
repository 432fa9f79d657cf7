import type { Presented } from '@learnt/contract/endpoint'
import type { Schedule } from '@learnt/contract/schedules'
import type { Actor } from '../../platform/actor.ts'
import type { ScheduleRow } from './queries.ts'

export function presentSchedule(actor: Actor, row: ScheduleRow): Presented<typeof Schedule> {
  const isMine = row.ownerId === actor.userId
  return {
    id: row.id,
    viewId: row.viewId,
    viewName: row.viewName,
    list: row.list as Schedule['list'],
    ownerName: row.ownerName,
    isMine,
    isActive: row.isActive,
    stoppedReason: row.stoppedReason as Schedule['stoppedReason'],
    rhythm: row.rhythm as Schedule['rhythm'],
    weekdays: row.weekdays,
    monthDay: row.monthDay,
    time: row.time,
    shows: row.shows as Schedule['shows'],
    timeZone: row.zone,
    nextAt: row.isActive ? row.nextAt : null,
    lastAt: row.lastAt,
    receives: row.receives,
    receivers: isMine ? row.receivers : [],
  }
}

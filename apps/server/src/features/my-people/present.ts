import type { MyPerson } from '@learnt/contract/my-people'
import type { MyPersonRow } from './queries/list-people.ts'

export function presentPerson(row: MyPersonRow): MyPerson {
  const { score: _score, sortName: _sortName, ...shown } = row
  const moment = (at: Date | string | null) => (at === null ? null : new Date(at).toISOString())
  return {
    ...shown,
    completionRate: row.assigned === 0 ? null : Math.round((1000 * row.completed) / row.assigned) / 10,
    lastActivityAt: moment(row.lastActivityAt),
    remindedAt: moment(row.remindedAt),
  }
}

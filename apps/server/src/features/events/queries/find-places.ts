import type { EventContent } from '@learnt/contract/events/content'
import type { ReadTx } from '../../../platform/db/database.ts'
import type { ContentProblem } from '../../documents/kind.ts'

/** Rooms and facilitators that a content names and that this tenant does not have. Archived ones stay where they are. */
export async function findUnknownPlaces(tx: ReadTx, content: EventContent): Promise<ContentProblem[]> {
  const rooms = [
    { path: 'roomId', id: content.roomId },
    ...content.sessions.map((session, i) => ({ path: `sessions.${i}.roomId`, id: session.roomId })),
  ].flatMap(({ path, id }) => (id === null ? [] : [{ path, id }]))
  const people = [
    ...content.facilitators.map((id, i) => ({ path: `facilitators.${i}`, id })),
    ...content.sessions.flatMap((session, i) =>
      session.facilitators.map((id, j) => ({ path: `sessions.${i}.facilitators.${j}`, id })),
    ),
  ]
  const [knownRooms, knownPeople] = await Promise.all([
    rooms.length === 0
      ? []
      : tx
          .selectFrom('eventRooms')
          .select('id')
          .where(
            'id',
            'in',
            rooms.map((one) => one.id),
          )
          .execute(),
    people.length === 0
      ? []
      : tx
          .selectFrom('eventFacilitators')
          .select('userId')
          .where(
            'userId',
            'in',
            people.map((one) => one.id),
          )
          .execute(),
  ])
  const known = new Set([...knownRooms.map((row) => row.id), ...knownPeople.map((row) => row.userId)])
  const unknown = (list: typeof rooms, code: string) =>
    list.filter((one) => !known.has(one.id)).map(({ path }) => ({ path, code, title: '' }))
  return [...unknown(rooms, 'roomUnknown'), ...unknown(people, 'facilitatorUnknown')]
}

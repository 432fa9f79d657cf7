import { isDeepStrictEqual } from 'node:util'
import type { EventContent, EventPlace, EventSession } from '@learnt/contract/events/content'
import { newEvent } from '@learnt/contract/events/content'
import { searchForm } from '@learnt/contract/text'
import type { Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../documents/commands/change-document.ts'
import {
  commonDetails,
  findUnknownFiles,
  findWrongPrerequisites,
  type NamedFile,
  namedImage,
} from '../documents/commands/check-named.ts'
import type { DocumentKindRules } from '../documents/kind.ts'
import { applyVersion } from './commands/apply-version.ts'
import { findUnknownPlaces } from './queries/find-places.ts'
import { checkTimes } from './times.ts'

const details = ['title', 'description', 'category', 'tags', 'imageFileId', 'language'] as const
const settings = [
  'capacity',
  'registration',
  'waiting',
  'cancelHours',
  'reminders',
  'join',
  'attendance',
  'checkIn',
  'timeZone',
] as const
const places = ['place', 'roomId', 'address', 'joinUrl', 'facilitators'] as const

/** Events: dates that people attend. */
export const eventKind: DocumentKindRules<EventContent> = {
  type: 'event',
  noun: 'events',
  namedDocuments: (content) => content.prerequisites,
  namedFiles: (content) => filesOf(content).map((one) => one.fileId),

  async check(ctx, tx, event, given, named) {
    const content = { ...given, tags: [...new Set(given.tags)], reminders: [...new Set(given.reminders)] }
    // Times are complained about when it is published: a draft may be unfinished.
    refuse(
      ctx,
      'body.content',
      'events.problem',
      checkTimes(content).filter((one) => one.code === 'zone' || one.code === 'idTwice'),
    )
    refuse(ctx, 'body.content', 'events', [
      ...(await findUnknownFiles(tx, filesOf(content))),
      ...(await findUnknownPlaces(tx, content)),
      ...findWrongPrerequisites(event.id, content, named),
    ])
    return content
  },

  details: (content) => ({
    ...commonDetails(content),
    searchText: searchForm(
      [
        content.title,
        content.description,
        content.category,
        ...content.tags,
        content.address,
        ...content.sessions.map((session) => session.address),
      ].join('\n'),
    ),
    subtype: content.place,
    activityCount: content.sessions.length,
    prerequisites: content.prerequisites,
  }),

  findProblems: (content) => checkTimes(content),

  compare(before, after) {
    if (!before) return [{ change: 'created', title: after.title, fields: [] }]
    const changed = <K extends keyof EventContent>(keys: readonly K[]) =>
      keys.filter((key) => !isDeepStrictEqual(before[key], after[key]))
    const [was, is] = [before, after].map((one) => new Map(one.sessions.map((session) => [session.id, session]))) as [
      Map<string, EventSession>,
      Map<string, EventSession>,
    ]
    const titleOf = (session: EventSession) => session.title || session.start.replace('T', ' ')
    const fields = changed(details)
    return [
      ...(fields.length > 0 ? [{ change: 'details', title: after.title, fields: [...fields] }] : []),
      ...(changed(settings).length > 0 ? [{ change: 'settings', title: after.title, fields: [] }] : []),
      ...(changed(places).length > 0 ? [{ change: 'place', title: after.title, fields: [] }] : []),
      ...(changed(['files']).length > 0 ? [{ change: 'files', title: after.title, fields: [] }] : []),
      ...[...is.values()].flatMap((session) => {
        const old = was.get(session.id)
        if (!old) return [{ change: 'dateAdded', title: titleOf(session), fields: [] }]
        return isDeepStrictEqual(old, session) ? [] : [{ change: 'dateMoved', title: titleOf(session), fields: [] }]
      }),
      ...[...was.values()]
        .filter((session) => !is.has(session.id))
        .map((session) => ({ change: 'dateRemoved', title: titleOf(session), fields: [] })),
      ...(changed(['prerequisites']).length > 0 ? [{ change: 'prerequisites', title: after.title, fields: [] }] : []),
    ]
  },

  steps: () => null,
  published: (ctx, tx, of) => applyVersion(ctx, tx, { eventId: of.document.id, ...of }),

  copy(content, title) {
    const ids = new Map(content.sessions.map((session) => [session.id, newId()]))
    const { attendance } = content
    return {
      ...content,
      title,
      sessions: content.sessions.map((session) => ({ ...session, id: ids.get(session.id) ?? newId() })),
      attendance:
        attendance.rule === 'these'
          ? { ...attendance, sessionIds: attendance.sessionIds.flatMap((id) => ids.get(id) ?? []) }
          : attendance,
    }
  },
}

/** What creating one begins with. */
export function beginEvent(
  of: { title: string; category: string; place: EventPlace; timeZone?: string | undefined },
  _ctx: Ctx,
): EventContent {
  return newEvent({ title: of.title, category: of.category, place: of.place, timeZone: of.timeZone ?? 'UTC' })
}

function filesOf(content: EventContent): NamedFile[] {
  return [
    ...namedImage(content),
    ...content.files.map(({ fileId, title }, i) => ({ path: `files.${i}.fileId`, fileId, title, fits: () => true })),
  ]
}

import { Readable } from 'node:stream'
import { api } from '@learnt/contract'
import { codeSeconds } from '@learnt/contract/events/check-in-codes'
import type { EventContent } from '@learnt/contract/events/content'
import { tidyAddress } from '@learnt/contract/text'
import { Id } from '@learnt/contract/values'
import { audit } from '../../platform/audit.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { sendDownload } from '../../platform/csv.ts'
import type { WriteTx } from '../../platform/db/database.ts'
import { RateLimit } from '../../platform/http/limits.ts'
import { type Route, rawRoute, route } from '../../platform/http/route.ts'
import { setPaper } from '../../platform/pdf/set-paper.ts'
import { invalid, notFound, ProblemError } from '../../platform/problem.ts'
import { sendReportFile } from '../../platform/report-file.ts'
import { documentRoutes } from '../documents/kind-routes.ts'
import { documentPolicy, refuseOrganiser } from '../documents/policy.ts'
import { type DocumentRecord, findDocument, getWorkingContent } from '../documents/queries.ts'
import { listFiles } from '../files/queries.ts'
import { assignPeople } from '../permissions/commands/assign-document.ts'
import { readOwn } from '../permissions/commands/read-own.ts'
import { cancelEvent, moveSession } from './commands/change-event.ts'
import {
  checkIn,
  decideScans,
  personCode,
  personOfCode,
  type ScanOutcome,
  scanPeople,
  seedOf,
} from './commands/check-in.ts'
import { countAttendance, findEventStep, registerInCourse, type StepPlace, toCount } from './commands/in-course.ts'
import { joinEvent } from './commands/join-event.ts'
import { changeRoom, createRoom, putFacilitator } from './commands/keep-places.ts'
import {
  addPeople,
  cancelForPeople,
  decideCancellations,
  movePeople,
  namePeople,
  promotePeople,
  removePeople,
  reorderList,
  reserveSeats,
} from './commands/manage-people.ts'
import { markPeople } from './commands/mark-attendance.ts'
import { acceptOffer, cancelOwn, changeInterest, impossible, keepSeat, register } from './commands/register.ts'
import { queueMessage } from './commands/send-message.ts'
import { runAnyway } from './commands/warn-minimum.ts'
import { beginEvent, eventKind } from './kind.ts'
import { isOwn } from './policy.ts'
import { presentAttendee, presentCard, presentHead, presentOwnEvent, presentSeats } from './present.ts'
import {
  countReserved,
  countStates,
  findEvent,
  type KeptEvent,
  listReservations,
  listSessions,
  mayLead,
  mayShowCode,
} from './queries/find-event.ts'
import { findStanding } from './queries/find-standing.ts'
import {
  attendeeFileColumns,
  attendeesFile,
  countAttendees,
  countScans,
  findPeople,
  listAttendees,
  listScans,
  listSeatHolders,
} from './queries/list-attendees.ts'
import { listManagedEvents, listManagedPeople } from './queries/list-managed.ts'
import { findClashes, findFacilitator, findRoom, listFacilitators, listRooms } from './queries/list-places.ts'
import { exploreEvents, findOwnEvent, listOwnEvents, type OwnEventRow } from './queries/own-events.ts'
import { previewNotices } from './queries/preview-notices.ts'
import { coveredBy, findByAddress, findReach, type Reach } from './queries/reach.ts'
import { namesOf, writeCalendarFile } from './queries/write-file.ts'
import { signInSheet } from './sheet.ts'
import { expandSeries, isZone, readLocal } from './times.ts'

/** A PDF of many people takes seconds of the thread that draws them all. */
const drawn = new RateLimit({ burst: 20, perMinute: 20 })

export const eventRoutes: Route[] = [
  ...documentRoutes(api.events, eventKind, beginEvent),

  route(api.events.series, ({ body }) => Promise.resolve(expandSeries(body))),

  route(api.events.clashes, async ({ ctx, params, body }) => {
    const document = await loadDocument(ctx, params.documentId)
    if (!isZone(body.timeZone)) return { items: [] }
    const sessions = body.sessions.flatMap((session) => {
      const [start, end] = [readLocal(session.start, body.timeZone), readLocal(session.end, body.timeZone)]
      if (!('at' in start) || !('at' in end) || end.at <= start.at) return []
      return [
        {
          id: session.id,
          startsAt: start.at,
          endsAt: end.at,
          roomId: session.roomId ?? body.roomId,
          facilitators: session.facilitators.length > 0 ? session.facilitators : body.facilitators,
        },
      ]
    })
    const rows = await ctx.read((tx) => findClashes(tx, { eventId: document.id, seats: body.seats, sessions }))
    return {
      items: rows.map((row) => ({
        ...row,
        startsAt: row.startsAt?.toISOString() ?? null,
        endsAt: row.endsAt?.toISOString() ?? null,
      })),
    }
  }),

  route(api.events.noticePreview, async ({ ctx, params, query }) => {
    const document = await loadDocument(ctx, params.documentId)
    authorize(ctx.actor, refuseOrganiser, document)
    const notices = await ctx.read(async (tx) => {
      const content = await getWorkingContent<EventContent>(tx, document)
      const isReady = eventKind.findProblems(content, document, new Map()).length === 0
      if (query.act === 'publish' && !isReady) return []
      return previewNotices(ctx, tx, { eventId: document.id, act: query.act, content, title: document.title })
    })
    return { notices }
  }),

  route(api.events.move, async ({ ctx, params, body }) => {
    const document = await loadDocument(ctx, params.documentId)
    authorize(ctx.actor, documentPolicy.edit, document)
    await moveSession(ctx, document, { ...body, sessionId: params.sessionId })
    return showHead(ctx, document.id)
  }),

  route(api.events.cancelEvent, async ({ ctx, params, body }) => {
    const document = await loadDocument(ctx, params.documentId)
    authorize(ctx.actor, refuseOrganiser, document)
    await cancelEvent(ctx, document.id, body)
    return showHead(ctx, document.id)
  }),

  route(api.events.runAnyway, async ({ ctx, params }) => {
    const document = await loadDocument(ctx, params.documentId)
    authorize(ctx.actor, refuseOrganiser, document)
    await runAnyway(ctx, document.id)
    return showHead(ctx, document.id)
  }),

  route(api.events.rooms, async ({ ctx, query }) => {
    const page = await ctx.read((tx) => listRooms(ctx, tx, query))
    return { items: page.rows, next: page.next, total: page.total }
  }),
  route(api.events.createRoom, async ({ ctx, body }) => {
    const id = await ctx.write((tx) => createRoom(ctx, tx, body))
    return getRoom(ctx, id)
  }),
  route(api.events.changeRoom, async ({ ctx, params, body }) => {
    await ctx.write((tx) => changeRoom(ctx, tx, params.roomId, body))
    return getRoom(ctx, params.roomId)
  }),
  route(api.events.facilitators, async ({ ctx, query }) => {
    const page = await ctx.read((tx) => listFacilitators(ctx, tx, query))
    return { items: page.rows, next: page.next, total: page.total }
  }),
  route(api.events.putFacilitator, async ({ ctx, params, body }) => {
    await ctx.write((tx) => putFacilitator(ctx, tx, params.userId, body))
    const found = await ctx.read((tx) => findFacilitator(ctx, tx, params.userId))
    if (!found) throw notFound()
    return found
  }),

  route(api.events.explore, async ({ ctx, query }) => {
    const page = await readOwn(ctx, (tx) => exploreEvents(ctx, tx, query))
    return {
      items: page.rows.map((row) => presentCard(ctx, row)),
      next: page.next,
      total: page.total,
      facets: page.facets,
    }
  }),
  route(api.events.mine, async ({ ctx, query }) => {
    const page = await ctx.read((tx) => listOwnEvents(ctx, tx, query))
    return {
      items: page.rows.map((row) => presentCard(ctx, row)),
      next: page.next,
      total: page.total,
      counts: page.counts,
    }
  }),
  route(api.events.own, ({ ctx, params }) => showOwn(ctx, params.documentId)),
  route(api.events.register, async ({ ctx, params, body }) => {
    await register(ctx, params.documentId, body)
    return showOwn(ctx, params.documentId)
  }),
  route(api.events.inCourse.own, ({ ctx, params }) => showInCourse(ctx, params)),
  route(api.events.inCourse.register, async ({ ctx, params, body }) => {
    await registerInCourse(ctx, params, body)
    return showInCourse(ctx, params)
  }),
  route(api.events.inCourse.count, async ({ ctx, params }) => {
    await countAttendance(ctx, params)
    return showInCourse(ctx, params)
  }),
  route(api.events.cancel, async ({ ctx, params, body }) => {
    await cancelOwn(ctx, params.documentId, body)
    return showOwn(ctx, params.documentId)
  }),
  route(api.events.keep, async ({ ctx, params }) => {
    await keepSeat(ctx, params.documentId)
    return showOwn(ctx, params.documentId)
  }),
  route(api.events.accept, async ({ ctx, params }) => {
    await acceptOffer(ctx, params.documentId)
    return showOwn(ctx, params.documentId)
  }),
  route(api.events.interest, async ({ ctx, params, body }) => {
    await changeInterest(ctx, params.documentId, body.isInterested)
    return showOwn(ctx, params.documentId)
  }),
  route(api.events.join, ({ ctx, params }) => ctx.write((tx) => joinEvent(ctx, tx, params.documentId))),
  route(api.events.checkIn, async ({ ctx, params, body }) => {
    const { id, result, sessionId } = await ctx.write((tx) => checkIn(ctx, tx, params.documentId, body))
    return { id, result, sessionId, person: null }
  }),
  route(api.events.ownCode, async ({ ctx, params }) => {
    const row = await loadOwn(ctx, params.documentId)
    if (
      row.state !== 'attending' &&
      row.state !== 'cancellation' &&
      row.state !== 'attended' &&
      row.state !== 'not attended'
    )
      throw impossible('noSeat')
    return { code: personCode(ctx, row.eventId, ctx.actor.userId) }
  }),
  rawRoute(api.events.calendarFile, async ({ ctx, request, reply }) => {
    if (ctx === null) throw new ProblemError('not-signed-in')
    const eventId = Id.safeParse((request.params as { documentId: string }).documentId).data
    if (!eventId) throw notFound()
    const row = await loadOwn(ctx, eventId)
    const file = await ctx.read((tx) => writeCalendarFile(ctx, tx, { eventId, state: row.state }))
    return reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="event.ics"')
      .send(file)
  }),

  route(api.events.head, ({ ctx, params }) => showHead(ctx, params.documentId)),
  route(api.events.attendees, async ({ ctx, params, query }) => {
    const event = await loadLed(ctx, params.documentId)
    const page = await ctx.read((tx) => listAttendees(ctx, tx, event, query))
    return { items: page.rows.map((row) => presentAttendee(ctx, row)), next: page.next, total: page.total }
  }),
  route(api.events.waitList, async ({ ctx, params, query }) => {
    const event = await loadLed(ctx, params.documentId)
    const page = await ctx.read((tx) =>
      listAttendees(ctx, tx, event, { ...query, sort: 'number', direction: 'asc' }, { isList: true }),
    )
    return { items: page.rows.map((row) => presentAttendee(ctx, row)), next: page.next, total: page.total }
  }),
  ...(['csv', 'xlsx'] as const).map((format) =>
    rawRoute(api.events[format === 'csv' ? 'attendeesCsv' : 'attendeesXlsx'], async (call) => {
      const { ctx, request } = call
      if (ctx === null) throw new ProblemError('not-signed-in')
      const eventId = Id.safeParse((request.params as { documentId: string }).documentId).data
      if (!eventId) throw notFound()
      const event = await loadLed(ctx, eventId)
      const columns = attendeeFileColumns.map((column) => ({
        ...column,
        header: ctx.t(`events.columns.${column.header}`),
      }))
      return sendReportFile(call, ctx, {
        format,
        columns,
        name: 'attendees',
        title: ctx.t('events.sheet'),
        entry: { action: 'events.export', subjectType: 'event', subjectId: event.id, subjectTitle: event.title },
        count: (tx) => countAttendees(ctx, tx, event),
        rows: attendeesFile(ctx, event, { format, columns }),
      })
    }),
  ),
  rawRoute(api.events.signInSheet, async ({ ctx, request, reply }) => {
    if (ctx === null) throw new ProblemError('not-signed-in')
    const params = request.params as { documentId: string; sessionId: string }
    const eventId = Id.safeParse(params.documentId).data
    if (!eventId) throw notFound()
    const event = await loadLed(ctx, eventId)
    drawn.take(ctx.actor.userId)
    const [sessions, names] = await ctx.read((tx) =>
      Promise.all([listSessions(tx, event.id, null), listSeatHolders(ctx, tx, event)]),
    )
    const session = sessions.find((one) => one.id === params.sessionId)
    if (!session) throw notFound()
    const bytes = await setPaper(ctx, signInSheet(ctx, event, session, names))
    const subject = { subjectType: 'event', subjectId: event.id, subjectTitle: event.title } as const
    await ctx.write((tx) => audit(ctx, tx, { ...subject, action: 'events.export' }))
    reply.header('content-length', bytes.length)
    const name = `${event.title.slice(0, 80)}.pdf`
    return sendDownload(reply, name, 'application/pdf', Readable.from([Buffer.from(bytes)]), 'private, no-store')
  }),
  route(api.events.mark, async ({ ctx, params, body }) => {
    const event = await loadLed(ctx, params.documentId)
    return ctx.write(async (tx) => {
      const within = await findReach(ctx, tx, event, body.userIds)
      return markPeople(ctx, tx, { eventId: event.id, sessionId: params.sessionId, source: 'hand', within, ...body })
    })
  }),
  route(api.events.walkIn, async ({ ctx, params, body }) => {
    const event = await loadLed(ctx, params.documentId)
    return ctx.write(async (tx) => {
      const { userIds, within } = await namePeopleFor(ctx, tx, event, body)
      // Leaves out a leader who walks in to their own event: nobody marks their own attendance.
      await giveEvent(ctx, tx, event, { userIds: userIds.filter((userId) => !isOwn(ctx.actor, userId)), within })
      return markPeople(ctx, tx, {
        eventId: event.id,
        sessionId: params.sessionId,
        userIds,
        mark: 'attended',
        source: 'walkIn',
        within,
      })
    })
  }),
  route(api.events.findPeople, async ({ ctx, params, query }) => {
    const event = await loadLed(ctx, params.documentId)
    return { items: await ctx.read((tx) => findPeople(ctx, tx, event, query)) }
  }),
  route(api.events.codes, async ({ ctx, params }) => {
    const event = await loadLed(ctx, params.documentId)
    authorize(ctx.actor, mayShowCode, event)
    const sessions = await ctx.read((tx) => listSessions(tx, event.id, null))
    if (!sessions.some((session) => session.id === params.sessionId)) throw notFound()
    return { seed: seedOf(event, params.sessionId), seconds: codeSeconds, serverAt: ctx.now.toISOString() }
  }),
  route(api.events.scan, async ({ ctx, params, body }) => {
    const event = await loadLed(ctx, params.documentId)
    return ctx.write(async (tx) => {
      const named = body.scans.flatMap((scan) => personOfCode(ctx, scan.code)?.userId ?? [])
      const within = await findReach(ctx, tx, event, named)
      const of = { eventId: event.id, sessionId: params.sessionId, scans: body.scans, within }
      return presentScans(tx, await scanPeople(ctx, tx, of))
    })
  }),
  route(api.events.refusedScans, async ({ ctx, params, query }) => {
    const event = await loadLed(ctx, params.documentId)
    const page = await ctx.read((tx) => listScans(ctx, tx, event, query))
    return {
      items: page.rows.map(({ userId, name, ...row }) => ({
        id: row.id,
        sessionId: row.sessionId,
        result: row.result as 'wrongCode',
        by: row.by,
        person: userId ? { userId, name } : null,
        scannedAt: row.scannedAt.toISOString(),
        receivedAt: row.receivedAt.toISOString(),
        can: {
          decide:
            row.result !== 'late'
              ? 'events.wrongState'
              : userId && isOwn(ctx.actor, userId)
                ? 'events.ownAttendance'
                : null,
        },
      })),
      next: page.next,
      total: page.total,
    }
  }),
  route(api.events.decideScans, async ({ ctx, params, body }) => {
    const event = await loadLed(ctx, params.documentId)
    return ctx.write(async (tx) => presentScans(tx, await decideScans(ctx, tx, { event, ...body })))
  }),
  route(api.events.decideCancellation, async ({ ctx, params, body }) => {
    const event = await loadLed(ctx, params.documentId)
    return ctx.write(async (tx) => {
      const within = await findReach(ctx, tx, event, body.userIds)
      return decideCancellations(ctx, tx, { eventId: event.id, within, ...body })
    })
  }),
  route(api.events.message, async ({ ctx, params, body }) => {
    const event = await loadLed(ctx, params.documentId)
    return { people: await ctx.write((tx) => queueMessage(ctx, tx, { event, ...body })) }
  }),

  route(api.events.addPeople, async ({ ctx, params, body }) => {
    const event = await loadLed(ctx, params.documentId)
    return ctx.write(async (tx) => {
      const named = await namePeopleFor(ctx, tx, event, body)
      await giveEvent(ctx, tx, event, named)
      return addPeople(ctx, tx, { eventId: event.id, ...named, otherwiseWait: body.otherwiseWait })
    })
  }),
  route(api.events.removePeople, async ({ ctx, params, body }) => {
    const event = await loadLed(ctx, params.documentId)
    return ctx.write(async (tx) => {
      const within = await findReach(ctx, tx, event, body.userIds)
      return removePeople(ctx, tx, { eventId: event.id, within, ...body })
    })
  }),
  route(api.events.movePeople, async ({ ctx, params, body }) => {
    const event = await loadLed(ctx, params.documentId)
    const target = await loadLed(ctx, body.toEventId)
    return ctx.write(async (tx) => {
      const [here, there] = await Promise.all([
        findReach(ctx, tx, event, body.userIds),
        findReach(ctx, tx, target, body.userIds),
      ])
      const within = inBoth(here, there)
      await giveEvent(ctx, tx, target, { userIds: body.userIds, within })
      return movePeople(ctx, tx, { eventId: event.id, within, ...body })
    })
  }),
  route(api.events.promote, async ({ ctx, params, body }) => {
    const event = await loadLed(ctx, params.documentId)
    return ctx.write(async (tx) => {
      const within = await findReach(ctx, tx, event, body.userIds)
      return promotePeople(ctx, tx, { eventId: event.id, within, ...body })
    })
  }),
  route(api.events.reorder, async ({ ctx, params, body }) => {
    const event = await loadLed(ctx, params.documentId)
    const items = await ctx.write(async (tx) => {
      const within = await findReach(ctx, tx, event, body.userIds)
      return reorderList(ctx, tx, { event, within, ...body })
    })
    return { items }
  }),

  route(api.events.manager.list, async ({ ctx, query }) => {
    const page = await ctx.read((tx) => listManagedEvents(ctx, tx, query))
    return {
      items: page.rows.map((row) => ({
        eventId: row.id,
        title: row.title,
        firstAt: row.firstAt?.toISOString() ?? null,
        seats: presentSeats(row),
        reserved: row.ownSeats,
        people: row.people,
        holding: row.holding,
        waiting: row.inLine,
      })),
      next: page.next,
      total: page.total,
    }
  }),
  route(api.events.manager.reservations, async ({ ctx, params }) => {
    const event = await loadManaged(ctx, params.documentId)
    return ctx.read(async (tx) => {
      const [people, reserved] = await Promise.all([
        listManagedPeople(ctx, tx, event.id),
        countReserved(tx, event.id, ctx.actor.userId),
      ])
      return {
        eventId: event.id,
        title: event.title,
        seats: presentSeats(event),
        reserved,
        reservedUntil: reserved > 0 ? (event.firstAt?.toISOString() ?? null) : null,
        people,
      }
    })
  }),
  route(api.events.manager.reserve, async ({ ctx, params, body }) => {
    const event = await loadManaged(ctx, params.documentId)
    const { event: held } = await ctx.write((tx) => reserveSeats(ctx, tx, event.id, body.seats))
    return { seats: presentSeats(held as unknown as KeptEvent), reserved: body.seats }
  }),
  route(api.events.manager.name, async ({ ctx, params, body }) => {
    const event = await loadManaged(ctx, params.documentId)
    return ctx.write(async (tx) => {
      const within = await findReach(ctx, tx, event, body.userIds, 'manager')
      return namePeople(ctx, tx, { eventId: event.id, userIds: body.userIds, within })
    })
  }),
  route(api.events.manager.cancel, async ({ ctx, params, body }) => {
    const event = await loadManaged(ctx, params.documentId)
    return ctx.write(async (tx) => {
      const within = await findReach(ctx, tx, event, body.userIds, 'manager')
      return cancelForPeople(ctx, tx, { eventId: event.id, ...body, within })
    })
  }),
]

async function loadDocument(ctx: Ctx, documentId: string): Promise<DocumentRecord> {
  const document = await ctx.read((tx) => findDocument(tx, 'event', documentId))
  authorize(ctx.actor, documentPolicy.see, document)
  return document
}

/** An event that has been published, for its facilitators and administrators. */
async function loadLed(ctx: Ctx, eventId: string): Promise<KeptEvent> {
  const event = await ctx.read((tx) => findEvent(tx, ctx.actor, eventId))
  authorize(ctx.actor, mayLead, event)
  return event
}

/** An event that one of the manager's people may attend, or does. */
async function loadManaged(ctx: Ctx, eventId: string): Promise<KeptEvent> {
  const event = await ctx.read((tx) => findEvent(tx, ctx.actor, eventId))
  if (!event || (event.status !== 'published' && event.status !== 'publishedwithdraft')) throw notFound()
  const people = await ctx.read((tx) => listManagedPeople(ctx, tx, eventId))
  if (people.length === 0) throw notFound()
  return event
}

async function showHead(ctx: Ctx, eventId: string) {
  const event = await loadLed(ctx, eventId)
  const covered = coveredBy(ctx.actor, event, 'keeper')
  const [sessions, counts, reservations, scans] = await ctx.read((tx) =>
    Promise.all([
      listSessions(tx, eventId, null),
      countStates(tx, event, covered, ctx.now),
      listReservations(tx, event, covered),
      countScans(ctx, tx, event),
    ]),
  )
  return presentHead(ctx, event, { sessions, counts, reservations, scans })
}

async function loadOwn(ctx: Ctx, eventId: string): Promise<OwnEventRow> {
  const row = await readOwn(ctx, (tx) => findOwnEvent(ctx, tx, eventId))
  const isVisible = row?.documentStatus === 'published' || row?.documentStatus === 'publishedwithdraft'
  if (!row || !(((row.isGiven || row.hasStep) && isVisible) || row.state !== null || row.leads)) throw notFound()
  return row
}

async function showOwn(ctx: Ctx, eventId: string, { isStep = false }: { isStep?: boolean } = {}) {
  const row = await loadOwn(ctx, eventId)
  const [sessions, files] = await ctx.read((tx) =>
    Promise.all([
      listSessions(tx, eventId, ctx.actor.userId),
      listFiles(
        tx,
        row.content.files.map((one) => one.fileId),
      ),
    ]),
  )
  return presentOwnEvent(ctx, row, sessions, files, isStep)
}

async function showInCourse(ctx: Ctx, place: StepPlace) {
  const step = await findEventStep(ctx, place)
  const [event, standing] = await Promise.all([
    showOwn(ctx, step.eventId, { isStep: true }),
    ctx.read((tx) => findStanding(tx, { ...step, userId: ctx.actor.userId })),
  ])
  return { event, progress: step.progress, count: toCount(step, standing) ? null : 'events.nothingToCount' }
}

async function getRoom(ctx: Ctx, roomId: string) {
  const room = await ctx.read((tx) => findRoom(ctx, tx, roomId))
  if (!room) throw notFound()
  return room
}

/** The named people: by ids, or by an address, through which leaders of the event may add anybody. */
async function namePeopleFor(
  ctx: Ctx,
  tx: WriteTx,
  event: KeptEvent,
  { userIds, addresses }: { userIds: readonly string[]; addresses: readonly string[] },
): Promise<{ userIds: string[]; within: Reach }> {
  const found = addresses.length > 0 ? await findByAddress(tx, addresses) : []
  const unknown = addresses.flatMap((address, at) =>
    found.some((one) => one.email === tidyAddress(address))
      ? []
      : [[`body.addresses.${at}`, ctx.t('events.addressUnknown')] as const],
  )
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown))
  const byAddress = found.map((one) => one.userId)
  const all = [...new Set([...userIds, ...byAddress])]
  const within = await findReach(ctx, tx, event, all)
  if (within === null || !event.leads) return { userIds: all, within }
  const more = byAddress.flatMap((userId) => (within.has(userId) ? [] : [[userId, null] as const]))
  return { userIds: all, within: new Map([...within, ...more]) }
}

/** Gives the event to those of them who do not have it, through the membership by which the caller reaches them. */
function giveEvent(ctx: Ctx, tx: WriteTx, event: KeptEvent, of: { userIds: readonly string[]; within: Reach }) {
  const { within } = of
  return assignPeople(
    ctx,
    tx,
    { type: 'event', id: event.id, title: event.title },
    within === null ? of.userIds : of.userIds.filter((userId) => within.has(userId)),
    [...(within?.values() ?? [])].flatMap((membershipId) => membershipId ?? []),
  )
}

function inBoth(here: Reach, there: Reach): Reach {
  if (here === null || there === null) return here ?? there
  return new Map([...there].filter(([userId]) => here.has(userId)))
}

/** A code never names a person who is not at the event, or is of another team. */
async function presentScans(tx: WriteTx, outcomes: readonly ScanOutcome[]) {
  const isNamed = ({ result }: ScanOutcome) => result !== 'otherEvent' && result !== 'notYours'
  const people = await namesOf(
    tx,
    outcomes.flatMap((one) => (isNamed(one) ? (one.userId ?? []) : [])),
  )
  return {
    items: outcomes.map((one) => ({
      id: one.id,
      result: one.result,
      person: one.userId && isNamed(one) ? { userId: one.userId, name: people.get(one.userId) ?? '' } : null,
    })),
  }
}

import type { Ctx } from '../../platform/context.ts'
import { cutParts, type Paper } from '../../platform/pdf/paper.ts'
import type { SessionRow } from './queries/find-event.ts'

/** Empty lines for those who come without a registration. */
const spareLines = 5

/** A list to sign at a date of an event, for those who hold a seat. */
export function signInSheet(
  ctx: Ctx,
  event: { readonly title: string; readonly timeZone: string },
  session: SessionRow,
  names: readonly string[],
): Paper {
  const when = new Intl.DateTimeFormat(ctx.locale, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: event.timeZone,
  }).formatRange(session.startsAt, session.endsAt)
  const place = [session.roomName, session.roomAddress || session.address].filter(Boolean).join(', ')
  const leaders = session.facilitators.map((one) => one.name).join(', ')
  const rows = [...names, ...Array.from({ length: spareLines }, () => '')].map((name, at) => [
    name === '' ? '' : String(at + 1),
    name,
    '',
  ])
  return {
    locale: ctx.locale,
    title: event.title,
    author: 'Learnt',
    drawnAt: ctx.now.toISOString(),
    parts: cutParts(
      [
        { kind: 'heading', level: 1, text: event.title },
        ...(session.title ? [{ kind: 'heading', level: 2, text: session.title } as const] : []),
        {
          kind: 'facts',
          rows: [
            [ctx.t('events.signIn.when'), `${when} (${event.timeZone})`],
            ...(place ? [[ctx.t('events.signIn.where'), place] as const] : []),
            ...(leaders ? [[ctx.t('events.signIn.facilitators'), leaders] as const] : []),
          ],
        },
        {
          kind: 'table',
          isFilledIn: true,
          columns: [
            { head: '', width: 0.07, isNumber: true },
            { head: ctx.t('events.columns.name'), width: 0.43 },
            { head: ctx.t('events.signIn.signature'), width: 0.5 },
          ],
          rows,
        },
      ],
      ctx.t('events.signIn.more'),
    ),
  }
}

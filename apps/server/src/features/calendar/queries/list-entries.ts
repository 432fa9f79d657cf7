import { type CalendarKind, calendarKinds, mostCalendarEntries } from '@learnt/contract/calendar'
import { documentKinds } from '@learnt/contract/document-kinds'
import { sql } from 'kysely'
import { type CalendarAsk, type CalendarItem, calendarSources } from '../../../platform/calendar-sources.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { readTenantConfig } from '../../../platform/tenant/settings.ts'

/** Entries of the caller's calendar, the earliest first. Nobody but the person sees own entries: not who acts as them. */
export async function listEntries(
  ctx: Ctx,
  of: { from: Date; to: Date; kinds?: readonly CalendarKind[]; limit?: number },
): Promise<{ items: CalendarItem[]; isCut: boolean }> {
  const { from, to, kinds = calendarKinds, limit = mostCalendarEntries } = of
  const shown = ctx.actor.impersonator === null ? kinds : kinds.filter((kind) => kind !== 'own')
  return ctx.read((tx) => readEntries(tx, shown, { userId: ctx.actor.userId, now: ctx.now, from, to, limit }))
}

/** One statement for each source, and one for what the tenant does without. */
export async function readEntries(
  tx: ReadTx,
  kinds: readonly CalendarKind[],
  ask: CalendarAsk,
): Promise<{ items: CalendarItem[]; isCut: boolean }> {
  const { limit } = ask
  const [settings, ...lists] = await Promise.all([
    sql<{ settings: unknown }>`select control.settings_of_tenant() as settings`.execute(tx),
    ...calendarSources(kinds).map((source) => source.list(tx, { ...ask, limit: limit + 1 })),
  ])
  const { features } = readTenantConfig(settings.rows[0]?.settings)
  const isOn = ({ documentType }: CalendarItem) => {
    const feature = documentType && documentKinds[documentType].feature
    return !feature || features[feature]
  }
  const items = lists
    .flat()
    .filter(isOn)
    .sort((a, b) => +new Date(a.startsAt) - +new Date(b.startsAt) || a.id.localeCompare(b.id))
  return { items: items.slice(0, limit), isCut: items.length > limit }
}

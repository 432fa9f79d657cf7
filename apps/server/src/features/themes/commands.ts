import type { HandlerInput } from '@learnt/contract/endpoint'
import { failingPairs, nearestPassing } from '@learnt/contract/theme-pairs'
import { fileOfTeamImage, type ThemeFields, themeImages, type themes } from '@learnt/contract/themes'
import { sql } from 'kysely'
import { audit, findLastChange } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import { json, type WriteTx } from '../../platform/db/database.ts'
import { announce } from '../../platform/outbox.ts'
import { invalid, notFound, ProblemError, stale } from '../../platform/problem.ts'
import { listFiles } from '../files/queries.ts'
import { lockLooks, type TeamLook } from './queries.ts'

type Body = HandlerInput<typeof themes.save>['body']

/** Saves the whole look of a team. Open pages of its people take it within seconds, everybody else's when they load. */
export async function saveTheme(ctx: Ctx, team: Pick<TeamLook, 'id'>, body: Body): Promise<TeamLook> {
  const { revision, ...theme } = body
  refuseUnreadable(ctx, theme)
  return ctx.write(async (tx) => {
    const [before] = await lockLooks(tx, [team.id])
    if (!before) throw notFound()
    if (before.themeRevision !== revision)
      throw stale(await findLastChange(tx, { subjectId: team.id, verbs: 'themes.' }))
    await refuseForeignImages(tx, team.id, before.theme, theme)
    const [saved] = await Promise.all([
      sql<{ revision: number }>`select control.save_theme(${team.id}, ${json(theme)}, ${ctx.now}) as revision`.execute(
        tx,
      ),
      audit(ctx, tx, {
        action: 'themes.save',
        subjectType: 'team',
        subjectId: team.id,
        subjectTitle: before.displayName,
        before: before.theme,
        after: theme,
      }),
      announce(ctx, tx, { topic: 'me', userId: null, kind: 'team', id: team.id }),
    ])
    return { ...before, theme, themeRevision: saved.rows[0]?.revision ?? revision + 1 }
  })
}

/** Nothing is saved that people could not read; the complaint names the pair and the nearest colour that would do. */
function refuseUnreadable(ctx: Ctx, theme: ThemeFields): void {
  const failing = failingPairs(theme)
  if (failing.length === 0) return
  throw new ProblemError('invalid-input', {
    errors: failing.map((pair) => ({
      path: `body.${pair.field}`,
      code: 'contrast',
      message: ctx.t('themes.contrast', {
        pair: ctx.t(`themes.pairs.${pair.id}`),
        // Rounded down: what is refused must not look as if it were enough.
        ratio: (Math.floor(pair.ratio * 100) / 100).toFixed(2),
        needed: pair.needed,
        nearest: nearestPassing(theme, pair.field),
      }),
    })),
  })
}

/** A picture is one that was uploaded for a team of this tenant, or the one that is there already. */
async function refuseForeignImages(tx: WriteTx, teamId: string, stored: unknown, theme: ThemeFields): Promise<void> {
  const before = (stored ?? {}) as Partial<Record<string, unknown>>
  const changed = themeImages.filter((name) => theme[name] !== '' && theme[name] !== before[name])
  if (changed.length === 0) return
  const named = changed.map((name) => ({ name, file: fileOfTeamImage(theme[name]) }))
  const files = await listFiles(
    tx,
    named.flatMap(({ file }) => file?.fileId ?? []),
  )
  const fits = (of: { teamId: string; fileId: string } | null) =>
    of?.teamId === teamId && files.some((file) => file.id === of.fileId && file.purpose === 'team')
  const strange = named.filter(({ file }) => !fits(file))
  if (strange.length > 0) throw invalid(Object.fromEntries(strange.map(({ name }) => [`body.${name}`, 'teamImage'])))
}

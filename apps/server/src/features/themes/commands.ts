import type { HandlerInput } from '@learnt/contract/endpoint'
import { failingPairs, nearestPassing } from '@learnt/contract/theme-pairs'
import { fileOfTeamImage, type ThemeFields, themeImages, type themes } from '@learnt/contract/themes'
import { sql } from 'kysely'
import { actInTenant, contextInside, recordAtHome } from '../../platform/act-in-tenant.ts'
import { type AuditFact, audit, findLastChange } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import { json, type WriteTx } from '../../platform/db/database.ts'
import { announce } from '../../platform/outbox.ts'
import { invalid, notFound, ProblemError, stale } from '../../platform/problem.ts'
import { adoptUpload } from '../files/commands.ts'
import { listFiles, teamFileUrl } from '../files/queries.ts'
import { lockLooks, type TeamLook } from './queries.ts'

type Body = HandlerInput<typeof themes.save>['body']

/** Saves the whole look of a team. Open pages of its people take it within seconds, everybody else's when they load. */
export async function saveTheme(ctx: Ctx, team: Pick<TeamLook, 'id'>, body: Body): Promise<TeamLook> {
  refuseUnreadable(ctx, body)
  return ctx.write(async (tx) => {
    const { result, fact } = await putTheme(ctx, tx, team.id, body)
    await audit(ctx, tx, fact)
    return result
  })
}

/** The same for a team of any tenant. Messages are in the language of the caller; the rest happens in that tenant. */
export async function saveThemeOf(
  ctx: Ctx,
  tenantId: string,
  team: Pick<TeamLook, 'id'>,
  body: Body,
): Promise<TeamLook> {
  refuseUnreadable(ctx, body)
  return actInTenant(ctx, tenantId, (tx, inside) => putTheme(inside, tx, team.id, body))
}

/** A file of that tenant, from an upload that the caller made in the tenant where they work. Answers its address. */
export async function addPictureOf(ctx: Ctx, tenantId: string, teamId: string, uploadId: string): Promise<string> {
  const inside = await contextInside(ctx, tenantId)
  const { id, name } = await adoptUpload(ctx, { uploadId, purpose: 'team' }, inside)
  await recordAtHome(ctx, inside, {
    action: 'files.adopt',
    subjectType: 'file',
    subjectId: id,
    subjectTitle: name,
    after: { tenantId, teamId },
  })
  return teamFileUrl(teamId, id)
}

async function putTheme(ctx: Ctx, tx: WriteTx, teamId: string, { revision, ...theme }: Body) {
  const [before] = await lockLooks(tx, [teamId])
  if (!before) throw notFound()
  if (before.themeRevision !== revision) throw stale(await findLastChange(tx, { subjectId: teamId, verbs: 'themes.' }))
  await refuseForeignImages(tx, teamId, before.theme, theme)
  const [saved] = await Promise.all([
    sql<{ revision: number }>`select control.save_theme(${teamId}, ${json(theme)}, ${ctx.now}) as revision`.execute(tx),
    announce(ctx, tx, { topic: 'me', userId: null, kind: 'team', id: teamId }),
  ])
  const result: TeamLook = { ...before, theme, themeRevision: saved.rows[0]?.revision ?? revision + 1 }
  const fact: AuditFact = {
    action: 'themes.save',
    subjectType: 'team',
    subjectId: teamId,
    subjectTitle: before.displayName,
    before: before.theme,
    after: theme,
  }
  return { result, fact }
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

/** A picture is one that was uploaded for a team of this tenant, which makes it public, or the one that is there already. */
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

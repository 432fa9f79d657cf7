import { randomUUID } from 'node:crypto'
import type { BadgeTexts } from '@learnt/contract/badge-design'
import type { BadgeDesign } from '@learnt/contract/badge-picture'
import type { badges } from '@learnt/contract/badges'
import { locales } from '@learnt/contract/locales'
import { sql } from 'kysely'
import type { z } from 'zod'
import { audit, findLastChange } from '../../../platform/audit.ts'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { invalid, stale } from '../../../platform/problem.ts'
import { findNameable } from '../../files/queries.ts'
import { badgePolicy } from '../policy.ts'
import { findBadge, type WholeBadgeRow } from '../queries/find-badges.ts'

interface Content {
  readonly title: string
  readonly validMonths: number | null
  readonly description: BadgeTexts
  readonly criteria: BadgeTexts
  readonly design: BadgeDesign
}

export const noTexts = Object.fromEntries(locales.map((locale) => [locale, ''])) as BadgeTexts

/** Creates a badge; the first version. Answers its id. */
export async function createBadge(ctx: Ctx, tx: WriteTx, of: Content): Promise<string> {
  const [id, versionId] = [newId(), randomUUID()]
  await tx
    .insertInto('badges')
    .values({
      id,
      title: of.title,
      validMonths: of.validMonths,
      versionId,
      createdBy: ctx.actor.userId,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .execute()
  await insertVersion(ctx, tx, { id: versionId, badgeId: id, number: 1 }, of)
  await audit(ctx, tx, { action: 'badges.create', subjectType: 'badge', subjectId: id, subjectTitle: of.title })
  return id
}

/** Saves the next version. If two people change the same one, the second is told so and loses nothing. */
export async function saveBadge(
  ctx: Ctx,
  tx: WriteTx,
  id: string,
  of: z.output<typeof badges.save.body>,
): Promise<void> {
  const before = await lock(tx, id)
  authorize(ctx.actor, badgePolicy.save, before)
  if (before.revision !== of.revision) throw stale(await findLastChange(tx, { subjectId: id, verbs: 'badges.' }))
  await checkPicture(ctx, tx, of.design)
  await checkLetters(ctx, of.design)
  const versionId = randomUUID()
  const number = before.revision + 1
  await insertVersion(ctx, tx, { id: versionId, badgeId: id, number }, of)
  await tx
    .updateTable('badges')
    .set({ title: of.title, validMonths: of.validMonths, revision: number, versionId, updatedAt: ctx.now })
    .where('id', '=', id)
    .execute()
  const { title, validMonths, description, criteria, design } = before
  const { revision: _revision, ...after } = of
  await audit(ctx, tx, {
    action: 'badges.change',
    subjectType: 'badge',
    subjectId: id,
    subjectTitle: of.title,
    before: { title, validMonths, description, criteria, design },
    after,
  })
}

/** An archived badge goes to nobody, and its rules rest. */
export async function archiveBadge(ctx: Ctx, tx: WriteTx, id: string, verb: 'archive' | 'restore'): Promise<void> {
  const badge = await lock(tx, id)
  authorize(ctx.actor, badgePolicy[verb], badge)
  await tx
    .updateTable('badges')
    .set({ archivedAt: verb === 'archive' ? ctx.now : null, updatedAt: ctx.now })
    .where('id', '=', id)
    .execute()
  await audit(ctx, tx, { action: `badges.${verb}`, subjectType: 'badge', subjectId: id, subjectTitle: badge.title })
}

export async function removeBadge(ctx: Ctx, tx: WriteTx, id: string): Promise<void> {
  const badge = await lock(tx, id)
  authorize(ctx.actor, badgePolicy.remove, badge)
  await tx.deleteFrom('badges').where('id', '=', id).execute()
  await audit(ctx, tx, { action: 'badges.remove', subjectType: 'badge', subjectId: id, subjectTitle: badge.title })
}

/** The row under its lock: of two changes at once the second sees the first. */
export async function lock(tx: WriteTx, id: string): Promise<WholeBadgeRow | null> {
  await sql`select from badges where id = ${id} for update`.execute(tx)
  return findBadge(tx, id)
}

async function insertVersion(
  ctx: Ctx,
  tx: WriteTx,
  of: { id: string; badgeId: string; number: number },
  { title, description, criteria, design }: Content,
): Promise<void> {
  await tx
    .insertInto('badgeVersions')
    .values({
      ...of,
      title,
      description: json(description),
      criteria: json(criteria),
      design: json(design),
      createdBy: ctx.actor.userId,
      createdAt: ctx.now,
    })
    .execute()
}

/** A picture of the caller's, or of another badge. */
async function checkPicture(ctx: Ctx, tx: WriteTx, { fileId }: BadgeDesign): Promise<void> {
  if (fileId === null) return
  const standing = async () => {
    const { rows } = await sql<{ id: string }>`
      select v.design->>'fileId' as id from badge_versions v where v.design->>'fileId' = ${fileId} limit 1`.execute(tx)
    return rows.map((row) => row.id)
  }
  const [file] = await findNameable(ctx, tx, [fileId], { purposes: ['image'], standing })
  if (file?.contentType !== 'image/webp') throw invalid({ 'body.design.fileId': 'invalid' })
}

/** A letter that no typeface has would be missing in the picture. */
async function checkLetters(ctx: Ctx, { text }: BadgeDesign): Promise<void> {
  if (text === '') return
  // Loaded on first use: it brings typefaces.
  const { missingLetters } = await import('../drawing/letter-paths.ts')
  const missing = missingLetters(text)
  if (missing.length > 0)
    throw invalid({ 'body.design.text': ctx.t('pdf.noLetter', { letters: `“${missing.join(' ')}”` }) })
}

import type { rewards } from '@learnt/contract/rewards'
import { sql } from 'kysely'
import type { z } from 'zod'
import { audit, findLastChange } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { invalid, notFound, ProblemError, stale } from '../../../platform/problem.ts'
import { findNameable, idsIn } from '../../files/queries.ts'
import type { RewardRow } from '../queries/list-rewards.ts'

type Fields = z.output<typeof rewards.create.body>

/** Adds something that points can buy. Answers its id. */
export async function createReward(ctx: Ctx, tx: WriteTx, fields: Fields): Promise<string> {
  await checkPicture(ctx, tx, fields)
  const id = newId()
  await tx
    .insertInto('rewards')
    .values({ ...fields, id, createdAt: ctx.now, updatedAt: ctx.now })
    .execute()
  await audit(ctx, tx, {
    action: 'rewards.create',
    subjectType: 'reward',
    subjectId: id,
    subjectTitle: fields.title,
    after: fields,
  })
  return id
}

/**
 * Changes a reward. If two people change the same one, the second is told so and loses nothing; an order in between
 * lowers the stock, which counts as a change.
 */
export async function changeReward(
  ctx: Ctx,
  tx: WriteTx,
  id: string,
  { revision, ...fields }: Fields & { revision: number },
): Promise<void> {
  const before = await tx.selectFrom('rewards').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!before) throw notFound()
  if (before.revision !== revision) throw stale(await findLastChange(tx, { subjectId: id, verbs: 'rewards.' }))
  await checkPicture(ctx, tx, fields, before)
  await tx
    .updateTable('rewards')
    .set({ ...fields, revision: revision + 1, updatedAt: ctx.now })
    .where('id', '=', id)
    .execute()
  const { title, cost, stock, approval, isOffered } = before
  await audit(ctx, tx, {
    action: 'rewards.change',
    subjectType: 'reward',
    subjectId: id,
    subjectTitle: fields.title,
    before: { title, cost, stock, approval, isOffered },
    after: fields,
  })
}

/** An ordered reward stays, and is no longer offered. */
export async function removeReward(ctx: Ctx, tx: WriteTx, { id, title }: RewardRow): Promise<void> {
  const { rows } = await sql<{ isOrdered: boolean }>`
    with locked as materialized (select id from rewards where id = ${id} for update)
    select exists (select from reward_orders o join locked l on l.id = o.reward_id) as is_ordered`.execute(tx)
  if (rows[0]?.isOrdered) throw new ProblemError('wrong-state', { detail: 'reason.rewards.ordered' })
  await tx.deleteFrom('rewards').where('id', '=', id).execute()
  await audit(ctx, tx, { action: 'rewards.remove', subjectType: 'reward', subjectId: id, subjectTitle: title })
}

async function checkPicture(
  ctx: Ctx,
  tx: WriteTx,
  { imageFileId }: Fields,
  before: { readonly imageFileId: string | null } | null = null,
): Promise<void> {
  if (imageFileId === null) return
  const standing = idsIn(before?.imageFileId)
  const [file] = await findNameable(ctx, tx, [imageFileId], { purposes: ['image'], standing })
  if (!file?.contentType.startsWith('image/')) throw invalid({ 'body.imageFileId': 'invalid' })
}

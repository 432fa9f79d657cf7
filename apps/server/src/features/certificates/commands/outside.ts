import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import { authorize } from '../../../platform/authorize.ts'
import { deliverCauses, followersOf } from '../../../platform/causes.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { notify } from '../../../platform/notify.ts'
import { invalid } from '../../../platform/problem.ts'
import { adoptUpload } from '../../files/commands.ts'
import { outsidePolicy } from '../policy.ts'
import { findOutside, type OutsideRow } from '../queries/find-outside.ts'
import { linkOf } from './issue.ts'

interface Added {
  readonly uploadId: string
  readonly title: string
  readonly issuer: string
  readonly issuedDay: string
  readonly validUntil: string | null
}

/** Hands in a certificate that the caller earned elsewhere. Answers its id. */
export async function addOutside(ctx: Ctx, of: Added): Promise<string> {
  if (of.validUntil !== null && of.validUntil < of.issuedDay) throw invalid({ 'body.validUntil': 'beforeStart' })
  if (of.issuedDay > ctx.now.toISOString().slice(0, 10)) throw invalid({ 'body.issuedDay': 'inTheFuture' })
  const file = await adoptUpload(ctx, { uploadId: of.uploadId, purpose: 'answer' })
  if (!/^(application\/pdf|image\/)/.test(file.contentType)) throw invalid({ 'body.uploadId': 'pdfOrPicture' })
  return ctx.write(async (tx) => {
    const id = newId()
    await tx
      .insertInto('outsideCertificates')
      .values({
        id,
        userId: ctx.actor.userId,
        membershipId: ctx.actor.membershipId,
        title: of.title,
        issuer: of.issuer,
        issuedDay: of.issuedDay,
        validUntil: of.validUntil,
        fileId: file.id,
        createdAt: ctx.now,
      })
      .execute()
    await audit(ctx, tx, {
      action: 'outsideCertificates.add',
      subjectType: 'outsideCertificate',
      subjectId: id,
      subjectTitle: of.title,
      after: { title: of.title, issuer: of.issuer, issuedDay: of.issuedDay, validUntil: of.validUntil },
    })
    return id
  })
}

export async function removeOutside(ctx: Ctx, tx: WriteTx, id: string): Promise<void> {
  const one = await lock(ctx, tx, id)
  authorize(ctx.actor, outsidePolicy.remove, one)
  await tx.deleteFrom('outsideCertificates').where('id', '=', id).execute()
  await audit(ctx, tx, {
    action: 'outsideCertificates.remove',
    subjectType: 'outsideCertificate',
    subjectId: id,
    subjectTitle: one.title,
  })
}

/** Confirms it, or refuses it with a reason, and tells the person. */
export async function decideOutside(
  ctx: Ctx,
  tx: WriteTx,
  id: string,
  { decision, reason }: { decision: 'confirm' | 'refuse'; reason: string },
): Promise<void> {
  const one = await lock(ctx, tx, id)
  authorize(ctx.actor, outsidePolicy.decide, one)
  if (decision === 'refuse' && reason === '') throw invalid({ 'body.reason': 'required' })
  const state = decision === 'confirm' ? 'confirmed' : 'refused'
  await tx
    .updateTable('outsideCertificates')
    .set({ state, reason, decidedBy: ctx.actor.userId, decidedAt: ctx.now })
    .where('id', '=', id)
    .execute()
  await audit(ctx, tx, {
    action: 'outsideCertificates.decide',
    subjectType: 'outsideCertificate',
    subjectId: id,
    subjectTitle: one.title,
    subjectPerson: one.userId,
    after: { state, reason },
  })
  const told = { userId: one.userId, key: `outside:${id}`, link: linkOf }
  await (state === 'confirmed'
    ? notify(ctx, tx, { kind: 'outsideConfirmed', ...told, params: { title: one.title } })
    : notify(ctx, tx, { kind: 'outsideRefused', ...told, params: { title: one.title, reason } }))
  if (state === 'confirmed') await followConfirmed(ctx, tx, one.userId)
}

/** A confirmed one is a cause: rules of badges may ask for it. */
async function followConfirmed(ctx: Ctx, tx: WriteTx, userId: string): Promise<void> {
  const { rows } = await sql<{ id: string; followedBy: number[] }>`
    insert into causes (id, kind, user_id, state, at)
    select gen_random_uuid(), causes.kind, causes.user_id, '', ${ctx.now}::timestamptz from (
      select 'outside' as kind, ${userId}::uuid as user_id, null::uuid as assignment_id, null::text as document_type, null::uuid as document_id) causes
    where cardinality(${followersOf()}) > 0
    returning id, ${followersOf()} as followed_by`.execute(tx)
  await deliverCauses(
    ctx,
    tx,
    rows.map(({ id, followedBy }) => ({ id, assignmentId: null, by: followedBy })),
  )
}

async function lock(ctx: Ctx, tx: WriteTx, id: string): Promise<OutsideRow | null> {
  await sql`select from outside_certificates where id = ${id} for update`.execute(tx)
  return findOutside(ctx, tx, id)
}

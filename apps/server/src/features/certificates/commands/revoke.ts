import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { notify } from '../../../platform/notify.ts'
import { certificatePolicy } from '../policy.ts'
import { type CertificateRow, findCertificate } from '../queries/find-certificates.ts'
import { linkOf, newSerial } from './issue.ts'

/** Revokes a certificate; the person reads why. */
export async function revokeCertificate(ctx: Ctx, tx: WriteTx, id: string, reason: string): Promise<void> {
  const one = await lock(ctx, tx, id)
  authorize(ctx.actor, certificatePolicy.revoke, one)
  await tx
    .updateTable('certificates')
    .set({ revokedAt: ctx.now, revokedBy: ctx.actor.userId, revokeReason: reason })
    .where('id', '=', id)
    .execute()
  await Promise.all([
    audit(ctx, tx, {
      action: 'certificates.revoke',
      subjectType: 'certificate',
      subjectId: id,
      subjectTitle: `${one.title} (${one.serial})`,
      subjectPerson: one.userId,
      after: { reason },
    }),
    notify(ctx, tx, {
      kind: 'certificateRevoked',
      userId: one.userId,
      key: `certificateRevoked:${id}`,
      link: linkOf,
      params: { certificateId: id, title: one.title, reason },
    }),
  ])
  const person = await tx
    .selectFrom('memberships')
    .select(['teamId', 'email', 'shownFirstName as firstName'])
    .where('userId', '=', one.userId)
    .where('isPrimary', '=', true)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (!person) return
  await queueMail(ctx, tx, {
    kind: 'certificateRevoked',
    about: 'certificates',
    to: person.email,
    userId: one.userId,
    teamId: person.teamId,
    values: { name: person.firstName, title: one.title, reason },
    path: linkOf,
  })
}

/** Replaces a certificate by one with a corrected name and the same dates, in the look of today. Answers the id of the new one. */
export async function reissueCertificate(ctx: Ctx, tx: WriteTx, id: string, holderName: string): Promise<string> {
  const one = await lock(ctx, tx, id)
  authorize(ctx.actor, certificatePolicy.reissue, one)
  const [nextId, serial] = [randomUUID(), newSerial()]
  // First the old one says so: there is one certificate at a time of each cycle.
  await tx.updateTable('certificates').set({ replacedBy: nextId }).where('id', '=', id).execute()
  await sql`
    insert into certificates (id, serial, user_id, assignment_id, document_type, document_id, version_id, holder_name, title, score, issued_at, issued_day, valid_until, warnings)
    select ${nextId}, ${serial}, c.user_id, c.assignment_id, c.document_type, c.document_id, t.version_id, ${holderName}, c.title, c.score, ${ctx.now}, c.issued_day, c.valid_until, c.warnings
    from certificates c join certificate_template_versions v on v.id = c.version_id join certificate_templates t on t.id = v.template_id where c.id = ${id}`.execute(
    tx,
  )
  await Promise.all([
    audit(ctx, tx, {
      action: 'certificates.reissue',
      subjectType: 'certificate',
      subjectId: id,
      subjectTitle: `${one.title} (${one.serial})`,
      subjectPerson: one.userId,
      before: { holderName: one.holderName, serial: one.serial },
      after: { holderName, serial },
    }),
    notify(ctx, tx, {
      kind: 'certificateIssued',
      userId: one.userId,
      key: `certificateIssued:${nextId}`,
      link: linkOf,
      params: { certificateId: nextId, title: one.title, until: one.validUntil },
    }),
  ])
  return nextId
}

/** The row under its lock: of two changes at once the second sees the first. */
async function lock(ctx: Ctx, tx: WriteTx, id: string): Promise<CertificateRow | null> {
  await sql`select from certificates where id = ${id} for update`.execute(tx)
  return findCertificate(ctx, tx, id)
}

import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { issueTo, isWithout } from './issue.ts'
import { createTemplate, standardDesign } from './save-template.ts'

/** Courses that give a certificate, and for how many months it is valid; null: for ever. */
const giving = [
  { title: 'First aid basics', months: 24 },
  { title: 'Fire safety at work', months: 12 },
  { title: 'Information security for everybody', months: 12 },
  { title: 'Manual handling: lifting and carrying', months: null },
] as const

/** People of a course who get one; the demonstration needs no more. */
const atMost = 40

export async function seedCertificates(ctx: Ctx, tx: WriteTx): Promise<void> {
  const templateId = await createTemplate(ctx, tx, { title: 'Course certificate', design: standardDesign() })
  // What the learner's account has finished, too, so that its pages have something to show.
  const finished = await sql<{ title: string }>`
    select d.title from assignments a join documents d on d.id = a.document_id and d.type = 'course' and not d.is_bundle
    join memberships m on m.user_id = a.user_id and m.is_primary and m.email like 'learner@%'
    where a.state in ('completed', 'passed') group by d.title order by d.title limit 3`.execute(tx)
  const known = new Set<string>(giving.map((one) => one.title))
  const more = finished.rows.filter((one) => !known.has(one.title)).map(({ title }) => ({ title, months: 12 }))
  for (const { title, months } of [...giving, ...more]) {
    const { rows } = await sql<{ id: string }>`
      insert into certificate_rules (document_id, document_type, template_id, validity, warnings, updated_by, updated_at)
      select d.id, d.type, ${templateId}, ${json(months === null ? { kind: 'none' } : { kind: 'months', months })}, ${months === null ? [] : [30, 7]}, ${ctx.actor.userId}, ${ctx.now}
      from documents d where d.type = 'course' and not d.is_bundle and d.title = ${title} and d.published_version_id is not null
      returning document_id as id`.execute(tx)
    for (const { id } of rows) {
      const found = await sql<{ id: string }>`
        select a.id from assignments a where a.document_id = ${id} and ${isWithout} order by exists (select from memberships m where m.user_id = a.user_id and m.email like 'learner@%') desc, a.completed_at desc, a.id limit ${atMost}`.execute(
        tx,
      )
      await issueTo(
        ctx,
        tx,
        found.rows.map((row) => row.id),
      )
    }
  }
  // As old as the completions that they are for; what is old has expired.
  await sql`
    update certificates c set issued_at = a.completed_at, issued_day = (a.completed_at at time zone control.zone_of_tenant())::date,
      valid_until = c.valid_until - (c.issued_day - (a.completed_at at time zone control.zone_of_tenant())::date)
    from assignments a where a.id = c.assignment_id and a.completed_at is not null`.execute(tx)
  const last = await sql<{ id: string }>`select id from certificates order by serial limit 1`.execute(tx)
  for (const { id } of last.rows)
    await sql`
      update certificates set revoked_at = ${ctx.now}, revoked_by = ${ctx.actor.userId}, revoke_reason = 'Issued by mistake' where id = ${id}`.execute(
      tx,
    )
  await sql`delete from notifications where kind = 'certificateIssued'`.execute(tx)
}

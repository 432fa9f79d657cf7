import { expect, it } from 'vitest'
import { ask } from '../../../test/connection.ts'
import { emptyDatabase } from '../../../test/db.ts'
import { listMigrations, migrate } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'

/** The last migration of the version that an installation is upgraded from. */
const before = '20261126T0071'

it('an upgrade issues no certificate, mails nobody, and leaves the stored bytes of each as they are', async () => {
  const { adminUrl, appUrl } = await emptyDatabase()
  const appRole = new URL(appUrl).username
  const all = (await listMigrations()).map((one) => one.name)
  await migrate({ adminUrl, appRole, only: all.filter((name) => name.slice(0, before.length) <= before) })
  const run = <Row extends object>(text: string, values: readonly unknown[] = []) =>
    ask<Row & Record<string, unknown>>(adminUrl, text, values, 'old')
  const [document, template, version, user] = [newId(), newId(), newId(), newId()]
  await run(`insert into documents (id, title, status) values ($1, 'Fire safety', 'published')`, [document])
  await run(
    `insert into certificate_templates (id, title, version_id, created_by, created_at, updated_at) values ($1, 'Course', $2, $3, now(), now())`,
    [template, version, user],
  )
  await run(
    `insert into certificate_template_versions (id, template_id, number, design, created_by, created_at) values ($1, $2, 1, '{}', $3, now())`,
    [version, template, user],
  )
  await run(
    `insert into certificate_rules (document_id, document_type, template_id, validity, updated_by, updated_at)
     values ($1, 'course', $2, '{"kind": "months", "months": 12}', $3, now())`,
    [document, template, user],
  )
  // Finished with a certificate that was drawn; finished before the course gave one; and one whose certificate ends soon.
  for (const [nth, has] of [true, false, true].entries()) {
    const assignment = newId()
    await run(
      `insert into assignments (id, user_id, document_type, document_id, state, progress, assigned_at, completed_at)
       values ($1, $2, 'course', $3, 'completed', 100, now() - interval '11 months', now() - interval '11 months')`,
      [assignment, newId(), document],
    )
    if (has)
      await run(
        `insert into certificates (id, serial, user_id, assignment_id, document_type, document_id, version_id, holder_name, title,
           issued_at, issued_day, valid_until, pdf_sha256, pdf_size, pdf_locale)
         values (gen_random_uuid(), $1, $2, $3, 'course', $4, $5, 'Ada', 'Fire safety', now() - interval '11 months', current_date - 330,
           current_date + $6::integer, $1 || 'sha', 5, 'en')`,
        [`LC-${nth}`, user, assignment, document, version, nth * 10],
      )
  }
  const stands = () =>
    run(
      `select (select jsonb_agg(jsonb_build_object('id', id, 'serial', serial, 'sha', pdf_sha256, 'size', pdf_size, 'until', valid_until,
           'revoked', revoked_at, 'replaced', replaced_by) order by serial) from certificates) as certificates,
         (select count(*)::int from outbox) as outbox, (select count(*)::int from mails) as mails,
         (select count(*)::int from notifications) as notices, (select count(*)::int from causes) as causes`,
    )
  const old = await stands()
  expect(old).toMatchObject([{ certificates: [{ sha: 'LC-0sha' }, { sha: 'LC-2sha' }], outbox: 0, mails: 0 }])
  const applied = await migrate({ adminUrl, appRole })
  expect(applied.some((name) => name.includes('points_of_steps'))).toBe(true)
  expect(await stands()).toEqual(old)
})

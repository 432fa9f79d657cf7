import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { openApp } from '../../../test/app.ts'
import { ask } from '../../../test/connection.ts'
import { emptyDatabase } from '../../../test/db.ts'
import { atEndOfFile } from '../../../test/end-of-file.ts'
import { givenSession } from '../../../test/given/people.ts'
import { makeScratchFolder } from '../../../test/scratch.ts'
import { createDatabase } from '../../platform/db/database.ts'
import { listMigrations, migrate } from '../../platform/db/migrate.ts'
import { readSettings } from '../../platform/env.ts'
import { openFileStore } from '../../platform/files/open-store.ts'
import { newId } from '../../platform/ids.ts'
import { mintTenantId } from '../../platform/tenant-id.ts'

/** The last migration of the version that an installation is upgraded from. */
const before = '20261126T0071'
const tenantId = mintTenantId('old')

it('an upgrade and the start after it issue no certificate, mail nobody, and leave the stored bytes of each as they are', async () => {
  const { adminUrl, appUrl } = await emptyDatabase()
  const appRole = new URL(appUrl).username
  const all = (await listMigrations()).map((one) => one.name)
  await migrate({ adminUrl, appRole, only: all.filter((name) => name.slice(0, before.length) <= before) })
  const run = <Row extends object>(text: string, values: readonly unknown[] = []) =>
    ask<Row & Record<string, unknown>>(adminUrl, text, values, tenantId)

  // An installation of that version: people, files, and a course that gives certificates.
  const folder = await makeScratchFolder()
  const files = await openFileStore(readSettings({ DATA_DIR: folder }))
  await run(`insert into control.tenants (id, name) values ($1, 'Old')`, [tenantId])
  await run(`insert into control.teams (id, tenant_id, display_name) values ($1, $1, 'Old')`, [tenantId])
  const [document, template, version, admin] = [newId(), newId(), newId(), newId()]
  await run(`insert into documents (id, title, status) values ($1, 'Fire safety', 'published')`, [document])
  await run(
    `insert into certificate_templates (id, title, version_id, created_by, created_at, updated_at) values ($1, 'Course', $2, $3, now(), now())`,
    [template, version, admin],
  )
  await run(
    `insert into certificate_template_versions (id, template_id, number, design, created_by, created_at) values ($1, $2, 1, '{}', $3, now())`,
    [version, template, admin],
  )
  await run(
    `insert into certificate_rules (document_id, document_type, template_id, validity, warnings, updated_by, updated_at)
     values ($1, 'course', $2, '{"kind": "months", "months": 12}', '{30}', $3, now())`,
    [document, template, admin],
  )
  const givenFinished = async (name: string, validUntil: string | null) => {
    const [userId, assignment, certificate] = [newId(), newId(), newId()]
    const email = `${name}@old.test`
    await run(`insert into control.users (id, email, first_name, last_name) values ($1, $2, $3, 'Old')`, [
      userId,
      email,
      name,
    ])
    await run(
      `insert into control.directory (user_id, team_id, tenant_id, status, roles, is_default) values ($1, $2, $2, 'active', '{learner}', true)`,
      [userId, tenantId],
    )
    await run(
      `insert into memberships (id, user_id, team_id, roles, first_name, last_name, email, is_primary)
       values ($1::text || ':' || $2, $1::uuid, $2, '{learner}', $3, 'Old', $4, true)`,
      [userId, tenantId, name, email],
    )
    await run(
      `insert into assignments (id, user_id, document_type, document_id, state, progress, assigned_at, completed_at)
       values ($1, $2, 'course', $3, 'completed', 100, '2025-12-01', '2025-12-10')`,
      [assignment, userId, document],
    )
    const bytes = Buffer.from(`%PDF-1.7 of ${name}`)
    if (validUntil !== null) {
      const { sha256, size } = await files.put(tenantId, Readable.from([bytes]))
      await run(
        `insert into certificates (id, serial, user_id, assignment_id, document_type, document_id, version_id, holder_name, title,
           issued_at, issued_day, valid_until, warnings, pdf_sha256, pdf_size, pdf_locale)
         values ($1, 'LC-' || $2, $3, $4, 'course', $5, $6, $2, 'Fire safety', '2025-12-10', '2025-12-10', $7, '{30}', $8, $9, 'en')`,
        [certificate, name, userId, assignment, document, version, validUntil, sha256, size],
      )
    }
    return { userId, certificate, bytes }
  }
  // One person was warned already; one finished before the course gave certificates; one is warned after the start.
  const warned = await givenFinished('warned', '2026-12-10')
  await givenFinished('early', null)
  await givenFinished('later', '2026-12-25')
  await run(
    `insert into notifications (id, user_id, kind, key, created_at) values ($1, $2, 'certificateExpiring', 'certificateExpiring:' || $3 || ':30', '2026-11-10')`,
    [newId(), warned.userId, warned.certificate],
  )
  const stands = () =>
    run(
      `select (select jsonb_agg(jsonb_build_object('id', id, 'serial', serial, 'sha', pdf_sha256, 'size', pdf_size, 'until', valid_until,
           'revoked', revoked_at, 'replaced', replaced_by) order by serial) from certificates) as certificates,
         (select count(*)::int from outbox) as outbox, (select count(*)::int from mails) as mails,
         (select count(*)::int from notifications) as notices, (select count(*)::int from causes) as causes`,
    )
  const old = await stands()
  expect(old).toMatchObject([{ certificates: [{}, {}], outbox: 0, mails: 0, notices: 1, causes: 0 }])

  const applied = await migrate({ adminUrl, appRole })
  expect(applied.some((name) => name.includes('points_of_steps'))).toBe(true)
  expect(await stands()).toEqual(old)

  const db = createDatabase({ url: appUrl, adminUrl, poolSize: 5 })
  atEndOfFile(() => db.end())
  const app = await openApp({ db }, folder)
  await app.settleDay()
  expect(await stands()).toEqual(old)
  const token = await givenSession(app.services, { userId: warned.userId, tenantId, teamId: tenantId })
  const pdf = await app.send({ token }, 'GET', `/api/certificates/${warned.certificate}/certificate.pdf`)
  expect([pdf.status, pdf.body.toString()]).toEqual([200, warned.bytes.toString()])

  // The jobs did run: on the day of the other warning it is told and mailed, once.
  app.clock.set('2026-11-26T09:00:00Z')
  await app.settleDay()
  await app.settleDay()
  expect(await stands()).toMatchObject([{ certificates: old[0]?.certificates, mails: 1, notices: 2, causes: 0 }])
})

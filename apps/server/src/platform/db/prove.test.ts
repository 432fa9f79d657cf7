import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { freshDatabase } from '../../../test/db.ts'
import { createDatabase } from './database.ts'
import { proveAppRole } from './prove.ts'

async function prove(url: string): Promise<void> {
  const db = createDatabase({ url, poolSize: 1 })
  try {
    await proveAppRole(db)
  } finally {
    await db.end()
  }
}

describe('proveAppRole', () => {
  it('accepts the role that row security binds', async () => {
    const { appUrl } = await freshDatabase()
    await expect(prove(appUrl)).resolves.toBeUndefined()
  })

  it('refuses the owner of the tables', async () => {
    const { adminUrl } = await freshDatabase()
    await expect(prove(adminUrl)).rejects.toThrow(/that role owns tables.*Learnt does not start/)
  })

  it('refuses a role that could become more than it is, or is less than it must be', async () => {
    const { adminUrl, appUrl } = await freshDatabase()
    const admin = new pg.Client({ connectionString: adminUrl })
    await admin.connect()
    const owner = new URL(adminUrl).username
    const app = new URL(appUrl).username
    await admin.query('create table control.probe_reach (id int primary key)')
    const { rows } = await admin.query(`select rolcreaterole from pg_roles where rolname = current_user`)
    try {
      await admin.query('grant select on control.probe_reach to learnt_app')
      await expect(prove(appUrl)).rejects.toThrow('reaches control.probe_reach directly')
      await admin.query('revoke select on control.probe_reach from learnt_app')

      await admin.query('grant create on schema public to learnt_app')
      await expect(prove(appUrl)).rejects.toThrow('may create tables')
      await admin.query('revoke create on schema public from learnt_app')

      // the rest needs logins of its own, which the embedded owner may make
      if (rows[0].rolcreaterole) {
        const name = `${inject('learntTestCluster').prefix}_probe`
        const password = randomBytes(8).toString('hex')
        await admin.query(`create role ${name} login password '${password}'`)
        const url = new URL(appUrl)
        url.username = name
        url.password = password
        try {
          await expect(prove(url.href)).rejects.toThrow()
          await admin.query(`grant learnt_app to ${name}`)
          await expect(prove(url.href)).resolves.toBeUndefined()
          await admin.query(`grant learnt_relay to ${name}`)
          await expect(prove(url.href)).rejects.toThrow('may become learnt_relay')
          await admin.query(`revoke learnt_relay from ${name}`)
          await admin.query(`alter role ${name} set timezone = 'Europe/London'`)
        } finally {
          await admin.query(`drop role ${name}`)
        }
      }
    } finally {
      await admin.end()
    }
    expect(owner).not.toBe(app)
    await expect(prove(appUrl)).resolves.toBeUndefined()
  })
})

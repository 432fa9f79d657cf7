import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Reads what a start reads, and says of which packages, and which of Node's own modules that are large. */
const program = `
  import { registerHooks } from 'node:module'
  const packages = new Set()
  registerHooks({
    load(url, context, nextLoad) {
      const [, name] = /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? []
      if (name !== undefined) packages.add(name)
      return nextLoad(url, context)
    },
  })
  for (const file of ['commands.ts', 'serve.ts']) await import(${JSON.stringify(`${import.meta.dirname}/`)} + file)
  const ownLarge = process.moduleLoadList.filter((name) => /undici\\/undici/.test(name))
  process.stdout.write(JSON.stringify({ packages: [...packages], ownLarge }))
  process.exit(0)
`

// NOTE: each of them is needed sooner or later, and would be read by every start: time and memory of S15.
test('a start leaves unread what only some calls need', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: join(import.meta.dirname, '..'),
  })
  const { packages, ownLarge } = JSON.parse(stdout) as { packages: string[]; ownLarge: string[] }
  expect(packages).toEqual(expect.arrayContaining(['fastify', 'kysely', 'pg', 'zod']))
  const left = [
    '@aws-sdk/client-s3',
    '@nats-io/transport-node',
    '@node-saml/node-saml',
    '@simplewebauthn/server',
    '@tus/file-store',
    '@tus/server',
    'csv-parse',
    'file-type',
    'fontkit',
    'graphile-worker',
    'jose',
    'libphonenumber-js',
    'mammoth',
    'nodemailer',
    'numfmt',
    'openid-client',
    'pdfjs-dist',
    'pdfkit',
    'sanitize-html',
    'sharp',
    'uqr',
  ]
  expect(packages.filter((name) => left.includes(name))).toEqual([])
  expect(ownLarge).toEqual([])
})

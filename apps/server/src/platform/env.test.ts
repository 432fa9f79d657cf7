import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  contentOrigin,
  isLoopbackHost,
  misspelt,
  readSettings,
  renderEnvExample,
  SettingsError,
  settingSpecs,
} from './env.ts'

function mistakesOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof SettingsError) return error.mistakes
    throw error
  }
  return []
}

const production = { PUBLIC_URL: 'https://learn.example.com', CONTENT_URL: 'https://{label}.learn-content.example' }

test('nothing set means this machine alone, with the demo', () => {
  const settings = readSettings({}, '/srv/learnt')
  expect(settings).toMatchObject({
    port: 3000,
    contentPort: 3001,
    host: 'localhost',
    publicUrl: 'http://localhost:3000',
    contentUrl: 'http://127.0.0.1:3001',
    dataDir: '/srv/learnt/data',
    primaryDomains: ['localhost'],
    demo: true,
    demoPasswords: 'known',
    environment: 'prod',
    worker: true,
    uploadMaxBytes: 2 * 1024 ** 3,
    warnings: [],
  })
  expect(settings).not.toHaveProperty('s3')
  expect(settings).not.toHaveProperty('databaseUrl')
})

test('an empty or blank value counts as not set', () => {
  expect(readSettings({ PORT: '', S3_BUCKET: '  ', DATABASE_URL: '' }).port).toBe(3000)
})

test('the ports move the default addresses', () => {
  const settings = readSettings({ PORT: '20101', CONTENT_PORT: '20102' })
  expect(settings.publicUrl).toBe('http://localhost:20101')
  expect(settings.contentUrl).toBe('http://127.0.0.1:20102')
  expect(readSettings({ PUBLIC_URL: 'http://127.0.0.1:3000' }).contentUrl).toBe('http://localhost:3001')
})

test('a public address opens all interfaces and closes the demo', () => {
  const settings = readSettings(production)
  expect(settings).toMatchObject({ host: '0.0.0.0', demo: false, demoPasswords: 'random', publicIsLoopback: false })
  expect(settings.primaryDomains).toEqual(['learn.example.com', 'localhost'])
  expect(settings.mailFrom).toBe('Learnt <no-reply@learn.example.com>')
  expect(settings.mailUnsubscribe).toBeUndefined()
  expect(readSettings({ ...production, LEARNT_DEMO: 'on' })).toMatchObject({ demo: true, demoPasswords: 'random' })
})

test('known demo passwords never listen beyond this machine', () => {
  const settings = readSettings({ HOST: '0.0.0.0' })
  expect(settings).toMatchObject({ demo: false, demoPasswords: 'random' })
  expect(settings.warnings).toHaveLength(1)
})

test('all mistakes are listed at once, each with its name and the way out', () => {
  const mistakes = mistakesOf({
    PORT: 'eighty',
    CONTENT_PORT: '70000',
    PUBLIC_URL: 'learn.example.com',
    DATABASE_URL: 'mysql://root:hunter2@db/learnt',
    DATABASE_POOL: '0',
    S3_BUCKET: 'files',
    SMTP_URL: 'mail.example.com',
    MAIL_FROM: 'nobody',
    LEARNT_DEMO: 'maybe',
    WORKER: 'true',
    LOG_LEVEL: 'loud',
    TRUSTED_PROXIES: '10.0.0.0/40',
    UPLOAD_MAX_BYTES: 'lots',
    ALLOW_PLAIN_HTTP: '1',
    PRIMARY_DOMAINS: 'a.example,b.example,c.example',
    LEARNT_ENVIRONMENT: 'a b',
    HOST: 'not a host',
    S3_PREFIX: '../up',
    S3_FORCE_PATH_STYLE: 'si',
    S3_ENDPOINT: 'ftp://s3.example.com',
  })
  expect(mistakes.map((mistake) => mistake.split(':')[0]).sort()).toEqual(
    [
      ...[
        'PORT',
        'CONTENT_PORT',
        'CONTENT_URL',
        'PUBLIC_URL',
        'DATABASE_URL',
        'DATABASE_POOL',
        'SMTP_URL',
        'MAIL_FROM',
      ],
      ...['LEARNT_DEMO', 'WORKER', 'LOG_LEVEL', 'TRUSTED_PROXIES', 'UPLOAD_MAX_BYTES', 'ALLOW_PLAIN_HTTP'],
      ...['PRIMARY_DOMAINS', 'LEARNT_ENVIRONMENT', 'HOST', 'S3_PREFIX', 'S3_FORCE_PATH_STYLE', 'S3_ENDPOINT'],
      ...['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    ].sort(),
  )
  for (const mistake of mistakes) expect(mistake).toMatch(/; write /)
})

// A folder may be called anything.
test.each(Object.keys(settingSpecs).filter((name) => name !== 'DATA_DIR'))(
  '%s is refused with a value that it cannot have',
  (name) => {
    const { schema } = settingSpecs[name as keyof typeof settingSpecs]
    const wrong = ['true', 'no such value', '\u0007', 'x'.repeat(10_000)].find(
      (value) => !schema.safeParse(value).success,
    )
    expect(wrong).toBeDefined()
    expect(mistakesOf({ [name]: wrong ?? '' })).toContainEqual(expect.stringMatching(`^${name}: `))
  },
)

test('no mistake repeats a password', () => {
  const text = mistakesOf({ DATABASE_URL: 'mysql://root:hunter2@db/learnt', SMTP_URL: 'hunter2' }).join('\n')
  expect(text).toContain('DATABASE_URL')
  expect(text).not.toContain('hunter2')
})

test('content never shares the host name of the application, whatever the port', () => {
  expect(mistakesOf({ CONTENT_URL: 'http://localhost:3001' })[0]).toMatch(/^CONTENT_URL: has the host name/)
  expect(mistakesOf({ ...production, CONTENT_URL: 'https://learn.example.com:8443' })[0]).toMatch(
    /cookies ignore ports/,
  )
  expect(mistakesOf({ ...production, CONTENT_URL: 'https://{label}.example.com' })[0]).toMatch(/includes the host name/)
  expect(mistakesOf({ PUBLIC_URL: 'https://learn.example.com' })[0]).toMatch(/^CONTENT_URL: is required/)
  expect(mistakesOf({ ...production, CONTENT_URL: 'http://127.0.0.1:3001' })[0]).toMatch(
    /other people could not open it/,
  )
  expect(mistakesOf({ ...production, CONTENT_URL: 'https://a.{label}.example' })[0]).toMatch(/wrong place/)
  expect(mistakesOf(production)).toEqual([])
})

test('content on the same domain works with a warning', () => {
  const settings = readSettings({ ...production, CONTENT_URL: 'https://content.example.com' })
  expect(settings.warnings[0]).toMatch(/shares the domain example\.com/)
})

test('plain http on another host is refused unless insisted', () => {
  const plain = { PUBLIC_URL: 'http://learn.example.com', CONTENT_URL: 'http://learn-content.example' }
  expect(mistakesOf(plain)).toHaveLength(2)
  const settings = readSettings({ ...plain, ALLOW_PLAIN_HTTP: 'yes' })
  expect(settings.allowPlainHttp).toBe(true)
  expect(settings.warnings[0]).toMatch(/plain http/)
  expect(mistakesOf({ PUBLIC_URL: 'http://127.0.0.1:3000' })).toEqual([])
})

test('an address with a path is refused, a trailing slash is not', () => {
  expect(readSettings({ ...production, PUBLIC_URL: 'https://learn.example.com/' }).publicUrl).toBe(
    'https://learn.example.com',
  )
  expect(mistakesOf({ ...production, PUBLIC_URL: 'https://example.com/learn' })[0]).toMatch(/has a path \(\/learn\)/)
})

test('the two roles of a database of one’s own', () => {
  const app = 'postgres://learnt_web:pw@db.example.com/learnt'
  expect(readSettings({ DATABASE_URL: app }).databaseUrl).toBe(app)
  expect(mistakesOf({ DATABASE_ADMIN_URL: app })[0]).toMatch(/set without DATABASE_URL/)
  expect(mistakesOf({ DATABASE_URL: app, DATABASE_ADMIN_URL: app })[0]).toMatch(/same role/)
  expect(mistakesOf({ DATABASE_URL: app, DATABASE_ADMIN_URL: app.replace('learnt_web', 'learnt_owner') })).toEqual([])
  const pooler = app.replace('db.', 'pooler.')
  expect(readSettings({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: app }).databaseDirectUrl).toBe(app)
  expect(mistakesOf({ DATABASE_DIRECT_URL: app })[0]).toMatch(/set without DATABASE_URL/)
  const owner = app.replace('learnt_web', 'learnt_owner')
  expect(mistakesOf({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: owner })[0]).toMatch(/a different role/)
})

test('an S3 store is complete or absent', () => {
  const s3 = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  expect(readSettings(s3).s3).toEqual({
    region: 'us-east-1',
    bucket: 'files',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    prefix: '',
    forcePathStyle: false,
  })
  expect(readSettings({ ...s3, S3_ENDPOINT: 'http://10.0.0.5:9000', S3_PREFIX: 'learnt' }).s3).toMatchObject({
    endpoint: 'http://10.0.0.5:9000',
    prefix: 'learnt/',
    forcePathStyle: true,
  })
})

test('sizes, lists and content labels', () => {
  expect(readSettings({ UPLOAD_MAX_BYTES: '500M' }).uploadMaxBytes).toBe(500 * 1024 ** 2)
  expect(readSettings({ TRUSTED_PROXIES: '10.0.0.0/8, loopback,::1' }).trustedProxies).toHaveLength(3)
  expect(contentOrigin(readSettings(production), 'munro')).toBe('https://munro.learn-content.example')
  expect(contentOrigin(readSettings({}), 'munro')).toBe('http://127.0.0.1:3001')
  expect(['localhost', 'a.localhost', '127.0.0.1', '127.9.9.9', '[::1]', '::1'].every(isLoopbackHost)).toBe(true)
  expect(['127.0.0.1.example.com', 'localhost.example', '0.0.0.0', '10.0.0.1'].some(isLoopbackHost)).toBe(false)
})

test('the secret of the metrics is long and without spaces', () => {
  expect(readSettings({}).metricsToken).toBeUndefined()
  expect(readSettings({ METRICS_TOKEN: 'sixteen-letters!' }).metricsToken).toBe('sixteen-letters!')
  for (const METRICS_TOKEN of ['short', 'with a space in between'])
    expect(() => readSettings({ METRICS_TOKEN })).toThrow('METRICS_TOKEN: is not a valid secret')
})

test('the line between processes: addresses of one kind, one way to sign in, files for tls only', () => {
  expect(readSettings({}).live).toBeUndefined()
  expect(readSettings({ LIVE_URL: 'nats://127.0.0.1' }).live).toEqual({ servers: ['127.0.0.1:4222'], isSecure: false })
  expect(readSettings({ LIVE_URL: 'tls://learnt:se%2Fcret@a.example:4333, tls://[::1]' }).live).toEqual({
    servers: ['a.example:4333', '[::1]:4222'],
    isSecure: true,
    user: 'learnt',
    password: 'se/cret',
  })
  expect(readSettings({ LIVE_URL: 'nats://token@localhost' }).live).toMatchObject({ token: 'token' })
  expect(readSettings({ LIVE_URL: 'nats://a.example' }).warnings[0]).toMatch(/^LIVE_URL does not use TLS/)
  const wrong: [Record<string, string>, RegExp][] = [
    [{ LIVE_URL: 'http://user:hunter2@a.example' }, /^LIVE_URL: starts with http:/],
    [{ LIVE_URL: 'nats://a.example,tls://b.example' }, /^LIVE_URL: mixes/],
    [{ LIVE_URL: 'nats://a.example/path' }, /^LIVE_URL: has a path/],
    [{ LIVE_CA_FILE: 'ca.pem' }, /^LIVE_CA_FILE: is set without LIVE_URL/],
    [{ LIVE_URL: 'nats://localhost', LIVE_CA_FILE: 'ca.pem' }, /^LIVE_CA_FILE: requires TLS/],
    [{ LIVE_URL: 'tls://localhost', LIVE_KEY_FILE: 'key.pem' }, /^LIVE_CERT_FILE: is missing/],
    [{ LIVE_URL: 'tls://a:b@localhost', LIVE_CREDENTIALS_FILE: 'x.creds' }, /^LIVE_CREDENTIALS_FILE: is set together/],
  ]
  for (const [env, sentence] of wrong) {
    const mistakes = mistakesOf(env)
    expect(mistakes).toHaveLength(1)
    expect(mistakes[0]).toMatch(sentence)
    expect(mistakes[0]).toMatch(/; write /)
    expect(mistakes[0]).not.toContain('hunter2')
  }
})

test('.env.example is the current one and names every setting', () => {
  const text = renderEnvExample()
  for (const name of Object.keys(settingSpecs)) expect(text).toContain(`#${name}=`)
  const file = new URL('../../../../.env.example', import.meta.url)
  if (process.env.UPDATE_FILES === 'yes') writeFileSync(file, text)
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('a password in a setting of its own may contain any characters', () => {
  const settings = readSettings({
    DATABASE_URL: 'postgres://learnt_web@db/learnt',
    DATABASE_DIRECT_URL: 'postgres://learnt_web:own@db/learnt',
    DATABASE_PASSWORD: 'a@b/c:d %e',
    DATABASE_ADMIN_URL: 'postgres://learnt_owner@db/learnt',
    DATABASE_ADMIN_PASSWORD: '#?',
  })
  expect(new URL(settings.databaseUrl ?? '').hostname).toBe('db')
  expect(decodeURIComponent(new URL(settings.databaseUrl ?? '').password)).toBe('a@b/c:d %e')
  expect(new URL(settings.databaseDirectUrl ?? '').password).toBe('own')
  expect(decodeURIComponent(new URL(settings.databaseAdminUrl ?? '').password)).toBe('#?')
  expect(mistakesOf({ DATABASE_PASSWORD: 'x' })[0]).toMatch(/^DATABASE_PASSWORD: is set without DATABASE_URL/)
})

test.each([
  ['DATABSE_POOL', 'DATABASE_POOL'],
  ['SMPT_URL', 'SMTP_URL'],
  ['MAIL_FORM', 'MAIL_FROM'],
  ['S3_BUCKETS', 'S3_BUCKET'],
  ['PATH', null],
  ['npm_config_port', null],
  ['PGPASSWORD', null],
  ['SMTP_URL', null],
])('%s is taken for a misspelt %s', (name, nearest) => {
  expect(misspelt({ [name]: 'x' })).toEqual(nearest === null ? [] : [{ name, nearest }])
})

test('compose.yaml passes every setting on, and .env.example shows every one', () => {
  const compose = readFileSync(new URL('../../../../compose.yaml', import.meta.url), 'utf8')
  // The image sets these, and they do not differ from container to container.
  const ofTheImage = ['PORT', 'CONTENT_PORT', 'HOST', 'DATA_DIR']
  const passed = [...compose.matchAll(/^ {6}([A-Z0-9_]+): \$\{\1:-/gm)].map(([, name]) => name)
  const known = Object.keys(settingSpecs)
  expect([...passed, ...ofTheImage].sort()).toEqual([...known].sort())
})

describe('the Dockerfile', () => {
  const root = new URL('../../../../', import.meta.url)
  const read = (name: string) => readFileSync(new URL(name, root), 'utf8')
  const text = read('Dockerfile')
  const sources = (text.match(/^COPY (?!--from).*/gm) ?? []).flatMap((line) => line.split(/\s+/).slice(1, -1))

  test('copies only what is there and is not ignored', () => {
    expect(sources).toContain('package-lock.json')
    const ignored = read('.dockerignore').split('\n')
    for (const source of sources) {
      expect(existsSync(new URL(source, root)), source).toBe(true)
      expect(ignored).not.toContain(source.replace(/\/$/, ''))
    }
  })

  test('installs the workspaces that the launcher installs, of those that it copies', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
    const names = workspaces.map((folder) => JSON.parse(read(`${folder}/package.json`)).name as string)
    const installed = [...text.matchAll(/ -w (\S+)/g)].map(([, name]) => name as string)
    expect(installed).toEqual(names.filter((name) => read('tools/launch/ready.cjs').includes(`'${name}'`)))
    // npm ci stops where a workspace of the lock has no package.json.
    for (const folder of workspaces)
      expect(sources.some((source) => folder.startsWith(source) || source === `${folder}/package.json`)).toBe(true)
  })

  test('builds every configuration and starts what they build', () => {
    const globs = /for config in (.*); do/.exec(text)?.[1]?.split(' ') ?? []
    const built = globSync(globs, { cwd: root }).toSorted()
    const all = globSync('apps/*/vite*.config.ts', { cwd: root }).filter((name) => !name.includes('/vitest.'))
    expect(built).toEqual(all.toSorted())
    const program = /^CMD \["node", (?:"--[^"]+", )*"([^"]+)", "start"\]$/m.exec(text)?.[1] ?? ''
    expect(program).toMatch(/^apps\/server\/dist\/\w+\.js$/)
    const entry = program.replace('/dist/', '/src/').replace(/js$/, 'ts')
    expect(existsSync(new URL(entry, root)), entry).toBe(true)
  })
})

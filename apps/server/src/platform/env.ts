import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { cutText } from '@learnt/contract/cut-text'
import * as z from 'zod'

/** Everything an operator can set, read once at start. Units and defaults: `settingSpecs` below, `.env.example`. */
export interface Settings {
  port: number
  contentPort: number
  /** What to listen on. `localhost` means both loopback addresses, IPv4 and IPv6. */
  host: string
  /** Origin that people open, without a trailing slash. */
  publicUrl: string
  publicIsLoopback: boolean
  /** Origin of uploaded content, without a trailing slash; may hold `{label}`: use `contentOrigin()`. */
  contentUrl: string
  /** Absolute. */
  dataDir: string
  /** Absent: the embedded database is started. */
  databaseUrl?: string
  /** Absent beside a `databaseUrl`: the schema is expected to be up to date already. */
  databaseAdminUrl?: string
  /** Past the pooler to which `databaseUrl` leads; absent: there is none. */
  databaseDirectUrl?: string
  databasePool: number
  /** Host names whose subdomains name a team; lower case, one or two. */
  primaryDomains: string[]
  smtpUrl?: string
  mailFrom: string
  s3?: S3Settings
  demo: boolean
  /** Known passwords are for loopback only; elsewhere a demo gets random ones. */
  demoPasswords: 'known' | 'random'
  environment: string
  trustedProxies: string[]
  allowPlainHttp: boolean
  logLevel: (typeof logLevels)[number]
  worker: boolean
  /** Whether browsers get the service worker of the web application; else one that removes itself. */
  serviceWorker: boolean
  uploadMaxBytes: number
  /** Absent: `/metrics` is for this machine only. */
  metricsToken?: string
  /** Sealing of secrets in the database: absent, the key lies in the database itself. */
  secretKey?: string
  /** Whether sign-in providers may be at private addresses and without https. */
  privateProviders: boolean
  /** Absent: the processes hear from each other through the database. */
  live?: LiveSettings
  /** Things that work but that the operator should know; said at start. */
  warnings: string[]
}

export interface S3Settings {
  /** Absent: Amazon's own for the region. */
  endpoint?: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Empty, or ends with a slash. */
  prefix: string
  forcePathStyle: boolean
}

/** The line between the processes by a NATS server. */
export interface LiveSettings {
  /** host:port, of one cluster. */
  readonly servers: readonly string[]
  readonly isSecure: boolean
  readonly user?: string
  readonly password?: string
  readonly token?: string
  readonly credentialsFile?: string
  readonly caFile?: string
  readonly certificateFile?: string
  readonly keyFile?: string
}

export type Environment = Readonly<Record<string, string | undefined>>

/** All mistakes at once, so that an operator corrects them in one go. */
export class SettingsError extends Error {
  readonly mistakes: readonly string[]
  constructor(mistakes: readonly string[]) {
    super(
      `${mistakes.length === 1 ? 'One setting is' : `${mistakes.length} settings are`} wrong; nothing was started:\n` +
        mistakes.map((mistake) => `  ${mistake}`).join('\n'),
    )
    this.name = 'SettingsError'
    this.mistakes = mistakes
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const proxyNames = ['loopback', 'linklocal', 'uniquelocal']

interface SettingSpec<T = unknown> {
  group: string
  description: string
  /** What `.env.example` shows as the default or as an example. */
  example: string
  /** Says what to write; the sentence is printed after "NAME: ". */
  schema: z.ZodType<T, string>
}

const port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65535, {
    error: (issue) => `is not a port number (${quote(issue.input)}); write a whole number from 1 to 65535`,
  })
  .transform(Number)

const databaseAddress = url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database')

const onOff = (on: string, off: string) =>
  z
    .string()
    .toLowerCase()
    .refine((text) => text === on || text === off, {
      error: (issue) => `is ${quote(issue.input)}; write ${on} or ${off}`,
    })
    .transform((text) => text === on)

const plainText = (limit: number) =>
  z.string().max(limit, { error: `is longer than ${limit} characters; write a shorter one` })

/** One entry per setting, in the order of `.env.example`. */
export const settingSpecs = {
  PUBLIC_URL: {
    group: 'Addresses',
    description:
      'The address that people open, without a path. Plain http only for this machine (localhost, 127.0.0.1).\nDefault: http://localhost:PORT',
    example: 'https://learn.example.com',
    schema: url(['http:', 'https:'], 'https://learn.example.com', { origin: true }),
  },
  CONTENT_URL: {
    group: 'Addresses',
    description:
      'The address from which uploaded packages and pages are served. Its host name must differ from that of PUBLIC_URL\n(another port is no wall); best a separate domain. {label} stands for a name per package:\nhttps://{label}.learn-content.example with a wildcard DNS record and certificate.\nDefault: http://127.0.0.1:CONTENT_PORT (http://localhost:CONTENT_PORT where PUBLIC_URL is 127.0.0.1)',
    example: 'https://{label}.learn-content.example',
    schema: contentUrl(),
  },
  PORT: {
    group: 'Addresses',
    description: 'Port of the application. Default: 3000',
    example: '3000',
    schema: port,
  },
  CONTENT_PORT: {
    group: 'Addresses',
    description: 'Port of the content server. Default: 3001',
    example: '3001',
    schema: port,
  },
  HOST: {
    group: 'Addresses',
    description:
      'The network address to listen on. Default: this machine only (localhost); all interfaces (0.0.0.0) once PUBLIC_URL\nnames another host.',
    example: '0.0.0.0',
    schema: z.string().refine((text) => isIP(text) !== 0 || isHostName(text), {
      error: (issue) =>
        `is no address (${quote(issue.input)}); write an IP address of this machine, 0.0.0.0 or localhost`,
    }),
  },
  PRIMARY_DOMAINS: {
    group: 'Addresses',
    description:
      'Two domains, separated by a comma, whose subdomains choose the team: acme.learn.example.com opens team acme.\nDefault: the host name of PUBLIC_URL, and localhost',
    example: 'learn.example.com,learn.example.org',
    schema: z
      .string()
      .transform(commaList)
      .refine((names) => names.length >= 1 && names.length <= 2 && names.every(isHostName), {
        error:
          'is not a list of one or two host names; write them separated by a comma: learn.example.com,learn.example.org',
      }),
  },
  TRUSTED_PROXIES: {
    group: 'Addresses',
    description:
      'Addresses or networks of the reverse proxies whose X-Forwarded-For is believed, separated by commas\n(loopback, linklocal and uniquelocal are names for such networks). Default: none',
    example: '10.0.0.0/8,loopback',
    schema: z
      .string()
      .transform(commaList)
      .refine((entries) => entries.every(isNetwork), {
        error:
          'holds something that is no address; write addresses, networks like 10.0.0.0/8, or loopback, separated by commas',
      }),
  },
  ALLOW_PLAIN_HTTP: {
    group: 'Addresses',
    description:
      'yes lets Learnt start with a plain http address of another host. Passwords and sessions then cross the network\nreadable by anyone on the way, and browsers refuse the secure session cookie. Default: no',
    example: 'no',
    schema: onOff('yes', 'no'),
  },
  DATA_DIR: {
    group: 'Data',
    description: 'The folder for files and for the embedded database. Default: ./data',
    example: './data',
    schema: z.string(),
  },
  DATABASE_URL: {
    group: 'Data',
    description:
      'A PostgreSQL of your own, 15 or newer, as the role with which the application works. That role must not be a\nsuperuser, must not own the tables, must not bypass row security. Default: the embedded PostgreSQL 18',
    example: 'postgres://learnt_web:password@db.example.com:5432/learnt',
    schema: databaseAddress,
  },
  DATABASE_ADMIN_URL: {
    group: 'Data',
    description:
      'The same database as the role that owns the tables and may create roles: at start to migrate, then for background\nwork. Directly, not through a pooler. Without it the schema must be up to date already, and others do that work.',
    example: 'postgres://learnt_owner:password@db.example.com:5432/learnt',
    schema: databaseAddress,
  },
  DATABASE_DIRECT_URL: {
    group: 'Data',
    description:
      'The same as DATABASE_URL past the pooler, where DATABASE_URL leads to one in transaction mode (PgBouncer): live\nevents and large files need a connection of their own. Default: there is no pooler',
    example: 'postgres://learnt_web:password@db.example.com:5432/learnt',
    schema: databaseAddress,
  },
  DATABASE_POOL: {
    group: 'Data',
    description: 'The most database connections of one process. Default: 10',
    example: '10',
    schema: wholeNumber(2, 500),
  },
  UPLOAD_MAX_BYTES: {
    group: 'Data',
    description: 'The largest file that can be uploaded, in bytes or with K, M or G behind. Default: 2G',
    example: '2G',
    schema: z
      .string()
      .refine((text) => /^\d{1,15}\s*[KMG]?$/i.test(text) && readBytes(text) >= 1024, {
        error: (issue) =>
          `is not a size (${quote(issue.input)}); write bytes, or a number with K, M or G behind, like 2G`,
      })
      .transform(readBytes),
  },
  S3_BUCKET: {
    group: 'Files in an S3 store instead of DATA_DIR',
    description: 'Name of the bucket. With it S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed too.',
    example: 'learnt-files',
    schema: plainText(255),
  },
  S3_ENDPOINT: {
    group: 'Files in an S3 store instead of DATA_DIR',
    description: 'Address of the store. Default: that of Amazon S3 in S3_REGION',
    example: 'https://s3.example.com',
    schema: url(['http:', 'https:'], 'https://s3.example.com'),
  },
  S3_REGION: {
    group: 'Files in an S3 store instead of DATA_DIR',
    description: 'Region of the bucket. Default: us-east-1',
    example: 'eu-central-1',
    schema: plainText(100),
  },
  S3_ACCESS_KEY_ID: {
    group: 'Files in an S3 store instead of DATA_DIR',
    description: 'Name of the access key.',
    example: '',
    schema: plainText(255),
  },
  S3_SECRET_ACCESS_KEY: {
    group: 'Files in an S3 store instead of DATA_DIR',
    description: 'The secret of the access key.',
    example: '',
    schema: plainText(1000),
  },
  S3_PREFIX: {
    group: 'Files in an S3 store instead of DATA_DIR',
    description: 'A folder inside the bucket. Default: none',
    example: 'learnt/',
    schema: plainText(500).refine((text) => !text.startsWith('/') && !text.split('/').includes('..'), {
      error: 'starts with a slash or holds ".."; write a plain folder name like learnt/',
    }),
  },
  S3_FORCE_PATH_STYLE: {
    group: 'Files in an S3 store instead of DATA_DIR',
    description: 'yes puts the bucket into the path instead of the host name. Default: yes with S3_ENDPOINT, else no',
    example: 'yes',
    schema: onOff('yes', 'no'),
  },
  SMTP_URL: {
    group: 'Mail',
    description:
      'The mail server. Without it mails are kept in an outbox that an administrator can read, and none is sent.\nsmtps:// speaks TLS from the first byte, smtp:// upgrades where the server offers it.',
    example: 'smtps://user:password@mail.example.com:465',
    schema: url(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com:465'),
  },
  MAIL_FROM: {
    group: 'Mail',
    description: 'Sender of all mails. Default: Learnt <no-reply@the host name of PUBLIC_URL>',
    example: 'Learnt <learning@example.com>',
    schema: plainText(320).refine((text) => /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text), {
      error: (issue) => `is no address (${quote(issue.input)}); write name@example.com or Some Name <name@example.com>`,
    }),
  },
  SECRET_KEY: {
    group: 'Signing in',
    description:
      'A secret of your own with which secrets in the database are sealed: those of sign-in providers and of authenticator\napps. At least 32 characters without spaces, the same for every process, kept outside the database and its backups.\nWithout it a copy of the database holds all that is needed to read them. When it is lost or changed they have to be\nentered again. Default: none',
    example: '',
    schema: z.string().refine((text) => /^[\x21-\x7e]{32,500}$/.test(text), {
      error: 'is no good secret; write 32 to 500 letters, digits and signs without spaces',
    }),
  },
  PRIVATE_PROVIDERS: {
    group: 'Signing in',
    description:
      'yes lets sign-in providers be at private addresses (10.0.0.0/8, 192.168.0.0/16, this machine ...) and without https.\nAdministrators of tenants name those addresses, and the server asks there: leave it at no where they are not\nyour own people. Default: no',
    example: 'no',
    schema: onOff('yes', 'no'),
  },
  LEARNT_DEMO: {
    group: 'Running',
    description:
      'Whether the first start fills the database with the demonstration tenants. auto means: only where both the address\nand the network interface are this machine alone. Elsewhere on gives its accounts random passwords. Default: auto',
    example: 'auto',
    schema: z
      .string()
      .toLowerCase()
      .refine((text) => ['auto', 'on', 'off'].includes(text), {
        error: (issue) => `is ${quote(issue.input)}; write auto, on or off`,
      }),
  },
  LEARNT_ENVIRONMENT: {
    group: 'Running',
    description: 'Label of this installation in events and logs. Default: prod',
    example: 'prod',
    schema: z.string().refine((text) => /^[a-z0-9][a-z0-9._-]{0,31}$/i.test(text), {
      error: (issue) => `is ${quote(issue.input)}; write a short label of letters, digits, dots and dashes, like prod`,
    }),
  },
  WORKER: {
    group: 'Running',
    description: 'off leaves the background jobs to other processes on the same database. Default: on',
    example: 'on',
    schema: onOff('on', 'off'),
  },
  SERVICE_WORKER: {
    group: 'Running',
    description:
      'off takes the service worker out of all browsers, with what it keeps: the way out when one misbehaves.\nDefault: on',
    example: 'on',
    schema: onOff('on', 'off'),
  },
  METRICS_TOKEN: {
    group: 'Running',
    description:
      'A secret with which /metrics is read from other machines: Authorization: Bearer <the secret>. At least 16 characters\nwithout spaces. Default: none, only this machine may read them',
    example: '',
    schema: z.string().refine((text) => /^[\x21-\x7e]{16,500}$/.test(text), {
      error: 'is no good secret; write 16 to 500 letters, digits and signs without spaces',
    }),
  },
  LOG_LEVEL: {
    group: 'Running',
    description: `How much is logged: ${logLevels.join(', ')}. Default: info`,
    example: 'info',
    schema: z
      .string()
      .toLowerCase()
      .pipe(z.enum(logLevels, { error: (issue) => `is ${quote(issue.input)}; write one of ${logLevels.join(', ')}` })),
  },
  LIVE_URL: {
    group: 'Many processes',
    description:
      'A NATS server by which the processes tell each other what pages show at once; the same for all of them. Several\naddresses of one cluster are separated by commas. tls:// wants a certificate that is known here. What is true stays\nin the database: without the server everything goes on, a little later. Default: PostgreSQL does it',
    example: 'tls://learnt:password@nats1.example.com:4222,tls://nats2.example.com:4222',
    schema: liveAddresses(),
  },
  LIVE_CREDENTIALS_FILE: {
    group: 'Many processes',
    description: 'A file of credentials (.creds) instead of a user and a password in LIVE_URL.',
    example: '/etc/learnt/nats.creds',
    schema: plainText(1000),
  },
  LIVE_CA_FILE: {
    group: 'Many processes',
    description: 'Certificates (PEM) that are trusted for tls:// instead of those known to this machine.',
    example: '/etc/learnt/nats-ca.pem',
    schema: plainText(1000),
  },
  LIVE_CERT_FILE: {
    group: 'Many processes',
    description: 'Our own certificate (PEM), where the NATS server asks for one; with LIVE_KEY_FILE.',
    example: '/etc/learnt/nats-client.pem',
    schema: plainText(1000),
  },
  LIVE_KEY_FILE: {
    group: 'Many processes',
    description: 'The key of LIVE_CERT_FILE (PEM).',
    example: '/etc/learnt/nats-client-key.pem',
    schema: plainText(1000),
  },
} satisfies Record<string, SettingSpec>

type SettingName = keyof typeof settingSpecs

/** Throws one `SettingsError` that names every mistake. An empty value counts as not set. `cwd` anchors DATA_DIR. */
export function readSettings(env: Environment, cwd: string = process.cwd()): Settings {
  const mistakes: string[] = []
  const warnings: string[] = []

  const wrong = (name: SettingName, sentence: string) => mistakes.push(`${name}: ${sentence}`)
  const given = (name: SettingName) => env[name]?.trim() || undefined

  function read<N extends SettingName>(name: N): z.output<(typeof settingSpecs)[N]['schema']> | undefined {
    const text = given(name)
    if (text === undefined) return undefined
    const result = (settingSpecs[name].schema as z.ZodType).safeParse(text)
    if (result.success) return result.data as z.output<(typeof settingSpecs)[N]['schema']>
    wrong(name, result.error.issues[0]?.message ?? 'is not valid')
    return undefined
  }

  const port = read('PORT') ?? 3000
  const contentPort = read('CONTENT_PORT') ?? 3001
  const publicUrl = read('PUBLIC_URL') ?? `http://localhost:${port}`
  const publicIsLoopback = isLoopbackHost(hostOf(publicUrl))
  const host = read('HOST') ?? (publicIsLoopback ? 'localhost' : '0.0.0.0')
  const allowPlainHttp = read('ALLOW_PLAIN_HTTP') ?? false
  const givenContentUrl = read('CONTENT_URL')
  const loopbackContentHost = hostOf(publicUrl) === '127.0.0.1' ? 'localhost' : '127.0.0.1'
  const contentUrl = givenContentUrl ?? `http://${loopbackContentHost}:${contentPort}`
  const primaryDomains = read('PRIMARY_DOMAINS') ?? defaultPrimaryDomains(publicUrl)
  const trustedProxies = read('TRUSTED_PROXIES') ?? []
  const dataDir = resolve(cwd, read('DATA_DIR') ?? './data')
  const databaseUrl = read('DATABASE_URL')
  const databaseAdminUrl = read('DATABASE_ADMIN_URL')
  const databaseDirectUrl = read('DATABASE_DIRECT_URL')
  const databasePool = read('DATABASE_POOL') ?? 10
  const uploadMaxBytes = read('UPLOAD_MAX_BYTES') ?? readBytes('2G')
  const smtpUrl = read('SMTP_URL')
  const mailFrom = read('MAIL_FROM') ?? `Learnt <no-reply@${mailHost(publicUrl)}>`
  const demoWish = read('LEARNT_DEMO') ?? 'auto'
  const environment = read('LEARNT_ENVIRONMENT') ?? 'prod'
  const worker = read('WORKER') ?? true
  const serviceWorker = read('SERVICE_WORKER') ?? true
  const privateProviders = read('PRIVATE_PROVIDERS') ?? false
  const metricsToken = read('METRICS_TOKEN')
  const secretKey = read('SECRET_KEY')
  const logLevel = read('LOG_LEVEL') ?? 'info'
  const s3 = readS3()
  const live = readLive()

  function readLive(): LiveSettings | undefined {
    const address = read('LIVE_URL')
    const files = {
      credentialsFile: read('LIVE_CREDENTIALS_FILE'),
      caFile: read('LIVE_CA_FILE'),
      certificateFile: read('LIVE_CERT_FILE'),
      keyFile: read('LIVE_KEY_FILE'),
    }
    const names = (Object.keys(settingSpecs) as SettingName[]).filter((name) => /^LIVE_.*_FILE$/.test(name))
    const set = names.filter((name) => given(name) !== undefined)
    if (given('LIVE_URL') === undefined) {
      for (const name of set) wrong(name, 'is set without LIVE_URL; write LIVE_URL too, or remove it')
      return undefined
    }
    if (address === undefined) return undefined
    const tls = set.filter((name) => name !== 'LIVE_CREDENTIALS_FILE')
    if (!address.isSecure) for (const name of tls) wrong(name, 'is for tls; write tls:// in LIVE_URL, or remove it')
    if ((files.certificateFile === undefined) !== (files.keyFile === undefined))
      wrong(
        files.keyFile === undefined ? 'LIVE_KEY_FILE' : 'LIVE_CERT_FILE',
        'is missing beside the other; write both, or neither',
      )
    if (files.credentialsFile !== undefined && (address.user !== undefined || address.token !== undefined))
      wrong('LIVE_CREDENTIALS_FILE', 'is set beside a password in LIVE_URL; write one of the two')
    if (!address.isSecure && address.servers.some((server) => !isLoopbackHost(hostOf(`http://${server}`))))
      warnings.push(
        'LIVE_URL is plain nats: ids of people and what they do can be read on the network. tls:// is safer.',
      )
    return { ...address, ...Object.fromEntries(Object.entries(files).filter(([, file]) => file !== undefined)) }
  }

  function readS3(): S3Settings | undefined {
    const values = {
      endpoint: read('S3_ENDPOINT'),
      region: read('S3_REGION'),
      bucket: read('S3_BUCKET'),
      accessKeyId: read('S3_ACCESS_KEY_ID'),
      secretAccessKey: read('S3_SECRET_ACCESS_KEY'),
      prefix: read('S3_PREFIX'),
      forcePathStyle: read('S3_FORCE_PATH_STYLE'),
    }
    const names = (Object.keys(settingSpecs) as SettingName[]).filter((name) => name.startsWith('S3_'))
    const set = names.filter((name) => given(name) !== undefined)
    if (set.length === 0) return undefined
    for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
      if (given(name) === undefined)
        wrong(
          name,
          `is missing beside ${set.join(', ')}; write it, or remove all S3_ settings to keep files in DATA_DIR`,
        )
    const prefix = values.prefix ?? ''
    return {
      ...(values.endpoint === undefined ? {} : { endpoint: values.endpoint }),
      region: values.region ?? 'us-east-1',
      bucket: values.bucket ?? '',
      accessKeyId: values.accessKeyId ?? '',
      secretAccessKey: values.secretAccessKey ?? '',
      prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
      forcePathStyle: values.forcePathStyle ?? values.endpoint !== undefined,
    }
  }

  const isMistaken = (name: SettingName) => mistakes.some((mistake) => mistake.startsWith(`${name}:`))

  if (port === contentPort && !isMistaken('PORT') && !isMistaken('CONTENT_PORT'))
    wrong('CONTENT_PORT', `is the same as PORT (${port}); write another port`)

  if (!isMistaken('CONTENT_URL') && !isMistaken('PUBLIC_URL')) checkContentUrl()

  function checkContentUrl() {
    const publicHost = hostOf(publicUrl)
    const contentHost = hostOf(contentUrl)
    if (givenContentUrl === undefined && !publicIsLoopback) {
      wrong(
        'CONTENT_URL',
        'is needed once PUBLIC_URL names another host; write the address of a second host name that leads here too, like https://learn-content.example',
      )
      return
    }
    const wildcard = contentHost.includes('{label}') ? contentHost.slice(contentHost.indexOf('{label}') + 7) : undefined
    if (contentHost === publicHost)
      wrong(
        'CONTENT_URL',
        `has the host name of PUBLIC_URL (${publicHost}); another port does not separate them, for cookies ignore ports; write an address with another host name`,
      )
    else if (wildcard !== undefined && publicHost.endsWith(wildcard))
      wrong(
        'CONTENT_URL',
        `covers the host name of PUBLIC_URL (${publicHost}) by its {label}; write an address on another domain`,
      )
    else if (contentUrl.startsWith('http:') && !isLoopbackHost(contentHost) && !allowPlainHttp)
      wrong(
        'CONTENT_URL',
        `is plain http on another host (${contentUrl}); write an https address, or set ALLOW_PLAIN_HTTP=yes if you accept that`,
      )
    else if (publicUrl.startsWith('https:') && contentUrl.startsWith('http:') && !isLoopbackHost(contentHost))
      wrong('CONTENT_URL', 'is http while PUBLIC_URL is https, so that browsers would block it; write an https address')
    else if (!publicIsLoopback && isLoopbackHost(contentHost))
      wrong(
        'CONTENT_URL',
        `names this machine (${contentUrl}) while PUBLIC_URL names another host, so that no one else could open it; write the address of a second host name that leads here too`,
      )
    else if (!isLoopbackHost(contentHost) && lastLabels(contentHost) === lastLabels(publicHost))
      warnings.push(
        `CONTENT_URL shares the domain ${lastLabels(publicHost)} with PUBLIC_URL: an uploaded page could fill the cookie jar of the application. A separate domain is safer.`,
      )
  }

  if (!publicIsLoopback && publicUrl.startsWith('http:') && !allowPlainHttp)
    wrong(
      'PUBLIC_URL',
      `is plain http on another host (${publicUrl}), where passwords could be read on the way and the session cookie is refused; write an https address (a reverse proxy can hold the certificate), or set ALLOW_PLAIN_HTTP=yes if you accept that`,
    )

  if (databaseAdminUrl !== undefined && given('DATABASE_URL') === undefined)
    wrong(
      'DATABASE_ADMIN_URL',
      'is set without DATABASE_URL; write DATABASE_URL too, or remove it to use the embedded database',
    )
  if (databaseDirectUrl !== undefined && given('DATABASE_URL') === undefined)
    wrong(
      'DATABASE_DIRECT_URL',
      'is set without DATABASE_URL; write the address of the pooler there, or write this address as DATABASE_URL instead',
    )
  if (databaseUrl !== undefined && databaseDirectUrl !== undefined) {
    const [own, direct] = [new URL(databaseUrl), new URL(databaseDirectUrl)]
    if (own.username !== direct.username)
      wrong('DATABASE_DIRECT_URL', 'works as another role than DATABASE_URL; write the same role')
  }
  if (databaseUrl !== undefined && databaseAdminUrl !== undefined) {
    const [own, admin] = [new URL(databaseUrl), new URL(databaseAdminUrl)]
    if (own.username !== '' && own.username === admin.username)
      wrong(
        'DATABASE_URL',
        `works as the same role as DATABASE_ADMIN_URL (${own.username}), which owns the tables and so stands above row security; write another role`,
      )
  }

  if (!publicIsLoopback && publicUrl.startsWith('http:') && allowPlainHttp)
    warnings.push(`${publicUrl} is plain http: passwords and sessions can be read and taken over on the network.`)

  const onlyThisMachine = publicIsLoopback && isLoopbackHost(host)
  if (publicIsLoopback && !onlyThisMachine)
    warnings.push(
      `Learnt listens on ${host} while PUBLIC_URL is ${publicUrl}: others on the network can reach it but will not be able to sign in.`,
    )

  if (mistakes.length > 0) throw new SettingsError(mistakes)

  return {
    port,
    contentPort,
    host,
    publicUrl,
    publicIsLoopback,
    contentUrl,
    dataDir,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(databaseAdminUrl === undefined ? {} : { databaseAdminUrl }),
    ...(databaseDirectUrl === undefined ? {} : { databaseDirectUrl }),
    databasePool,
    primaryDomains,
    ...(smtpUrl === undefined ? {} : { smtpUrl }),
    mailFrom,
    ...(s3 === undefined ? {} : { s3 }),
    demo: demoWish === 'on' || (demoWish === 'auto' && onlyThisMachine),
    demoPasswords: onlyThisMachine ? 'known' : 'random',
    environment,
    trustedProxies,
    allowPlainHttp,
    logLevel,
    worker,
    serviceWorker,
    uploadMaxBytes,
    ...(metricsToken === undefined ? {} : { metricsToken }),
    ...(secretKey === undefined ? {} : { secretKey }),
    privateProviders,
    ...(live === undefined ? {} : { live }),
    warnings,
  }
}

/** The content origin for the label of a package: the label fills `{label}`, or all share one host. */
export function contentOrigin(settings: Pick<Settings, 'contentUrl'>, label: string): string {
  return settings.contentUrl.replace('{label}', label)
}

/** For a host as `URL` gives it, IPv6 with or without brackets. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIP(name) === 4 && name.startsWith('127.'))
  )
}

/** The text of `.env.example`; a test holds the file to it. */
export function renderEnvExample(): string {
  const lines = [
    '# Settings of Learnt. Copy this file to .env, or set them in the environment (which wins over the file).',
    '# Everything is optional: without any, Learnt runs on this machine alone with its own database.',
    '# Made from apps/server/src/platform/env.ts: change it there, then UPDATE_FILES=yes npm test -- env',
  ]
  let group = ''
  for (const [name, spec] of Object.entries(settingSpecs)) {
    if (spec.group !== group) {
      group = spec.group
      lines.push('', `# ---- ${group} ----`)
    }
    lines.push('', ...spec.description.split('\n').map((line) => `# ${line}`), `#${name}=${spec.example}`)
  }
  return `${lines.join('\n')}\n`
}

function url(protocols: string[], example: string, { origin = false }: { origin?: boolean } = {}) {
  return z.string().transform((text, context) => {
    const parsed = URL.canParse(text) ? new URL(text) : undefined
    const fail = (sentence: string) => {
      context.addIssue({ code: 'custom', message: `${sentence}; write something like ${example}` })
      return z.NEVER
    }
    // The value may hold a password: never repeat it.
    if (!parsed || parsed.hostname === '') return fail('is not an address')
    if (!protocols.includes(parsed.protocol))
      return fail(`starts with ${parsed.protocol}// instead of ${protocols.join('// or ')}//`)
    if (!origin) return text
    if (parsed.username || parsed.password) return fail('holds a user name or password')
    if (parsed.pathname !== '/' || parsed.search || parsed.hash)
      return fail(
        `has a path (${parsed.pathname}${parsed.search}${parsed.hash}), but Learnt needs a host name of its own`,
      )
    return parsed.origin
  })
}

/** Addresses of one NATS cluster; a user or a token stands in the first of them. */
function liveAddresses() {
  const example = 'nats://127.0.0.1:4222 or tls://user:password@nats.example.com:4222'
  return z.string().transform((text, context): LiveSettings => {
    // The value may hold a password: never repeat it.
    const fail = (sentence: string) => {
      context.addIssue({ code: 'custom', message: `${sentence}; write something like ${example}` })
      return z.NEVER
    }
    const addresses: URL[] = []
    for (const one of text.split(',')) {
      const parsed = URL.canParse(one.trim()) ? new URL(one.trim()) : undefined
      if (!parsed || parsed.hostname === '') return fail('is not an address')
      if (!['nats:', 'tls:'].includes(parsed.protocol))
        return fail(`starts with ${parsed.protocol}// instead of nats:// or tls://`)
      if (!['', '/'].includes(parsed.pathname) || parsed.search || parsed.hash) return fail('has a path')
      addresses.push(parsed)
    }
    const [first] = addresses as [URL]
    if (addresses.some(({ protocol }) => protocol !== first.protocol)) return fail('mixes nats:// and tls://')
    const [user, password] = [decodeURIComponent(first.username), decodeURIComponent(first.password)]
    return {
      servers: addresses.map(({ hostname, port }) => `${hostname}:${port || '4222'}`),
      isSecure: first.protocol === 'tls:',
      ...(user === '' ? {} : password === '' ? { token: user } : { user, password }),
    }
  })
}

/** An origin that may hold `{label}` once, as its first label. */
function contentUrl() {
  const plain = url(['http:', 'https:'], 'https://learn-content.example', { origin: true })
  return z.string().transform((text, context) => {
    const marked = text.includes('{label}')
    if (marked && !/^https?:\/\/(?:[a-z0-9-]+-)?\{label\}\.[^{}]+$/i.test(text)) {
      context.addIssue({
        code: 'custom',
        message:
          'has {label} in the wrong place; write it once, as the first label: https://{label}.learn-content.example',
      })
      return z.NEVER
    }
    const result = plain.safeParse(text.replace('{label}', 'xlabelx'))
    if (result.success) return result.data.replace('xlabelx', '{label}')
    context.addIssue({ code: 'custom', message: result.error.issues[0]?.message ?? 'is not an address' })
    return z.NEVER
  })
}

function wholeNumber(least: number, most: number) {
  return z
    .string()
    .refine((text) => /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: (issue) => `is ${quote(issue.input)}; write a whole number from ${least} to ${most}`,
    })
    .transform(Number)
}

function readBytes(text: string): number {
  const unit = { k: 1024, m: 1024 ** 2, g: 1024 ** 3 }[text.slice(-1).toLowerCase()] ?? 1
  return Number.parseInt(text, 10) * unit
}

function commaList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '')
}

function isHostName(name: string): boolean {
  return name.length <= 253 && name.split('.').every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(label))
}

function isNetwork(entry: string): boolean {
  if (proxyNames.includes(entry)) return true
  const [address = '', bits, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Tolerates `{label}`, which `URL` does not. */
function hostOf(address: string): string {
  return new URL(address.replace('{label}', 'xlabelx')).hostname.replace('xlabelx', '{label}')
}

function lastLabels(host: string): string {
  return isIP(host) ? host : host.split('.').slice(-2).join('.')
}

function defaultPrimaryDomains(publicUrl: string): string[] {
  const host = hostOf(publicUrl).toLowerCase()
  return isHostName(host) && isIP(host) === 0 && host !== 'localhost' ? [host, 'localhost'] : ['localhost']
}

function mailHost(publicUrl: string): string {
  const host = hostOf(publicUrl)
  return isLoopbackHost(host) || isIP(host.replace(/^\[|\]$/g, '')) ? 'localhost.localdomain' : host
}

function quote(value: unknown): string {
  const text = String(value)
  return JSON.stringify(text.length > 60 ? `${cutText(text, 60)}…` : text)
}

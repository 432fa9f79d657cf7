import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { cutText } from '@learnt/contract/cut-text'
import * as z from 'zod'

/** All settings, read once at start. `settingSpecs` below and `.env.example` give units and defaults. */
export interface Settings {
  port: number
  contentPort: number
  /** Network address to listen on. `localhost` means both loopback addresses, IPv4 and IPv6. */
  host: string
  /** Origin that people open, without a trailing slash. */
  publicUrl: string
  publicIsLoopback: boolean
  /** Origin of uploaded content, without a trailing slash. May contain `{label}`: use `contentOrigin()`. */
  contentUrl: string
  /** Absolute path. */
  dataDir: string
  /** Absent: Learnt starts the embedded database. */
  databaseUrl?: string
  /** Absent beside a `databaseUrl`: another process migrates the schema. */
  databaseAdminUrl?: string
  /** Bypasses the connection pooler in `databaseUrl`. Absent: there is no pooler. */
  databaseDirectUrl?: string
  databasePool: number
  /** Seconds for which a start waits for a database that does not answer yet. */
  databaseWaitSeconds: number
  /** One or two host names in lower case, whose subdomains select a team. */
  primaryDomains: string[]
  smtpUrl?: string
  mailFrom: string
  /** Where mails to be unsubscribed go, beside the page; absent: nowhere. */
  mailUnsubscribe: string | undefined
  s3?: S3Settings
  demo: boolean
  /** Demo accounts have the known password on this machine only, and random passwords elsewhere. */
  demoPasswords: 'known' | 'random'
  environment: string
  trustedProxies: string[]
  allowPlainHttp: boolean
  logLevel: (typeof logLevels)[number]
  worker: boolean
  /** Seconds between the signal to stop and the end of listening. */
  stopDelaySeconds: number
  /** False: browsers receive a service worker that removes itself. */
  serviceWorker: boolean
  uploadMaxBytes: number
  /** Days after which no backup of this installation is left. Absent: the operator has not said. */
  backupKeptDays?: number
  /** Absent: only this machine can read `/metrics`. */
  metricsToken?: string
  /** Encrypts secrets in the database. Absent: the key is stored in the database too. */
  secretKey?: string
  /** Allows sign-in providers at private addresses and without https. */
  privateProviders: boolean
  /** Absent: processes notify each other through the database. */
  live?: LiveSettings
  /** Risks that do not prevent a start. The terminal shows them. */
  warnings: string[]
}

export interface S3Settings {
  /** Absent: Amazon S3 in the region. */
  endpoint?: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Empty, or ends with a slash. */
  prefix: string
  forcePathStyle: boolean
}

/** Connection to the NATS server through which processes notify each other. */
export interface LiveSettings {
  /** `host:port` of each server of one cluster. */
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

/** Lists all mistakes, so that the operator can correct them at once. */
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
  /** Its errors follow "NAME: " and say what to write. */
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
      'Address that people open, without a path. Plain http is allowed only on this machine (localhost, 127.0.0.1).\nDefault: http://localhost:PORT',
    example: 'https://learn.example.com',
    schema: url(['http:', 'https:'], 'https://learn.example.com', { origin: true }),
  },
  CONTENT_URL: {
    group: 'Addresses',
    description:
      'Address that serves uploaded packages and pages. Its host name must differ from that of PUBLIC_URL: a different\nport does not isolate cookies. Use a separate domain if you can. With {label} each package gets its own host name:\nhttps://{label}.learn-content.example, which needs a wildcard DNS record and certificate.\nDefault: http://127.0.0.1:CONTENT_PORT (http://localhost:CONTENT_PORT if PUBLIC_URL is 127.0.0.1)',
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
      'Network address to listen on. Default: localhost (this machine only), or 0.0.0.0 (all interfaces) if PUBLIC_URL\nis not on this machine',
    example: '0.0.0.0',
    schema: z.string().refine((text) => isIP(text) !== 0 || isHostName(text), {
      error: (issue) =>
        `is not an address (${quote(issue.input)}); write an IP address of this machine, 0.0.0.0 or localhost`,
    }),
  },
  PRIMARY_DOMAINS: {
    group: 'Addresses',
    description:
      'One or two domains, separated by a comma. Their subdomains select a team: acme.learn.example.com opens team acme.\nDefault: the host name of PUBLIC_URL, and localhost',
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
      'Addresses or networks of your reverse proxies, separated by commas. Learnt trusts their X-Forwarded-For header.\nloopback, linklocal and uniquelocal stand for those networks. Default: none',
    example: '10.0.0.0/8,loopback',
    schema: z
      .string()
      .transform(commaList)
      .refine((entries) => entries.every(isNetwork), {
        error:
          'contains something that is not an address; write addresses, networks like 10.0.0.0/8, or loopback, separated by commas',
      }),
  },
  ALLOW_PLAIN_HTTP: {
    group: 'Addresses',
    description:
      'yes allows plain http addresses outside this machine. Anyone on the network can then read passwords and sessions,\nand browsers refuse the secure session cookie. Default: no',
    example: 'no',
    schema: onOff('yes', 'no'),
  },
  DATA_DIR: {
    group: 'Data',
    description: 'Folder for files and the embedded database. Default: ./data',
    example: './data',
    schema: z.string(),
  },
  DATABASE_URL: {
    group: 'Data',
    description:
      'Your own PostgreSQL, version 15 or newer, with the role of the application. This role must not be a superuser, must\nnot own the tables and must not bypass row security. Default: the embedded PostgreSQL 18',
    example: 'postgres://learnt_web:password@db.example.com:5432/learnt',
    schema: databaseAddress,
  },
  DATABASE_ADMIN_URL: {
    group: 'Data',
    description:
      'The same database with the role that owns the tables and can create roles. Learnt uses it for migrations at start\nand for background jobs. Connect directly, not through a pooler. Without it this process does neither: the schema\nmust be up to date, and another process must run the jobs.',
    example: 'postgres://learnt_owner:password@db.example.com:5432/learnt',
    schema: databaseAddress,
  },
  DATABASE_DIRECT_URL: {
    group: 'Data',
    description:
      'Needed if DATABASE_URL leads to a pooler in transaction mode (PgBouncer): the same database and role without the\npooler. Live events and large files need a dedicated connection. Default: there is no pooler',
    example: 'postgres://learnt_web:password@db.example.com:5432/learnt',
    schema: databaseAddress,
  },
  DATABASE_PASSWORD: {
    group: 'Data',
    description:
      'Password of DATABASE_URL and DATABASE_DIRECT_URL, if these contain none. It may contain any characters: in an\naddress, characters such as @ and / have to be written as %40 and %2F.',
    example: '',
    schema: plainText(1000),
  },
  DATABASE_ADMIN_PASSWORD: {
    group: 'Data',
    description: 'Password of DATABASE_ADMIN_URL, if that contains none.',
    example: '',
    schema: plainText(1000),
  },
  DATABASE_WAIT_SECONDS: {
    group: 'Data',
    description: 'Seconds for which a start waits for a database that does not answer yet. Default: 60',
    example: '60',
    schema: wholeNumber(0, 3600),
  },
  DATABASE_POOL: {
    group: 'Data',
    description: 'Maximum number of database connections per process. Default: 10',
    example: '10',
    schema: wholeNumber(2, 500),
  },
  UPLOAD_MAX_BYTES: {
    group: 'Data',
    description: 'Maximum size of an uploaded file, in bytes or with the suffix K, M or G. Default: 2G',
    example: '2G',
    schema: z
      .string()
      .refine((text) => /^\d{1,15}\s*[KMG]?$/i.test(text) && readBytes(text) >= 1024, {
        error: (issue) =>
          `is not a size (${quote(issue.input)}); write a number of bytes, or a number with K, M or G, like 2G`,
      })
      .transform(readBytes),
  },
  S3_BUCKET: {
    group: 'S3 store for files, instead of DATA_DIR',
    description: 'Name of the bucket. It also needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
    example: 'learnt-files',
    schema: plainText(255),
  },
  S3_ENDPOINT: {
    group: 'S3 store for files, instead of DATA_DIR',
    description: 'Address of the store. Default: Amazon S3 in S3_REGION',
    example: 'https://s3.example.com',
    schema: url(['http:', 'https:'], 'https://s3.example.com'),
  },
  S3_REGION: {
    group: 'S3 store for files, instead of DATA_DIR',
    description: 'Region of the bucket. Default: us-east-1',
    example: 'eu-central-1',
    schema: plainText(100),
  },
  S3_ACCESS_KEY_ID: {
    group: 'S3 store for files, instead of DATA_DIR',
    description: 'Name of the access key.',
    example: '',
    schema: plainText(255),
  },
  S3_SECRET_ACCESS_KEY: {
    group: 'S3 store for files, instead of DATA_DIR',
    description: 'Secret of the access key.',
    example: '',
    schema: plainText(1000),
  },
  S3_PREFIX: {
    group: 'S3 store for files, instead of DATA_DIR',
    description: 'Folder inside the bucket. Default: none',
    example: 'learnt/',
    schema: plainText(500).refine((text) => !text.startsWith('/') && !text.split('/').includes('..'), {
      error: 'starts with a slash or contains ".."; write a plain folder name like learnt/',
    }),
  },
  S3_FORCE_PATH_STYLE: {
    group: 'S3 store for files, instead of DATA_DIR',
    description:
      'yes puts the bucket name into the path instead of the host name. Default: yes with S3_ENDPOINT, otherwise no',
    example: 'yes',
    schema: onOff('yes', 'no'),
  },
  SMTP_URL: {
    group: 'Mail',
    description:
      'Mail server. Without it no email is sent, and administrators can read the emails in the outbox.\nsmtps:// uses TLS from the start, smtp:// upgrades to TLS if the server offers it.',
    example: 'smtps://user:password@mail.example.com:465',
    schema: url(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com:465'),
  },
  MAIL_FROM: {
    group: 'Mail',
    description: 'Sender of all emails. Default: Learnt <no-reply@the host name of PUBLIC_URL>',
    example: 'Learnt <learning@example.com>',
    schema: plainText(320).refine((text) => /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text), {
      error: (issue) =>
        `is not an email address (${quote(issue.input)}); write name@example.com or Some Name <name@example.com>`,
    }),
  },
  MAIL_UNSUBSCRIBE: {
    group: 'Mail',
    description:
      'Address that people may write to in order to get no more emails of a kind. Named in List-Unsubscribe beside the page\nwhere everybody can switch such emails off; somebody has to read it. Default: none',
    example: 'unsubscribe@example.com',
    schema: plainText(254).refine((text) => /^[^\s<>@?,]+@[^\s<>@?,]+$/.test(text), {
      error: (issue) => `is not an email address (${quote(issue.input)}); write name@example.com`,
    }),
  },
  SECRET_KEY: {
    group: 'Signing in',
    description:
      'Encrypts the secrets of sign-in providers and authenticator apps, and the keys that sign badges, in the database. At\nleast 32 characters without spaces, the same for every process. Keep it outside the database and its backups. Without\nit a copy of the database is enough to read those secrets. If you lose or change it, they must be entered again; keys\nthat sign badges are replaced by themselves. Default: none',
    example: '',
    schema: z.string().refine((text) => /^[\x21-\x7e]{32,500}$/.test(text), {
      error: 'is not a valid secret; write 32 to 500 letters, digits and symbols without spaces',
    }),
  },
  PRIVATE_PROVIDERS: {
    group: 'Signing in',
    description:
      'yes allows sign-in providers at private addresses (10.0.0.0/8, 192.168.0.0/16, this machine ...) and without https.\nTenant administrators enter these addresses and the server connects to them: use yes only if you trust all tenant\nadministrators. Default: no',
    example: 'no',
    schema: onOff('yes', 'no'),
  },
  LEARNT_DEMO: {
    group: 'Running',
    description:
      'on adds the demonstration tenants at the first start. auto adds them only if PUBLIC_URL and HOST are limited to this\nmachine. On an installation that others can reach, demonstration accounts get random passwords. Default: auto',
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
    description: 'Name of this installation in events and logs. Default: prod',
    example: 'prod',
    schema: z.string().refine((text) => /^[a-z0-9][a-z0-9._-]{0,31}$/i.test(text), {
      error: (issue) => `is ${quote(issue.input)}; write a short label of letters, digits, dots and dashes, like prod`,
    }),
  },
  WORKER: {
    group: 'Running',
    description: 'off leaves background jobs to other processes on the same database. Default: on',
    example: 'on',
    schema: onOff('on', 'off'),
  },
  STOP_DELAY_SECONDS: {
    group: 'Running',
    description:
      'Seconds for which /readyz answers 503 before a stop begins, so that a load balancer sends new requests elsewhere.\nOpen requests then get up to 30 seconds to finish. Default: 5, or 0 if PUBLIC_URL is on this machine',
    example: '5',
    schema: wholeNumber(0, 300),
  },
  SERVICE_WORKER: {
    group: 'Running',
    description:
      'off removes the service worker and its caches from all browsers. Use it if the service worker causes problems.\nDefault: on',
    example: 'on',
    schema: onOff('on', 'off'),
  },
  METRICS_TOKEN: {
    group: 'Running',
    description:
      'Secret for reading /metrics from other machines: Authorization: Bearer <the secret>. At least 16 characters without\nspaces. Default: none, only this machine can read the metrics',
    example: '',
    schema: z.string().refine((text) => /^[\x21-\x7e]{16,500}$/.test(text), {
      error: 'is not a valid secret; write 16 to 500 letters, digits and symbols without spaces',
    }),
  },
  BACKUP_KEPT_DAYS: {
    group: 'Running',
    description:
      'Days after which you destroy your oldest backup, 1 to 3650. Learnt deletes no backups. Administrators are told how\nlong backups still hold the data of a person who was erased. Default: they are told to ask you',
    example: '35',
    schema: z
      .string()
      .refine((text) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 3650, {
        error: (issue) => `is not a number of days (${quote(issue.input)}); write a whole number from 1 to 3650`,
      })
      .transform(Number),
  },
  LOG_LEVEL: {
    group: 'Running',
    description: `Level of the log: ${logLevels.join(', ')}. Default: info`,
    example: 'info',
    schema: z
      .string()
      .toLowerCase()
      .pipe(z.enum(logLevels, { error: (issue) => `is ${quote(issue.input)}; write one of ${logLevels.join(', ')}` })),
  },
  LIVE_URL: {
    group: 'Many processes',
    description:
      'NATS server through which processes send live updates to each other. Use the same value for every process. Separate\nthe addresses of one cluster by commas. tls:// requires a certificate that this machine trusts. If the server is\ndown, pages update a little later. Default: PostgreSQL carries the live updates',
    example: 'tls://learnt:password@nats1.example.com:4222,tls://nats2.example.com:4222',
    schema: liveAddresses(),
  },
  LIVE_CREDENTIALS_FILE: {
    group: 'Many processes',
    description: 'Credentials file (.creds), instead of a user and password in LIVE_URL.',
    example: '/etc/learnt/nats.creds',
    schema: plainText(1000),
  },
  LIVE_CA_FILE: {
    group: 'Many processes',
    description: 'Certificates (PEM) to trust for tls://, instead of those that this machine trusts.',
    example: '/etc/learnt/nats-ca.pem',
    schema: plainText(1000),
  },
  LIVE_CERT_FILE: {
    group: 'Many processes',
    description: 'Client certificate (PEM), if the NATS server requires one. It also needs LIVE_KEY_FILE.',
    example: '/etc/learnt/nats-client.pem',
    schema: plainText(1000),
  },
  LIVE_KEY_FILE: {
    group: 'Many processes',
    description: 'Private key (PEM) of LIVE_CERT_FILE.',
    example: '/etc/learnt/nats-client-key.pem',
    schema: plainText(1000),
  },
} satisfies Record<string, SettingSpec>

type SettingName = keyof typeof settingSpecs

/** Throws one `SettingsError` with every mistake. An empty value counts as not set. A relative DATA_DIR starts at `cwd`. */
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
  const password = read('DATABASE_PASSWORD')
  const databaseUrl = withPassword(read('DATABASE_URL'), password)
  const databaseAdminUrl = withPassword(read('DATABASE_ADMIN_URL'), read('DATABASE_ADMIN_PASSWORD'))
  const databaseDirectUrl = withPassword(read('DATABASE_DIRECT_URL'), password)
  const databasePool = read('DATABASE_POOL') ?? 10
  const databaseWaitSeconds = read('DATABASE_WAIT_SECONDS') ?? 60
  const uploadMaxBytes = read('UPLOAD_MAX_BYTES') ?? readBytes('2G')
  const smtpUrl = read('SMTP_URL')
  const mailFrom = read('MAIL_FROM') ?? `Learnt <no-reply@${mailHost(publicUrl)}>`
  const mailUnsubscribe = read('MAIL_UNSUBSCRIBE')
  const demoWish = read('LEARNT_DEMO') ?? 'auto'
  const environment = read('LEARNT_ENVIRONMENT') ?? 'prod'
  const worker = read('WORKER') ?? true
  const stopDelaySeconds = read('STOP_DELAY_SECONDS') ?? (publicIsLoopback ? 0 : 5)
  const serviceWorker = read('SERVICE_WORKER') ?? true
  const privateProviders = read('PRIVATE_PROVIDERS') ?? false
  const metricsToken = read('METRICS_TOKEN')
  const secretKey = read('SECRET_KEY')
  const backupKeptDays = read('BACKUP_KEPT_DAYS')
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
    if (!address.isSecure) for (const name of tls) wrong(name, 'requires TLS; write tls:// in LIVE_URL, or remove it')
    if ((files.certificateFile === undefined) !== (files.keyFile === undefined))
      wrong(
        files.keyFile === undefined ? 'LIVE_KEY_FILE' : 'LIVE_CERT_FILE',
        'is missing; write both LIVE_CERT_FILE and LIVE_KEY_FILE, or neither',
      )
    if (files.credentialsFile !== undefined && (address.user !== undefined || address.token !== undefined))
      wrong('LIVE_CREDENTIALS_FILE', 'is set together with a password in LIVE_URL; write only one of them')
    if (!address.isSecure && address.servers.some((server) => !isLoopbackHost(hostOf(`http://${server}`))))
      warnings.push(
        'LIVE_URL does not use TLS: others on the network can read the ids and activity of people. Use tls://.',
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
          `is missing, but ${set.join(', ')} ${set.length === 1 ? 'is' : 'are'} set; write it, or remove all S3_ settings to keep files in DATA_DIR`,
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

  for (const [name, address] of [
    ['DATABASE_PASSWORD', 'DATABASE_URL'],
    ['DATABASE_ADMIN_PASSWORD', 'DATABASE_ADMIN_URL'],
  ] as const)
    if (given(name) !== undefined && given(address) === undefined)
      wrong(name, `is set without ${address}; write ${address} too, or remove it`)

  if (!isMistaken('CONTENT_URL') && !isMistaken('PUBLIC_URL')) checkContentUrl()
  else if (isMistaken('PUBLIC_URL') && given('CONTENT_URL') === undefined)
    wrong(
      'CONTENT_URL',
      'is required unless PUBLIC_URL is on this machine; write the address of a second host name of this server, like https://learn-content.example',
    )

  function checkContentUrl() {
    const publicHost = hostOf(publicUrl)
    const contentHost = hostOf(contentUrl)
    if (givenContentUrl === undefined && !publicIsLoopback) {
      wrong(
        'CONTENT_URL',
        'is required if PUBLIC_URL is not on this machine; write the address of a second host name of this server, like https://learn-content.example',
      )
      return
    }
    const wildcard = contentHost.includes('{label}') ? contentHost.slice(contentHost.indexOf('{label}') + 7) : undefined
    if (contentHost === publicHost)
      wrong(
        'CONTENT_URL',
        `has the host name of PUBLIC_URL (${publicHost}); a different port is not enough, because cookies ignore ports; write an address with a different host name`,
      )
    else if (wildcard !== undefined && publicHost.endsWith(wildcard))
      wrong(
        'CONTENT_URL',
        `includes the host name of PUBLIC_URL (${publicHost}) through its {label}; write an address on another domain`,
      )
    else if (contentUrl.startsWith('http:') && !isLoopbackHost(contentHost) && !allowPlainHttp)
      wrong(
        'CONTENT_URL',
        `is plain http outside this machine (${contentUrl}); write an https address, or accept the risk with ALLOW_PLAIN_HTTP=yes`,
      )
    else if (publicUrl.startsWith('https:') && contentUrl.startsWith('http:') && !isLoopbackHost(contentHost))
      wrong('CONTENT_URL', 'is http while PUBLIC_URL is https, so browsers would block it; write an https address')
    else if (!publicIsLoopback && isLoopbackHost(contentHost))
      wrong(
        'CONTENT_URL',
        `is on this machine (${contentUrl}) but PUBLIC_URL is not, so other people could not open it; write the address of a second host name of this server`,
      )
    else if (!isLoopbackHost(contentHost) && lastLabels(contentHost) === lastLabels(publicHost))
      warnings.push(
        `CONTENT_URL shares the domain ${lastLabels(publicHost)} with PUBLIC_URL: an uploaded page could set cookies for the application. A separate domain is safer.`,
      )
  }

  if (!publicIsLoopback && publicUrl.startsWith('http:') && !allowPlainHttp)
    wrong(
      'PUBLIC_URL',
      `is plain http outside this machine (${publicUrl}): others could read passwords, and browsers refuse the session cookie; write an https address (a reverse proxy can provide the certificate), or accept the risk with ALLOW_PLAIN_HTTP=yes`,
    )

  if (databaseAdminUrl !== undefined && given('DATABASE_URL') === undefined)
    wrong(
      'DATABASE_ADMIN_URL',
      'is set without DATABASE_URL; write DATABASE_URL too, or remove it to use the embedded database',
    )
  if (databaseDirectUrl !== undefined && given('DATABASE_URL') === undefined)
    wrong(
      'DATABASE_DIRECT_URL',
      'is set without DATABASE_URL; write the address of the pooler as DATABASE_URL, or use this address as DATABASE_URL',
    )
  if (databaseUrl !== undefined && databaseDirectUrl !== undefined) {
    const [own, direct] = [new URL(databaseUrl), new URL(databaseDirectUrl)]
    if (own.username !== direct.username)
      wrong('DATABASE_DIRECT_URL', 'has a different role from DATABASE_URL; write the same role')
  }
  if (databaseUrl !== undefined && databaseAdminUrl !== undefined) {
    const [own, admin] = [new URL(databaseUrl), new URL(databaseAdminUrl)]
    if (own.username !== '' && own.username === admin.username)
      wrong(
        'DATABASE_URL',
        `has the same role as DATABASE_ADMIN_URL (${own.username}), which owns the tables and so bypasses row security; write another role`,
      )
  }

  for (const { name, nearest } of misspelt(env))
    warnings.push(`${name} is no setting of Learnt and has no effect. Is ${nearest} meant?`)

  if (!publicIsLoopback && publicUrl.startsWith('http:') && allowPlainHttp)
    warnings.push(`${publicUrl} is plain http: others on the network can read passwords and take over sessions.`)

  const onlyThisMachine = publicIsLoopback && isLoopbackHost(host)
  if (publicIsLoopback && !onlyThisMachine)
    warnings.push(
      `Learnt listens on ${host} while PUBLIC_URL is ${publicUrl}: others on the network can reach it but cannot sign in.`,
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
    databaseWaitSeconds,
    primaryDomains,
    ...(smtpUrl === undefined ? {} : { smtpUrl }),
    mailFrom,
    mailUnsubscribe,
    ...(s3 === undefined ? {} : { s3 }),
    demo: demoWish === 'on' || (demoWish === 'auto' && onlyThisMachine),
    demoPasswords: onlyThisMachine ? 'known' : 'random',
    environment,
    trustedProxies,
    allowPlainHttp,
    logLevel,
    worker,
    stopDelaySeconds,
    serviceWorker,
    uploadMaxBytes,
    ...(metricsToken === undefined ? {} : { metricsToken }),
    ...(secretKey === undefined ? {} : { secretKey }),
    ...(backupKeptDays === undefined ? {} : { backupKeptDays }),
    privateProviders,
    ...(live === undefined ? {} : { live }),
    warnings,
  }
}

/** An address of a database with a password that stands in a setting of its own. */
function withPassword(address: string | undefined, password: string | undefined): string | undefined {
  if (address === undefined || password === undefined) return address
  const url = new URL(address)
  if (url.password !== '') return address
  url.password = encodeURIComponent(password)
  return url.href
}

/**
 * Names in the environment that are no settings but nearly those of one, each with the nearest: a letter too many, too few
 * or exchanged.
 */
export function misspelt(env: Environment): { name: string; nearest: string }[] {
  const names = Object.keys(settingSpecs)
  return Object.keys(env).flatMap((name) => {
    if (names.includes(name) || name.length < 6) return []
    const nearest = names.find((one) => one.length >= 6 && isNear(name.toUpperCase(), one))
    return nearest ? [{ name, nearest }] : []
  })
}

/** Whether two words differ by one letter, or by two neighbours that changed places. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  const most = Math.min(a.length, b.length)
  let start = 0
  while (start < most && a[start] === b[start]) start += 1
  let end = 0
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (x.length <= 1 && y.length <= 1) return true
  return x.length === 2 && x[0] === y[1] && x[1] === y[0]
}

/** Content origin of a package: with its label in place of `{label}`, or the one host of all packages. */
export function contentOrigin(settings: Pick<Settings, 'contentUrl'>, label: string): string {
  return settings.contentUrl.replace('{label}', label)
}

/** Accepts a host as `URL` gives it, IPv6 with or without brackets. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIP(name) === 4 && name.startsWith('127.'))
  )
}

/** The text of `.env.example`. A test compares the file with it. */
export function renderEnvExample(): string {
  const lines = [
    '# Settings of Learnt. Copy this file to .env, or set environment variables, which take precedence.',
    '# All settings are optional. Without them, Learnt runs on this machine only, with its own database.',
    '# Generated from apps/server/src/platform/env.ts. After a change there, run: UPDATE_FILES=yes npm test -- env',
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
    // The value may contain a password: never repeat it.
    if (!parsed || parsed.hostname === '') return fail('is not an address')
    if (!protocols.includes(parsed.protocol))
      return fail(`starts with ${parsed.protocol}// instead of ${protocols.join('// or ')}//`)
    if (!origin) return text
    if (parsed.username || parsed.password) return fail('contains a user name or password')
    if (parsed.pathname !== '/' || parsed.search || parsed.hash)
      return fail(`has a path (${parsed.pathname}${parsed.search}${parsed.hash}), but Learnt needs the whole host name`)
    return parsed.origin
  })
}

/** Addresses of one NATS cluster. The first may contain a user or a token. */
function liveAddresses() {
  const example = 'nats://127.0.0.1:4222 or tls://user:password@nats.example.com:4222'
  return z.string().transform((text, context): LiveSettings => {
    // The value may contain a password: never repeat it.
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

/** An origin that may contain `{label}` once, as its first label. */
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

/** Accepts `{label}`, which `URL` refuses. */
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

import type { ProviderKind } from '@learnt/contract/provider-kinds'
import type { ProviderConfig } from '@learnt/contract/providers'
import { webAddress } from '@learnt/contract/values'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Database, json, type ReadTx } from '../../platform/db/database.ts'

/** A provider with its sealed secret; never leaves the server. */
export interface StoredProvider {
  readonly id: string
  readonly tenantId: string
  readonly teamId: string
  readonly kind: ProviderKind
  readonly name: string
  readonly color: string
  readonly config: ProviderConfig
  readonly secret: string
  readonly isEnabled: boolean
  readonly setBySuperadmin: boolean
  readonly revision: number
}

export interface ListedProvider extends Omit<StoredProvider, 'secret' | 'setBySuperadmin'> {
  readonly hasSecret: boolean
  readonly updatedAt: Date
  readonly people: number
}

export interface TeamWithMethods {
  readonly id: string
  readonly displayName: string
  readonly authMethods: readonly string[]
  readonly hosts: readonly string[]
}

/** Of an open team of a tenant that is there; null otherwise. */
export async function findProvider(db: Database, id: string): Promise<StoredProvider | null> {
  const { rows } = await db.control((tx) => sql<StoredProvider>`select * from control.find_provider(${id})`.execute(tx))
  return rows[0] ? withConfig(rows[0]) : null
}

export async function listOktaProviders(db: Database, teamId: string): Promise<StoredProvider[]> {
  const { rows } = await db.control((tx) =>
    sql<StoredProvider>`select * from control.find_okta_providers(${teamId})`.execute(tx),
  )
  return rows.map(withConfig)
}

/** Of the bound tenant. */
export async function listProviders(tx: ReadTx): Promise<ListedProvider[]> {
  const { rows } = await sql<ListedProvider>`select * from control.list_providers()`.execute(tx)
  return rows.map(withConfig)
}

export async function listTeamMethods(tx: ReadTx): Promise<TeamWithMethods[]> {
  const { rows } = await sql<TeamWithMethods>`select * from control.methods_of_teams()`.execute(tx)
  return rows
}

// Stored JSON may be older than the code: each field falls back by itself.
const Config = z.object({
  baseUrl: webAddress().catch(''),
  clientId: z.string().catch(''),
  tenantId: z.string().catch(''),
  trustsEmail: z.boolean().catch(false),
  issuer: z.string().catch(''),
  entryPoint: webAddress().catch(''),
  certificates: z.array(z.string()).catch([]),
  allowsUnasked: z.boolean().catch(false),
  signsOutThere: z.boolean().catch(false),
  logoutUrl: webAddress().catch(''),
  emailAttribute: z.string().catch(''),
  firstNameAttribute: z.string().catch(''),
  lastNameAttribute: z.string().catch(''),
  allowsSha1: z.boolean().catch(false),
})

function withConfig<T extends { config: unknown }>(row: T): T & { config: ProviderConfig } {
  return { ...row, config: Config.parse(row.config ?? {}) }
}

/** What a browser took along on its way. */
export const FlowDetails = z.object({
  redirectUri: z.string(),
  returnUrl: z.string(),
  persists: z.boolean(),
  method: z.string(),
  /** SAML: the request that the answer has to be to. */
  requestId: z.string().optional(),
  /** Whose session set out to link what is found there; absent: somebody signs in. */
  linksFor: z.object({ userId: z.string(), sessionId: z.string() }).optional(),
  /** The same of a session that set out to show afresh whose it is. */
  provesFor: z.object({ userId: z.string(), sessionId: z.string() }).optional(),
})
export type FlowDetails = z.infer<typeof FlowDetails>

/** What a provider said of a person. */
export const Asserted = z.object({
  subject: z.string().min(1).max(1000),
  /** Lower case; empty: none. */
  email: z.string(),
  /** Whether the provider stands for the address being the person's own. */
  isEmailProved: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  /** The provider's name of its session. */
  sid: z.string().max(1000).optional(),
  /** What it wants to see when one signs out there. */
  hint: z.string().optional(),
  /** When the person showed there who they are, in milliseconds; absent: it does not say. */
  shownAt: z.number().optional(),
  /** Of a hosted sign-in: opens what it keeps of the person. Used at once, and kept nowhere. */
  token: z.string().optional(),
})
export type Asserted = z.infer<typeof Asserted>

export interface NewFlow {
  readonly tokenHash: Buffer
  readonly providerId: string
  readonly browserHash: Buffer | null
  readonly details: FlowDetails
  readonly profile?: Asserted
  readonly expiresAt: Date
}

export async function startFlow(db: Database, of: NewFlow, now: Date): Promise<void> {
  await db.control((tx) =>
    sql`
      select control.start_provider_flow(${of.tokenHash}, ${of.providerId}, ${of.browserHash}, ${json(of.details)},
        ${of.profile ? json(of.profile) : null}, ${now}, ${of.expiresAt})`.execute(tx),
  )
}

/** Looks at an open flow of a provider without using it up. */
export async function findFlow(
  db: Database,
  tokenHash: Buffer,
  providerId: string,
  now: Date,
): Promise<{ browserHash: Buffer | null; details: FlowDetails } | null> {
  const { rows } = await db.control((tx) =>
    sql<{
      browserHash: Buffer | null
      details: unknown
    }>`select * from control.find_provider_flow(${tokenHash}, ${providerId}, ${now})`.execute(tx),
  )
  const row = rows[0]
  return row ? { browserHash: row.browserHash, details: FlowDetails.parse(row.details) } : null
}

export interface TakenFlow {
  readonly providerId: string
  readonly details: FlowDetails
  readonly profile: Asserted | null
}

/** Uses a flow up; null when it is over, used, or another browser's. */
export async function takeFlow(
  db: Database,
  tokenHash: Buffer,
  browserHash: Buffer | null,
  now: Date,
): Promise<TakenFlow | null> {
  const { rows } = await db.control((tx) =>
    sql<{
      providerId: string
      details: unknown
      profile: unknown
    }>`select * from control.take_provider_flow(${tokenHash}, ${browserHash}, ${now})`.execute(tx),
  )
  const row = rows[0]
  if (!row) return null
  return {
    providerId: row.providerId,
    details: FlowDetails.parse(row.details),
    profile: row.profile === null ? null : Asserted.parse(row.profile),
  }
}

const lastKept = Date.UTC(2200, 0, 1)

/** False when this very assertion was taken before. */
export async function takeAssertion(db: Database, providerId: string, hash: Buffer, until: Date): Promise<boolean> {
  // Whatever a provider says of its own words: no later than a moment that can be kept.
  const kept = new Date(until.getTime() < lastKept ? until : lastKept)
  const { rows } = await db.control((tx) =>
    sql<{ taken: boolean }>`select control.take_assertion(${providerId}, ${hash}, ${kept}) as taken`.execute(tx),
  )
  return rows[0]?.taken ?? false
}

export interface FoundIdentity {
  readonly userId: string
  /** Linked already. */
  readonly isKnown: boolean
  /** Not somebody who registered with an address that may be another's. */
  readonly isTheirs: boolean
  readonly isDomainVerified: boolean
}

/** Whose an asserted identity is, or who of the provider's tenant has its address; null: nobody. */
export async function findIdentity(
  db: Database,
  providerId: string,
  { subject, email }: Asserted,
): Promise<FoundIdentity | null> {
  const { rows } = await db.control((tx) =>
    sql<FoundIdentity>`select * from control.find_identity(${providerId}, ${subject}, ${email})`.execute(tx),
  )
  return rows[0] ?? null
}

export async function keepWaiting(
  db: Database,
  of: {
    browserHash: Buffer
    providerId: string
    subject: string
    email: string
    userId: string | null
    expiresAt: Date
  },
): Promise<void> {
  await db.control((tx) =>
    sql`
      select control.keep_pending_identity(${of.browserHash}, ${of.providerId}, ${of.subject}, ${of.email}, ${of.userId},
        ${of.expiresAt})`.execute(tx),
  )
}

export interface ProviderSession {
  readonly providerId: string
  readonly subject: string
  readonly sid: string
  /** Sealed. */
  readonly hint: string
}

/** Where a person's session came from; null: from no provider. */
export async function findProviderSession(
  db: Database,
  sessionId: string,
  userId: string,
): Promise<ProviderSession | null> {
  const { rows } = await db.control((tx) =>
    sql<ProviderSession>`select * from control.provider_session_of(${sessionId}, ${userId})`.execute(tx),
  )
  return rows[0] ?? null
}

export interface OwnIdentity {
  readonly id: string
  readonly providerId: string
  readonly name: string
  readonly kind: ProviderKind
  readonly email: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly isOnlyWay: boolean
}

/** What of the bound tenant's providers opens a person's account. */
export async function listIdentities(tx: ReadTx, userId: string): Promise<OwnIdentity[]> {
  const { rows } = await sql<OwnIdentity>`select * from control.identities_of(${userId})`.execute(tx)
  return rows
}

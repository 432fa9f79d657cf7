import { api, listOperations, type Operation } from '@learnt/contract'
import { type Endpoint, fillPath } from '@learnt/contract/endpoint'
import type { Chance } from '../../demo/chance.ts'
import { newId } from '../../src/platform/ids.ts'
import type { Caller, TestApp } from '../app.ts'
import { beginUpload } from '../given/uploads.ts'
import type { World } from '../given/world.ts'
import { sampleOf } from '../samples.ts'
import { type IdPlace, idPlacesOf, type Spelling } from './id-places.ts'

// Shared by the walks: making requests from samples, the ids to insert, and comparing responses.

export interface Made {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
  headers: Record<string, string>
}

export interface Reply {
  readonly status: number
  readonly code: string
  readonly text: string
}

/** A kind of id, and one such id of a world. */
export interface KnownId {
  readonly kind: string
  readonly spelling: Spelling
  readonly id: string
}

/** An upload whose bytes have not arrived. */
export interface Upload {
  by: Caller
  address: string
}

// ---- requests -----------------------------------------------------------------------------------------------------

export function requestOf(app: TestApp, operation: Operation, headers: Record<string, string>, made: Made) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(made.query))
    if (value !== undefined && value !== null) for (const one of [value].flat()) query.append(name, String(one))
  const path = fillPath(operation.path, made.params)
  const payload = made.body === undefined ? undefined : JSON.stringify(made.body)
  return {
    method: operation.method,
    url: query.size > 0 ? `${path}?${query}` : path,
    headers: {
      host: new URL(app.services.settings.publicUrl).host,
      origin: app.services.settings.publicUrl,
      'sec-fetch-site': 'same-origin',
      ...(operation.idempotency === 'required' ? { 'idempotency-key': crypto.randomUUID() } : {}),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...made.headers,
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  }
}

export interface Place extends IdPlace {
  /** Returns the whole request with this id in the place. */
  with(id: string): Made
}

export function baseOf(operation: Operation, world: World): Made {
  const { params, query, body, headers } = sampleOf(operation, world)
  return structuredClone({ params, query, body, headers })
}

export function placesOf(operation: Operation, base: Made, world: World, random: Chance): Place[] {
  const ids = Object.values(world).filter((value): value is string => typeof value === 'string')
  const schemas =
    operation.kind === 'json' ? operation : { params: undefined, query: exportedQuery(operation), body: undefined }
  const found: Place[] = (['params', 'query', 'body'] as const).flatMap((part) =>
    idPlacesOf(schemas[part], base[part], { at: part, chance: random, ids }).map((place) => ({
      ...place,
      with: (id: string) => ({ ...base, [part]: place.put(id) }) as Made,
    })),
  )
  if (operation.kind === 'raw')
    for (const name of Object.keys(base.params))
      if (name !== 'name' && name !== 'asset')
        found.push({
          at: `params.${name}`,
          spelling:
            name === 'teamId' ? 'slug' : name === 'signature' ? 'cursor' : name === 'uploadId' ? 'upload' : 'uuid',
          put: (id) => ({ ...base.params, [name]: id }),
          with: (id) => ({ ...base, params: { ...base.params, [name]: id } }),
        })
  return found
}

/** A list as a file takes the list's own filters. */
function exportedQuery(operation: Operation): Endpoint['query'] {
  const sibling = operation.id === 'members.export' ? 'members.list' : operation.id.replace(/(Csv|Xlsx)$/, '')
  if (sibling === operation.id) return undefined
  const list = listOperations().find((one) => one.id === sibling)
  return list?.kind === 'json' ? list.query : undefined
}

// ---- ids ----------------------------------------------------------------------------------------------------------

export function madeUp(spelling: Spelling, own: World): string {
  const id = newId()
  switch (spelling) {
    case 'uuid':
      return id
    case 'membership':
      return `${id}:${own.teamId}`
    case 'slug':
      return `none-${id.slice(-12)}`
    case 'email':
      return `nobody-${id.slice(-12)}@example.test`
    case 'upload':
      return id.replaceAll('-', '')
    case 'cursor':
      return `${Buffer.from(JSON.stringify([id, id])).toString('base64url')}.${'x'.repeat(16)}`
  }
}

/** All ids of a world by kind, so that none is forgotten. Null: names, which are no UUIDs. */
const kindsOfIds: Record<Extract<keyof World, `${string}Id`>, string | null> = {
  courseId: 'course',
  draftId: 'draft',
  archivedId: 'archived',
  activityId: 'step',
  packageStepId: 'step',
  formStepId: 'step',
  eventStepId: 'step',
  offeredId: 'offered course',
  requestId: 'request',
  templateId: 'certificate template',
  certificateId: 'certificate',
  badgeId: 'badge',
  ruleId: 'badge rule',
  managerRuleId: 'manager rule',
  scimTokenId: 'scim token',
  awardId: 'badge award',
  outsideId: 'outside certificate',
  rewardId: 'reward',
  spareRewardId: 'reward',
  orderId: 'order',
  fileId: 'file',
  exportId: 'data export',
  packageFileId: 'package file',
  packageId: 'package',
  permissionId: 'permission',
  userCourseId: 'assignment',
  jobId: 'job',
  runId: 'feed run',
  viewId: 'view',
  scheduleId: 'schedule',
  reportViewId: 'view of the manager',
  questionId: 'question',
  noteId: 'note',
  entryId: 'entry',
  notificationId: 'notification',
  attemptId: 'attempt',
  submissionId: 'submission',
  submittedId: 'submission',
  eventSessionId: 'event session',
  roomId: 'room',
  approvalId: 'submission',
  standInId: 'stand-in',
  observedId: 'form',
  sessionId: 'session',
  passkeyId: 'passkey',
  providerId: 'provider',
  identityId: 'identity',
  tenantId: null,
  teamId: null,
  spareTenantId: null,
  spareTeamId: null,
}

/** One of each kind that a world has. `waiting` gets an upload of theirs that has begun. */
export async function idsOf(app: TestApp, world: World, waiting: Upload[]): Promise<KnownId[]> {
  const [address, page, file] = await Promise.all([
    beginUpload(app, world.admin, { size: 10 }),
    app.call(world.admin, api.members.list, { query: { limit: 1 } }),
    app.call(world.admin, api.files.get, { params: { fileId: world.fileId } }),
  ])
  waiting.push({ by: world.admin, address })
  const signature = new URL(file.body.url, 'http://x').pathname.split('/')[3] ?? ''
  const stored = Object.entries(kindsOfIds) as [keyof typeof kindsOfIds, string | null][]
  return [
    ...stored.flatMap(([name, kind]): KnownId[] => (kind ? [{ kind, spelling: 'uuid', id: world[name] }] : [])),
    { kind: 'user', spelling: 'uuid', id: world.learner.userId },
    { kind: 'user', spelling: 'uuid', id: world.manager.userId },
    { kind: 'upload', spelling: 'upload', id: address.split('/').at(-1) ?? '' },
    { kind: 'membership', spelling: 'membership', id: world.learner.membershipId },
    { kind: 'membership', spelling: 'membership', id: world.manager.membershipId },
    { kind: 'tenant', spelling: 'slug', id: world.tenantId },
    { kind: 'team', spelling: 'slug', id: world.teamAdmin.teamId },
    { kind: 'email', spelling: 'email', id: world.learner.email },
    { kind: 'cursor', spelling: 'cursor', id: page.body.next ?? '' },
    { kind: 'signature', spelling: 'cursor', id: signature },
  ]
}

// ---- answers ------------------------------------------------------------------------------------------------------

/** Status, code and body, without values that are new in each response. */
export function sameAnswer(one: Reply, oneId: string, other: Reply, otherId: string): boolean {
  if (one.status === 429 || other.status === 429) return true
  return one.status === other.status && clean(one.text, oneId) === clean(other.text, otherId)
}

export function clean(text: string, sent: string): string {
  const halves = sent.includes(':') ? sent.split(':') : []
  const word = /^[0-9a-f-]{36}$/.test(sent) ? '<uuid>' : '<id>'
  let cleaned = text.replaceAll(sent, word).replaceAll(encodeURIComponent(sent), word)
  for (const half of halves) cleaned = cleaned.replaceAll(half, '<half>')
  return cleaned
    .replace(/"instance":"[^"]*"/g, '"instance":""')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>')
}

export function fieldsOf(text: string): string {
  return [...new Set([...text.matchAll(/"(\w+)":/g)].map(([, name]) => name))].sort().join(',')
}

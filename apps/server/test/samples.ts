import type { Operation } from '@learnt/contract'
import type { Access } from '@learnt/contract/endpoint'
import type { Sample } from '@learnt/contract/sample'
import { newId } from '../src/platform/ids.ts'
import type { Caller } from './app.ts'
import { goodPassword } from './given/browsers.ts'
import { stranger } from './given/people.ts'
import type { World } from './given/world.ts'

/** A call that succeeds in this world. */
export interface SampleCall {
  readonly by: Caller
  readonly params: Record<string, string>
  readonly query: Record<string, unknown>
  readonly body: unknown
  readonly headers: Record<string, string>
  /** It names something of the tenant, so a person of another tenant must not succeed with it. */
  readonly namesTenant: boolean
  /** Statuses that count as success here, besides 2xx. */
  readonly alsoFine: readonly number[]
  /** It writes one of these to the audit log; nothing if the list is empty. */
  readonly audits: readonly string[]
}

/** The sample that an operation declares, with values that follow from its path and its permitted callers. */
export function sampleOf(operation: Operation, world: World): SampleCall {
  const said: Sample = operation.sample?.({ ...world, password: goodPassword, newId }) ?? {}
  const params = { ...paramsOf(operation.path, world), ...said.params }
  const sent = JSON.stringify([params, said.query, said.body])
  const isTenants = !['public', 'guest', 'operator', 'attempt'].includes(operation.access) && !said.acrossTenants
  return {
    by: said.by === 'nobody' ? stranger : said.by ? world[said.by] : usualCaller(operation.access, world),
    params,
    query: said.query ?? {},
    body: said.body,
    headers: said.headers ?? {},
    namesTenant: isTenants && idsOf(world).some((id) => sent.includes(`"${id}"`)),
    alsoFine: said.alsoFine ?? [],
    audits: said.changesNothing ? [] : [operation.audit ?? []].flat(),
  }
}

/** All ids of a world that a person of another tenant could only have stolen. */
export function idsOf(world: World): string[] {
  const { mark: _mark, ...things } = world
  const people = [world.learner, world.manager, world.admin]
  return [
    ...Object.values(things).filter((value): value is string => typeof value === 'string'),
    ...[world.pathway, world.learningPackage, world.resource, world.form, world.managerForm, world.event].flatMap(
      (one): string[] => Object.values(one),
    ),
    ...people.flatMap((person) => [person.userId, person.membershipId]),
  ]
}

function usualCaller(access: Access, world: World): Caller {
  switch (access) {
    case 'admin':
    case 'managerOrAdmin':
      return world.admin
    case 'manager':
      return world.manager
    case 'superadmin':
      return world.superadmin
    case 'signedIn':
      return world.learner
    default:
      return stranger
  }
}

/** The ids of a path by kind. Paths below `/tenants/:tenantId` get the spare tenant, which may be closed. */
function paramsOf(path: string, world: World): Record<string, string> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
  const ofSpare = names.includes('tenantId')
  const kinds: Record<string, string> = {
    ...(world as unknown as Record<string, string>),
    userId: world.learner.userId,
    documentType: 'course',
    documentId: world.courseId,
    domain: world.spareDomain,
    tenantId: world.spareTenantId,
    teamId: ofSpare ? world.spareTeamId : world.teamId,
    // No link has this code.
    code: 'x'.repeat(43),
  }
  return Object.fromEntries(names.map((name) => [name, kinds[name] ?? 'none']))
}

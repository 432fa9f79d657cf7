import type { HandlerInput } from '@learnt/contract/endpoint'
import type { teams } from '@learnt/contract/teams'
import { sql } from 'kysely'
import { actInTenant } from '../../../platform/act-in-tenant.ts'
import type { AuditFact } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { invalid, notFound, ProblemError } from '../../../platform/problem.ts'
import { isOwnHost, otherTeamOf } from '../../../platform/tenant/team-hosts.ts'
import { listTakenHosts, type StoredTeam, teamExists } from '../../teams/queries.ts'
import { teamPolicy } from '../policy.ts'
import { endSessionsHere } from './close-tenant.ts'
import { lockTenant } from './lock-tenant.ts'

export type NewTeam = HandlerInput<typeof teams.create>['body']
export type TeamChange = HandlerInput<typeof teams.update>['body']

/** Ids of teams are one installation's: they stand in addresses. */
export async function createTeam(ctx: Ctx, tenantId: string, of: NewTeam): Promise<void> {
  await actInTenant(ctx, tenantId, async (tx) => {
    await lockTenant(ctx, tx, tenantId)
    const { rows } = await sql<{ made: boolean }>`
      select control.create_team(${of.id}, ${of.displayName}, ${ctx.now}) as made`.execute(tx)
    if (!rows[0]?.made) throw invalid({ 'body.id': 'tenantTaken' })
    return { result: undefined, fact: factOf('teams.create', of.id, of.displayName, { after: of }) }
  })
}

/** What is sent replaces what is stored, field by field. A team that is switched off ends its sessions. */
export async function updateTeam(ctx: Ctx, tenantId: string, teamId: string, change: TeamChange): Promise<void> {
  await actInTenant(ctx, tenantId, async (tx, inside) => {
    const tenant = await lockTenant(ctx, tx, tenantId)
    const team = tenant.teams.find((one) => one.id === teamId)
    if (team === undefined) throw notFound()
    refuseContradictions(ctx, tenantId, team, change)
    await refuseHosts(ctx, tx, team.id, change.domain ?? [])
    if (!(await setTeam(ctx, tx, team.id, change))) throw notFound()
    if (change.isActive === false && team.isActive) await endSessionsHere(inside, tx, team.id, false)
    const before = Object.fromEntries(Object.keys(change).map((key) => [key, team[key as keyof StoredTeam]]))
    const title = change.displayName ?? team.displayName
    return { result: undefined, fact: factOf('teams.update', team.id, title, { before, after: change }) }
  })
}

export async function deleteTeam(ctx: Ctx, tenantId: string, team: StoredTeam): Promise<void> {
  await actInTenant(ctx, tenantId, async (tx, inside) => {
    await lockTenant(ctx, tx, tenantId)
    const { rows } = await sql<{ deleted: boolean }>`
      select control.delete_team(${team.id}, ${ctx.now}) as deleted`.execute(tx)
    if (!rows[0]?.deleted) throw notFound()
    await endSessionsHere(inside, tx, team.id, false)
    const before = { domain: team.domain, people: team.people }
    return { result: undefined, fact: factOf('teams.remove', team.id, team.displayName, { before }) }
  })
}

/** What can be said from the team as it is. */
function refuseContradictions(ctx: Ctx, tenantId: string, team: StoredTeam, change: TeamChange): void {
  const { domain = team.domain, mainDomain = team.mainDomain, isActive = team.isActive } = change
  if (mainDomain !== '' && !domain.includes(mainDomain)) throw invalid({ 'body.mainDomain': 'mainDomain' })
  if (change.isDefault === false && team.isDefault) throw invalid({ 'body.isDefault': 'defaultStays' })
  if (change.isDefault && !isActive) throw invalid({ 'body.isDefault': 'defaultIsActive' })
  if (!isActive && team.isActive) {
    const refusal = teamPolicy.deactivate(ctx.actor, { ...team, tenantId })
    if (refusal) throw new ProblemError('wrong-state', { detail: `reason.${refusal.reason}` })
  }
}

/** A host name leads to one team, and some lead nowhere but to the installation. */
async function refuseHosts(ctx: Ctx, tx: WriteTx, teamId: string, hosts: readonly string[]): Promise<void> {
  if (hosts.length === 0) return
  const { settings } = ctx.services
  const others = hosts.map((host) => otherTeamOf(host, teamId, settings))
  const [taken, ...named] = await Promise.all([
    listTakenHosts(tx, hosts, teamId),
    ...others.map((other) => other !== null && teamExists(tx, other)),
  ])
  const complaints: Record<string, string> = {}
  for (const [at, host] of hosts.entries()) {
    const wrong = isOwnHost(host, settings)
      ? 'hostOfInstallation'
      : taken.includes(host)
        ? 'hostTaken'
        : named[at]
          ? 'hostOfTeam'
          : hosts.indexOf(host) < at
            ? 'hostTwice'
            : null
    if (wrong) complaints[`body.domain.${at}`] = wrong
  }
  if (Object.keys(complaints).length > 0) throw invalid(complaints)
}

async function setTeam(ctx: Ctx, tx: WriteTx, teamId: string, change: TeamChange): Promise<boolean> {
  try {
    const { rows } = await sql<{ changed: boolean }>`
      select control.set_team(${teamId}, ${json(change)}, ${ctx.now}) as changed`.execute(tx)
    return rows[0]?.changed ?? false
  } catch (error) {
    // Somebody gave it to another team at the same moment.
    throw isUniqueViolation(error, 'team_hosts_pkey') ? invalid({ 'body.domain': 'hostTaken' }) : error
  }
}

function factOf(
  action: AuditFact['action'],
  teamId: string,
  title: string,
  of: { before?: unknown; after?: unknown },
): AuditFact {
  return { action, subjectType: 'team', subjectId: teamId, subjectTitle: title, ...of }
}

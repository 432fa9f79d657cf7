import { type Role, roleRank, sessionRole } from '@learnt/contract/roles'

// A model of what each session may do: memberships, impersonations, closed teams and tenants. The test beside it gives
// the same commands to the model and to the server, and compares.

export interface ModelPerson {
  readonly userId: string
  readonly email: string
}

export interface ModelTeam {
  readonly id: string
  readonly tenantId: string
  isActive: boolean
}

export interface ModelMembership {
  readonly person: ModelPerson
  readonly team: ModelTeam
  roles: Role[]
  isActive: boolean
}

export interface ModelSession {
  readonly name: string
  readonly token: string
  readonly person: ModelPerson
  readonly expiresAt: number
  team: ModelTeam
  isOver: boolean
  acting: { readonly as: ModelMembership; readonly until: number; writes: boolean; readonly id: number } | null
}

/** The person, team and roles that a session has at the moment. */
export interface Standing {
  readonly person: ModelPerson
  readonly team: ModelTeam
  readonly roles: readonly Role[]
  readonly rank: number
  readonly isAdmin: boolean
  readonly wholeTenant: boolean
  readonly isActing: boolean
  readonly writes: boolean
  /** While the tenant is suspended, a superadministrator may read but not change. */
  readonly onlyLooks: boolean
  /** Same rights as before: the socket may stay open. */
  readonly key: string
}

const actingLastsMs = 3_600_000

export class RightsModel {
  now: number
  readonly tenants = new Map<string, { isSuspended: boolean; mayWrite: boolean }>()
  readonly teams: ModelTeam[] = []
  readonly memberships: ModelMembership[] = []
  readonly sessions: ModelSession[] = []
  #actings = 0

  constructor(now: number) {
    this.now = now
  }

  membershipOf(person: ModelPerson, team: ModelTeam): ModelMembership | null {
    return this.memberships.find((one) => one.person === person && one.team === team) ?? null
  }

  /** Null: the session opens nothing. */
  standingOf(session: ModelSession): Standing | null {
    if (session.isOver) return null
    const membership = session.acting?.as ?? this.membershipOf(session.person, session.team)
    if (!membership?.isActive || !membership.team.isActive || !session.team.isActive) return null
    const tenant = this.#tenantOf(session.team)
    const { roles, person, team } = membership
    const onlyLooks = tenant.isSuspended && roles.includes('superadmin')
    if (tenant.isSuspended && !onlyLooks) return null
    return {
      person,
      team,
      roles,
      rank: rankOf(roles),
      isAdmin: isAdmin(roles),
      wholeTenant: team.id === team.tenantId || roles.includes('superadmin'),
      isActing: session.acting !== null,
      writes: session.acting?.writes === true && tenant.mayWrite,
      onlyLooks,
      key: `${person.userId}:${team.id}:${session.acting?.id ?? ''}`,
    }
  }

  /** Ends sessions and impersonations that end by themselves after a change or as time passes. */
  settle(): void {
    for (const session of this.sessions) {
      if (session.isOver) continue
      const own = this.membershipOf(session.person, session.team)
      if (session.expiresAt <= this.now || !own?.isActive) session.isOver = true
      else if (session.acting && !this.#mayAct(own, session.acting)) session.isOver = true
    }
  }

  /** Active memberships that the person can choose from. */
  choicesOf(person: ModelPerson): ModelMembership[] {
    return this.memberships.filter(
      (one) =>
        one.person === person &&
        one.isActive &&
        one.team.isActive &&
        (!this.#tenantOf(one.team).isSuspended || one.roles.includes('superadmin')),
    )
  }

  /** Why an operation with access `who` is refused before it begins; null: it is not. */
  admission(
    at: Standing | null,
    who: 'signedIn' | 'manager' | 'admin' | 'superadmin',
    of: { changes?: boolean; whileActing?: 'never' | 'looking'; whileSuspended?: boolean } = {},
  ): number | null {
    if (at === null) return 401
    if (who === 'manager' && !at.roles.includes('manager')) return 403
    if (who === 'admin' && !at.isAdmin) return 403
    // During an impersonation nobody manages tenants, not even to read.
    if (who === 'superadmin' && (at.isActing || !at.roles.includes('superadmin'))) return 403
    if (at.isActing && of.whileActing === 'never') return 403
    if (at.isActing && of.changes && of.whileActing !== 'looking' && !at.writes) return 403
    return at.onlyLooks && of.changes && !of.whileSuspended ? 409 : null
  }

  /** Whether a person sees a membership in lists and by its id. */
  isSeen(at: Standing, one: ModelMembership): boolean {
    return at.isAdmin && one.team.tenantId === at.team.tenantId && (at.wholeTenant || one.team === at.team)
  }

  statusOfReading(at: Standing | null, one: ModelMembership): number {
    return this.admission(at, 'admin') ?? (at && this.isSeen(at, one) ? 200 : 404)
  }

  /** The status that a change of a membership returns; the caller carries it out at 200. */
  statusOfChange(at: Standing | null, one: ModelMembership, to: { roles?: Role[]; isActive?: boolean }): number {
    const refused = this.admission(at, 'admin', { changes: true, whileActing: 'never' })
    if (refused !== null || at === null) return refused ?? 401
    if (!this.isSeen(at, one)) return 404
    if (rankOf(one.roles) > at.rank) return 403
    const after = { roles: to.roles ?? one.roles, isActive: to.isActive ?? one.isActive }
    const changed = [...difference(one.roles, after.roles), ...difference(after.roles, one.roles)]
    if (changed.some((role) => roleRank[role] > at.rank)) return 403
    if (one.person === at.person) {
      if (after.isActive !== one.isActive) return 403
      if (one.isActive && isAdmin(one.roles) && !isAdmin(after.roles)) return 403
    }
    return 200
  }

  /** The status that ending all sessions of a person returns; the caller carries it out at 200. */
  statusOfEnding(at: Standing | null, person: ModelPerson): number {
    const refused = this.admission(at, 'admin', { changes: true, whileActing: 'never', whileSuspended: true })
    if (refused !== null || at === null) return refused ?? 401
    if (!this.memberships.some((one) => one.person === person && this.isSeen(at, one))) return 404
    return this.#isWithin(person, at) ? 200 : 403
  }

  statusOfActing(at: Standing | null, as: ModelMembership): number {
    const refused = this.admission(at, 'admin', { changes: true, whileActing: 'never' })
    if (refused !== null || at === null) return refused ?? 401
    if (!this.isSeen(at, as)) return 404
    if (as.person === at.person || !this.#isWithin(as.person, at)) return 403
    return as.isActive && as.team.isActive ? 200 : 409
  }

  startActing(session: ModelSession, as: ModelMembership): void {
    session.acting = { as, until: this.now + actingLastsMs, writes: false, id: ++this.#actings }
  }

  change(one: ModelMembership, to: { roles?: Role[]; isActive?: boolean }): void {
    if (to.roles) one.roles = to.roles
    if (to.isActive !== undefined) one.isActive = to.isActive
  }

  /** Ends the sessions in a tenant, or in one of its teams. */
  close(of: { tenantId: string } | { team: ModelTeam }): void {
    for (const session of this.sessions) {
      if ('team' in of) session.isOver ||= session.team === of.team
      else if (session.team.tenantId === of.tenantId)
        session.isOver ||= !this.membershipOf(session.person, session.team)?.roles.includes('superadmin')
    }
  }

  #tenantOf(team: ModelTeam) {
    return this.tenants.get(team.tenantId) ?? { isSuspended: true, mayWrite: false }
  }

  #mayAct(own: ModelMembership, { as, until }: NonNullable<ModelSession['acting']>): boolean {
    return (
      until > this.now &&
      own.isActive &&
      isAdmin(own.roles) &&
      as.isActive &&
      as.team.isActive &&
      this.#isWithin(as.person, {
        team: own.team,
        rank: rankOf(own.roles),
        wholeTenant: own.team.id === own.team.tenantId || own.roles.includes('superadmin'),
      })
    )
  }

  /**
   * By all memberships of the person in the tenant: none with a higher role, and none in a team that the other does not
   * look after.
   */
  #isWithin(person: ModelPerson, by: Pick<Standing, 'team' | 'rank' | 'wholeTenant'>): boolean {
    return this.memberships
      .filter((one) => one.person === person && one.team.tenantId === by.team.tenantId)
      .every((one) => rankOf(one.roles) <= by.rank && (by.wholeTenant || one.team === by.team))
  }
}

function rankOf(roles: readonly Role[]): number {
  return roleRank[sessionRole(roles)]
}

function isAdmin(roles: readonly Role[]): boolean {
  return roles.includes('admin') || roles.includes('superadmin')
}

function difference(of: readonly Role[], without: readonly Role[]): Role[] {
  return of.filter((role) => !without.includes(role))
}

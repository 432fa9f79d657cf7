import { type Chance, chance } from './chance.ts'
import { type Account, type Company, companies, type Unit } from './companies.ts'
import { arabicNames, nameGroups } from './names.ts'
import type { DemoAttributes, DemoMembership, DemoPerson, DemoRole, DemoStatus, DemoTenantId } from './shapes.ts'

const day = 86_400_000

export const demoSeed = 'learnt-demo-1'

/**
 * The people of the three tenants: 300 whose only role is learner, one manager for each unit, and the administrators.
 * Dates count back from `endDate`.
 */
export function generatePeople(endDate: Date, seed = demoSeed): DemoPerson[] {
  return (Object.keys(companies) as DemoTenantId[]).flatMap((tenantId) => generateTenant(tenantId, endDate, seed))
}

/**
 * Further learners of one tenant, to fill it to a size: all active, numbered from `first`, reporting to the managers
 * that generatePeople() makes with the same seed. Lazy, so that 100,000 need no memory.
 */
export function* generateLearners(
  tenantId: DemoTenantId,
  count: number,
  endDate: Date,
  first = 1,
  seed = demoSeed,
): Generator<DemoPerson> {
  const company = companies[tenantId]
  const leads = generateTenant(tenantId, endDate, seed).filter((person) => isLead(person))
  for (let number = first; number < first + count; number++) {
    const luck = chance(`${seed}:${tenantId}:more:${number}`)
    const unit = luck.weighted(company.units.map((one) => [one, one.share] as const))
    const manager = leads.find((lead) => leads.length > 0 && sameUnit(lead, unit))
    const name = inventName(luck, unit)
    const email = `${addressOf(name.latin)}.${number}@${tenantId}.example`
    yield person(tenantId, company, unit, luck, endDate, {
      email,
      name,
      number: 10_000 + number,
      position: luck.weighted(unit.positions),
      roles: ['learner'],
      managers: manager ? [manager.key] : [],
    })
  }
}

function generateTenant(tenantId: DemoTenantId, endDate: Date, seed: string): DemoPerson[] {
  const company = companies[tenantId]
  const luck = chance(`${seed}:${tenantId}`)
  const taken = new Set(company.accounts.map(({ role }) => `${role}@${tenantId}.example`))
  let number = 100
  const fresh = (unit: Unit): { email: string; name: Name } => {
    for (;;) {
      const name = inventName(luck, unit)
      const email = `${addressOf(name.latin)}@${tenantId}.example`
      if (
        taken.has(email) ||
        company.accounts.some((one) => one.firstName === name.firstName && one.lastName === name.lastName)
      )
        continue
      taken.add(email)
      return { email, name }
    }
  }
  const account = (role: DemoRole) => {
    const found = company.accounts.find((one) => one.role === role)
    if (!found) throw new Error(`${tenantId} has no ${role} account`)
    return found
  }
  const make = (one: Account, roles: DemoRole[], managers: string[]): DemoPerson => {
    const unit = unitOf(company, one.unit)
    const made = person(tenantId, company, unit, luck, endDate, {
      email: `${one.role}@${tenantId}.example`,
      name: {
        firstName: one.firstName,
        lastName: one.lastName,
        latin: `${one.firstName} ${one.lastName}`,
        language: 'en',
      },
      number: number++,
      position: one.position,
      roles,
      managers,
    })
    made.account = one.role
    made.hireDate = dateText(endDate, 640 + one.unit * 31)
    const [main] = made.memberships
    // An administrator of the tenant's own team sees the whole tenant.
    if (one.role === 'admin' || one.role === 'superadmin') main.teamId = tenantId
    if (one.alsoIn) made.memberships.push({ ...main, teamId: one.alsoIn[0], roles: one.alsoIn[1], isDefault: false })
    return made
  }

  const superadmin = make(account('superadmin'), ['learner', 'superadmin'], [])
  const admin = make(account('admin'), ['learner', 'admin'], [superadmin.key])
  const managerAccount = make(account('manager'), ['learner', 'manager'], [admin.key])
  const leads = company.units.map((unit, index) => {
    if (index === account('manager').unit) return managerAccount
    return person(tenantId, company, unit, luck, endDate, {
      ...fresh(unit),
      number: number++,
      position: unit.lead,
      roles: ['learner', 'manager'],
      // Two of the other leads report to the demo account for managers.
      managers: [
        index === (account('manager').unit + 1) % company.units.length || index === 1 ? managerAccount.key : admin.key,
      ],
    })
  })
  const learnerAccount = make(account('learner'), ['learner'], [managerAccount.key])

  const learners: DemoPerson[] = [learnerAccount]
  const sizes = split(
    company.learners,
    company.units.map((unit) => unit.share),
  )
  for (const [index, size] of sizes.entries()) {
    const unit = unitOf(company, index)
    const lead = leads[index]
    const already = index === account('learner').unit ? 1 : 0
    for (let i = already; i < size; i++) {
      const made = person(tenantId, company, unit, luck, endDate, {
        ...fresh(unit),
        number: number++,
        position: luck.weighted(unit.positions),
        roles: ['learner'],
        managers: lead ? [lead.key] : [],
      })
      learners.push(made)
    }
  }
  sendAway(learners.slice(1), company.away, endDate, luck)
  for (const someone of learners.slice(1).filter((_, index) => index % 29 === 7)) {
    const [main] = someone.memberships
    const other = company.units.find((unit) => unit.teamId !== main.teamId)
    if (other && main.status === 'active') someone.memberships.push({ ...main, teamId: other.teamId, isDefault: false })
  }
  return [superadmin, admin, ...leads, ...learners]
}

interface Name {
  firstName: string
  lastName: string
  /** For email addresses. */
  latin: string
  language: 'en' | 'ar'
}

function inventName(luck: Chance, unit: Unit): Name {
  const from = luck.weighted(unit.from)
  if (from === 'arabic') {
    const given = luck.pick(arabicNames.given)
    const family = luck.pick(arabicNames.family)
    const written = luck.is(0.4) ? 1 : 0
    return {
      firstName: given[written],
      lastName: family[written],
      latin: `${given[0]} ${family[0]}`,
      language: written ? 'ar' : 'en',
    }
  }
  const group = nameGroups[from]
  if (!group) throw new Error(`no names from ${from}`)
  const firstName = luck.pick(group.given)
  const lastName = luck.pick(group.family)
  return { firstName, lastName, latin: `${firstName} ${lastName}`, language: 'en' }
}

function person(
  tenantId: DemoTenantId,
  company: Company,
  unit: Unit,
  luck: Chance,
  endDate: Date,
  given: { email: string; name: Name; number: number; position: string; roles: DemoRole[]; managers: string[] },
): DemoPerson {
  // Two thirds were there before the history begins; the others joined during it.
  const hiredDaysAgo = luck.is(0.66) ? luck.int(560, 3600) : luck.int(9, 550)
  const attributes: DemoAttributes = {
    position: [given.position],
    tags: luck.is(0.08) ? ['first aider'] : luck.is(0.06) ? ['fire marshal'] : [],
    loc1: [unit.loc1],
    loc2: [unit.loc2],
    loc3: [],
    div1: [unit.div1],
    div2: unit.div2 ? [unit.div2] : [],
    custom1: [luck.weighted(company.contracts)],
    custom2: company.shifts ? [luck.weighted(company.shifts)] : [],
  }
  const membership: DemoMembership = {
    teamId: unit.teamId,
    isDefault: true,
    status: 'active',
    roles: given.roles,
    managers: given.managers,
    attributes,
  }
  return {
    key: given.email,
    tenantId,
    email: given.email,
    firstName: given.name.firstName,
    lastName: given.name.lastName,
    // The range of telephone numbers that regulators reserve for fiction.
    phone: `+44 1632 96${String(luck.int(0, 9999)).padStart(4, '0')}`,
    dob: dateText(endDate, hiredDaysAgo + luck.int(6800, 18_500)),
    employeeId: `${company.idPrefix}${String(given.number).padStart(5, '0')}`,
    language: given.name.language,
    timeZone: unit.timeZone,
    hireDate: dateText(endDate, hiredDaysAgo),
    memberships: [membership],
  }
}

function sendAway(learners: DemoPerson[], away: [DemoStatus, number][], endDate: Date, luck: Chance): void {
  const left = [...learners]
  for (const [status, count] of away) {
    for (let i = 0; i < count; i++) {
      const [someone] = left.splice(luck.int(0, left.length - 1), 1)
      if (!someone) return
      const since =
        status === 'terminated' || status === 'archived'
          ? luck.int(20, 300)
          : status === 'inactive'
            ? luck.int(40, 200)
            : luck.int(6, 150)
      const hired = Math.max(since + 60, Math.round((endDate.getTime() - Date.parse(someone.hireDate)) / day))
      someone.hireDate = dateText(endDate, hired)
      if (status === 'terminated' || status === 'archived') someone.terminationDate = dateText(endDate, since)
      else someone.awaySince = dateText(endDate, since)
      for (const membership of someone.memberships) membership.status = status
    }
  }
}

function isLead(someone: DemoPerson): boolean {
  return someone.memberships[0].roles.includes('manager')
}

function sameUnit(lead: DemoPerson, unit: Unit): boolean {
  const { attributes } = lead.memberships[0]
  return attributes.loc2[0] === unit.loc2 && attributes.div1[0] === unit.div1
}

function unitOf(company: Company, index: number): Unit {
  const unit = company.units[index]
  if (!unit) throw new Error(`there is no unit ${index}`)
  return unit
}

/** Whole numbers in proportion to the shares, with exact sum. */
function split(total: number, shares: number[]): number[] {
  const all = shares.reduce((sum, share) => sum + share, 0)
  let before = 0
  let given = 0
  return shares.map((share) => {
    before += share
    const upTo = Math.round((total * before) / all)
    const part = upTo - given
    given = upTo
    return part
  })
}

function addressOf(latin: string): string {
  return latin
    .replace(/[łŁ]/g, 'l')
    .replace(/[øØ]/g, 'o')
    .replace(/ı/g, 'i')
    .normalize('NFD')
    .replace(/[^a-zA-Z ]/g, '')
    .toLowerCase()
    .replace(' ', '.')
}

function dateText(endDate: Date, daysAgo: number): string {
  return new Date(endDate.getTime() - Math.round(daysAgo) * day).toISOString().slice(0, 10)
}

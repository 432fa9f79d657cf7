import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { recomputeBundles } from '../src/features/assignments/commands/recompute-progress.ts'
import { recountRollups } from '../src/features/assignments/commands/recount-rollups.ts'
import { storeFile } from '../src/features/files/commands.ts'
import { teamFileUrl } from '../src/features/files/queries.ts'
import { keepManagers } from '../src/features/members/commands/keep-in-step.ts'
import { applyPermission } from '../src/features/permissions/commands/apply-permission.ts'
import { lockRules } from '../src/features/permissions/commands/lock-rules.ts'
import { createPermission } from '../src/features/permissions/commands/save-permission.ts'
import { tenantPresets } from '../src/features/tenants/presets.ts'
import type { Ctx } from '../src/platform/context.ts'
import { json } from '../src/platform/db/database.ts'
import { hashPassword } from '../src/platform/session/password.ts'
import { systemContext } from '../src/platform/system-context.ts'
import { putCalendar } from '../src/platform/tenant/calendar.ts'
import { dangerouslyRemoveTenant } from '../src/platform/tenant/remove-tenant.ts'
import { mintTenantId } from '../src/platform/tenant/tenant-id.ts'
import type { Ground, Say } from '../src/start.ts'
import {
  demoBundles,
  demoCourses,
  demoOfferings,
  demoPassword,
  demoPermissions,
  demoTenants,
  generateHistory,
  generatePeople,
} from './demo.ts'
import { fillTenant } from './fill.ts'
import type { MediaPath } from './media.ts'
import { courseIdOf, idOf, seedBundle, seedCourse, seedFiles, seedPackages } from './seed-content.ts'
import { seedDays } from './seed-days.ts'
import { seedHistory, seedPermissions } from './seed-history.ts'
import { seedMembers, seedUsers, userIdOf } from './seed-people.ts'
import type { DemoPerson, DemoTenant } from './shapes.ts'

const day = 86_400_000

/** Fills in the demonstration at the first start; lines for the terminal with what to sign in with. */
export async function seedDemoOnce(
  ground: Pick<Ground, 'services'>,
  say: Say,
  tenants: readonly DemoTenant[] = demoTenants,
): Promise<string[]> {
  const { services } = ground
  const missing: DemoTenant[] = []
  for (const tenant of tenants) if (!(await isSeeded(ground, tenant.id))) missing.push(tenant)
  const passwords = new Map<string, string>()
  if (missing.length > 0) {
    const endDate = services.clock.now()
    const people = generatePeople(endDate)
    const password = services.settings.demoPasswords === 'known' ? demoPassword : null
    for (const person of people)
      if (person.account) passwords.set(person.key, password ?? randomBytes(12).toString('base64url'))
    for (const tenant of missing) {
      say(`Filling in the demonstration: ${tenant.displayName} ...`)
      await seedTenant(
        ground,
        tenant,
        people.filter((person) => person.tenantId === tenant.id),
        passwords,
        endDate,
      )
    }
  }
  return describeAccounts(ground, passwords)
}

/** `npm run seed`: the demonstration again, its removal, or a tenant filled to a size. */
export async function runSeed(ground: Ground, args: readonly string[], say: Say): Promise<void> {
  const option = (name: string) => {
    const at = args.indexOf(`--${name}`)
    return at < 0 ? undefined : args[at + 1]
  }
  if (args.includes('--remove')) {
    const { adminUrl, clusters } = ground
    if (!adminUrl) throw cliError('Removing needs DATABASE_ADMIN_URL.')
    for (const tenant of demoTenants) {
      const removed = await dangerouslyRemoveTenant({ adminUrl, clusters }, tenant.id)
      if (removed) await ground.services.files.removeTenant(mintTenantId(tenant.id))
      say(`${tenant.displayName}: ${removed ? 'removed' : 'was not there'}`)
    }
    return
  }
  for (const line of await seedDemoOnce(ground, say)) say(line)
  const people = Number(option('people') ?? 0)
  const courses = Number(option('courses') ?? 0)
  if (!Number.isInteger(people) || !Number.isInteger(courses) || people < 0 || courses < 0)
    throw cliError('--people and --courses take whole numbers.')
  if (people > 0 || courses > 0)
    await fillTenant(ground, { tenantId: option('tenant') ?? 'learnt', people, courses }, say)
}

async function isSeeded(ground: Pick<Ground, 'services'>, tenantId: string): Promise<boolean> {
  const { rows } = await ground.services.db.control((tx) =>
    sql<{
      seeded: boolean
    }>`select coalesce((tenant_settings ->> 'isDemo')::boolean, false) as seeded from control.view_of_team(${tenantId})`.execute(
      tx,
    ),
  )
  return rows[0]?.seeded ?? false
}

async function seedTenant(
  ground: Pick<Ground, 'services'>,
  tenant: DemoTenant,
  people: readonly DemoPerson[],
  passwords: ReadonlyMap<string, string>,
  endDate: Date,
): Promise<void> {
  const { services } = ground
  const admin = people.find((person) => person.account === 'admin')
  if (!admin) throw new Error(`No administrator in ${tenant.id}`)
  const ctx = systemContext(services, tenant.id, { requestId: 'demo', userId: userIdOf(admin.key) })
  const offerings = demoOfferings.filter((offer) => offer.tenantId === tenant.id)
  const courses = demoCourses.filter((course) => offerings.some((offer) => offer.courseSlug === course.slug))
  const bundles = demoBundles.filter(
    (bundle) =>
      bundle.tenants.includes(tenant.id) &&
      bundle.courses.every((slug) =>
        offerings.some((offer) => offer.courseSlug === slug && offer.state === 'published'),
      ),
  )
  const permissions = demoPermissions.filter((permission) => permission.tenantId === tenant.id)

  // Before the people: what lies outside of the one transaction, each safe to do again.
  const settings = {
    ...tenantPresets[tenant.id]?.settings,
    explicitWording: true,
    // One tenant shows registration, the others its absence; strangers register nowhere.
    showSelfRegistration: tenant.id === 'learnt' && services.settings.publicIsLoopback,
  }
  await services.db.control((tx) =>
    sql`select control.create_tenant(${tenant.id}, ${tenant.displayName}, ${json(settings)}, ${ctx.now})`.execute(tx),
  )
  await ctx.write((tx) => putCalendar(tx, { settings, createdAt: ctx.now }))
  await seedTeams(ctx, tenant)
  const hashes = new Map<string, string>()
  for (const person of people) {
    const password = passwords.get(person.key)
    if (password) hashes.set(person.key, await hashPassword(password))
  }
  await seedUsers(ctx, people, (person) => hashes.get(person.key) ?? null)
  await seedFiles(ctx, courses, bundles)
  const packages = await seedPackages(ctx, courses)

  await ctx.write(
    async (tx) => {
      await seedMembers(ctx, tx, people)
      await keepManagers(
        tx,
        people.map((person) => userIdOf(person.key)),
      )
      const ago = (days: number) => new Date(endDate.getTime() - days * day)
      for (const offer of offerings) {
        const course = courses.find((one) => one.slug === offer.courseSlug)
        if (course)
          await seedCourse(
            tx,
            ctx,
            course,
            {
              state: offer.state,
              createdAt: ago(offer.createdDaysAgo),
              publishedAt: offer.publishedDaysAgo === undefined ? null : ago(offer.publishedDaysAgo),
            },
            packages,
          )
      }
      for (const bundle of bundles) {
        const minutes = bundle.courses.reduce(
          (sum, slug) => sum + (courses.find((course) => course.slug === slug)?.minutes ?? 0),
          0,
        )
        await seedBundle(tx, ctx, bundle, { state: 'published', createdAt: ago(400), publishedAt: ago(399) }, minutes)
      }
      await seedPermissions(ctx, tx, permissions, endDate)
      const known = new Map(people.map((person) => [person.key, person]))
      await seedHistory(ctx, tx, {
        people: known,
        courses: new Map(courses.map((course) => [course.slug, course])),
        history: generateHistory(people, courses, endDate),
        packages,
      })
      await seedDays(tx)
      // Whoever matches now and is not in the history gets it now, as with any rule.
      await lockRules(tx, 'alone')
      for (const row of await tx.selectFrom('permissions').selectAll().execute())
        await applyPermission(ctx, tx, row, row.title)
      for (const bundle of bundles) {
        const document = await tx
          .selectFrom('courses')
          .selectAll()
          .where('id', '=', courseIdOf(tenant.id, bundle.slug))
          .executeTakeFirstOrThrow()
        await createPermission(ctx, tx, document as never, {
          documentType: 'course',
          documentId: document.id,
          title: bundle.slug === 'new-starter' ? 'Everybody' : bundle.title,
          status: 'active',
          isOptional: bundle.slug !== 'new-starter',
          rule: { rule: {}, groups: [], everyone: true },
          due: { kind: 'none' },
        })
        const given = await tx.selectFrom('assignments').select('id').where('documentId', '=', document.id).execute()
        await recomputeBundles(
          ctx,
          tx,
          given.map((row) => row.id),
        )
      }
      await sql`select control.change_tenant_settings(${json({ isDemo: true })}, ${ctx.now})`.execute(tx)
    },
    { statementTimeout: 120_000 },
  )
  await recountRollups(services, ctx.actor.tenantId)
}

/** Teams with their own look; logos are stored like any file of the tenant. */
async function seedTeams(ctx: Ctx, tenant: DemoTenant): Promise<void> {
  for (const team of tenant.teams) await putTeam(ctx, team, {})
  const folder = await mkdtemp(join(tmpdir(), 'learnt-demo-'))
  try {
    for (const team of tenant.teams) {
      const address = async (path: MediaPath) => {
        // Uploaded drawings are not served as pages of ours, so the logos go in as pictures.
        const picture = path.replace(/\.svg$/, '.png')
        const fileId = idOf(tenant.id, 'team', team.id, path)
        await storeFile(ctx, {
          path: join(import.meta.dirname, 'media', picture),
          name: basename(picture),
          purpose: 'team',
          fileId,
        })
        return teamFileUrl(team.id, fileId)
      }
      await putTeam(ctx, team, {
        iconLogo: await address(team.theme.iconLogo),
        loggedOutLogo: await address(team.theme.loggedOutLogo),
        favicon: await address(team.theme.favicon),
        loggedOutBackgroundImage: await address(team.theme.loggedOutBackgroundImage),
      })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function putTeam(ctx: Ctx, team: DemoTenant['teams'][number], images: Record<string, string>): Promise<void> {
  const { palette, primaryColor, secondaryColor, sidebarBackgroundColor, topHeaderBackgroundColor } = team.theme
  const fields = {
    displayName: team.displayName,
    supportEmail: team.supportEmail,
    isDefault: team.id === 'learnt',
    theme: { palette, primaryColor, secondaryColor, sidebarBackgroundColor, topHeaderBackgroundColor, ...images },
    hosts: [`${team.id}.localhost`],
  }
  await ctx.services.db.control((tx) =>
    sql`select control.put_team(${team.id}, ${team.tenantId}, ${json(fields)}, ${ctx.now})`.execute(tx),
  )
}

function describeAccounts(ground: Pick<Ground, 'services'>, passwords: ReadonlyMap<string, string>): string[] {
  const { settings } = ground.services
  if (settings.demoPasswords === 'known') {
    return [
      '',
      'Sign in with one of the demonstration accounts, password Learnt-demo-1:',
      '  learner@ manager@ admin@ superadmin@   of   learnt.example, munro.example, stellar.example',
    ]
  }
  // Random passwords are known only in the start that made them.
  if (passwords.size === 0) return []
  return [
    '',
    'Accounts of the demonstration, shown this once:',
    ...[...passwords].map(([key, password]) => `  ${key}   ${password}`),
  ]
}

function cliError(message: string): Error {
  return Object.assign(new Error(message), { name: 'CliError' })
}

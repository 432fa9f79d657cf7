import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { features } from '../src/app.ts'
import { recomputeContainers } from '../src/features/assignments/commands/recompute-containers.ts'
import { recountRollups } from '../src/features/assignments/commands/recount-rollups.ts'
import { storeFile } from '../src/features/files/commands.ts'
import { teamFileUrl } from '../src/features/files/queries.ts'
import { keepManagers } from '../src/features/members/commands/keep-in-step.ts'
import { applyPermission } from '../src/features/permissions/commands/apply-permission.ts'
import { lockRules } from '../src/features/permissions/commands/lock-rules.ts'
import { createPermission } from '../src/features/permissions/commands/save-permission.ts'
import { tenantPresets } from '../src/features/tenants/presets.ts'
import { findTenant, type StoredTenant } from '../src/features/tenants/queries.ts'
import { isArgumentError } from '../src/operating/terminal.ts'
import { endHeads } from '../src/platform/audit-heads.ts'
import type { Ctx, Services } from '../src/platform/context.ts'
import { json } from '../src/platform/db/database.ts'
import { hashPassword } from '../src/platform/session/password.ts'
import { systemContext } from '../src/platform/system-context.ts'
import { putCalendar } from '../src/platform/tenant/calendar.ts'
import { dangerouslyRemoveTenant } from '../src/platform/tenant/remove-tenant.ts'
import { mintTenantId } from '../src/platform/tenant-id.ts'
import type { Ground, Say } from '../src/start.ts'
import {
  demoBundles,
  demoCourses,
  demoFormCourses,
  demoForms,
  demoLearningPackages,
  demoOfferings,
  demoPathways,
  demoPermissions,
  demoQuestions,
  demoTenants,
  generateHistory,
  generatePeople,
} from './demo.ts'
import { fillTenant } from './fill.ts'
import { demoPassword, giveNewPasswords, randomPassword } from './known-passwords.ts'
import type { MediaPath } from './media.ts'
import { seedAudiences } from './seed-audiences.ts'
import { courseIdOf, idOf, seedBundle, seedCourse, seedFiles, seedPackages } from './seed-content.ts'
import { seedCycles } from './seed-cycles.ts'
import { seedDays } from './seed-days.ts'
import { seedFormCourses } from './seed-form-courses.ts'
import { seedForms, seedQuestions } from './seed-forms.ts'
import { seedHistory, seedPermissions } from './seed-history.ts'
import { seedPathways } from './seed-pathways.ts'
import { seedMembers, seedUsers, userIdOf } from './seed-people.ts'
import { seedResourceFiles, seedResources } from './seed-resources.ts'
import type { DemoPerson, DemoTenant } from './shapes.ts'

const day = 86_400_000

/** Seeds the demonstration at the first start; returns lines for the terminal with the accounts. */
export async function seedDemoOnce(
  ground: Pick<Ground, 'services'>,
  say: Say,
  tenants: readonly DemoTenant[] = demoTenants,
): Promise<string[]> {
  const { services } = ground
  const ours: DemoTenant[] = []
  const missing: DemoTenant[] = []
  for (const tenant of tenants) {
    const standing = await standingOf(ground, tenant.id)
    if (standing === 'other') say(`${tenant.id} is not a demonstration and stays as it is.`)
    else ours.push(tenant)
    if (standing === 'missing' || standing === 'begun') missing.push(tenant)
  }
  const passwords = new Map<string, string>()
  if (missing.length > 0) {
    const endDate = services.clock.now()
    const people = generatePeople(endDate).filter(({ tenantId }) => missing.some(({ id }) => id === tenantId))
    const password = services.settings.demoPasswords === 'known' ? demoPassword : null
    const knownHash = password === null ? null : await hashPassword(password)
    const hashes = new Map<string, string>()
    for (const { key, account } of people) {
      if (!account) continue
      const own = password ?? randomPassword()
      passwords.set(key, own)
      hashes.set(key, knownHash ?? (await hashPassword(own)))
    }
    for (const tenant of missing) {
      say(`Filling in the demonstration: ${tenant.displayName} ...`)
      await seedTenant(
        ground,
        tenant,
        people.filter((person) => person.tenantId === tenant.id),
        hashes,
        endDate,
      )
    }
  }
  return describeAccounts(ground, ours, passwords)
}

/** `npm run seed`: seeds the demonstration again, removes it, sets new passwords, or fills a tenant to a size. */
export async function runSeed(ground: Ground, args: readonly string[], say: Say): Promise<void> {
  const options = readOptions(args)
  if (options.remove) return removeDemo(ground, options.tenant, say)
  if (options['new-passwords']) return giveNewPasswords(ground.services, say)
  const people = Number(options.people ?? 0)
  const courses = Number(options.courses ?? 0)
  if (!Number.isInteger(people) || !Number.isInteger(courses) || people < 0 || courses < 0)
    throw cliError('--people and --courses take whole numbers.')
  const fills = people > 0 || courses > 0
  const tenantId = options.tenant ?? 'learnt'
  if (fills && (await standingOf(ground, tenantId)) === 'other')
    throw cliError(`${tenantId} is not a demonstration and stays as it is.`)
  const { settings } = ground.services
  if (!settings.demo && settings.demoPasswords === 'random')
    throw cliError(
      'Others can reach this installation, and LEARNT_DEMO is not on, so no demonstration is filled in. ' +
        'For an organisation of your own run: npm run cli -- tenant create --help. ' +
        'For the demonstration tenants, with random passwords, set LEARNT_DEMO=on. To remove them: npm run seed -- --remove.',
    )
  for (const line of await seedDemoOnce(ground, say)) say(line)
  if (fills) await fillTenant(ground, { tenantId, people, courses }, say)
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        remove: { type: 'boolean' },
        'new-passwords': { type: 'boolean' },
        people: { type: 'string' },
        courses: { type: 'string' },
        tenant: { type: 'string' },
      },
    }).values
  } catch (error) {
    throw isArgumentError(error) ? cliError(error.message) : error
  }
}

/** Removes the named tenant with everything in it. Without a name, it keeps tenants that contain people besides the seeded ones. */
async function removeDemo(ground: Ground, named: string | undefined, say: Say): Promise<void> {
  const { adminUrl, services } = ground
  if (!adminUrl) throw cliError('Removing needs DATABASE_ADMIN_URL.')
  const tenants = demoTenants.filter(({ id }) => id === (named ?? id))
  if (tenants.length === 0) throw cliError(`--tenant is one of ${demoTenants.map(({ id }) => id).join(', ')}.`)
  const kept: string[] = []
  for (const { id, displayName } of tenants) {
    const tenant = await findTenant(services.db, id)
    if (tenant === null) say(`${displayName}: was not there`)
    else if (markOf(tenant) === null) say(`${displayName}: is not a demonstration and stays`)
    else {
      const [first, ...more] = named === undefined ? await listOwnPeople(services, id) : []
      if (first === undefined) {
        await dangerouslyRemoveTenant(adminUrl, id, () => endHeads(services, id, services.clock.now()))
        await services.files.removeTenant(mintTenantId(id))
        say(`${displayName}: removed`)
      } else
        kept.push(
          `${displayName}: has people of your own (${first}${more.length > 0 ? ` and ${more.length} more` : ''}) and stays. With them it is removed by: npm run seed -- --remove --tenant ${id}`,
        )
    }
  }
  if (kept.length > 0) throw cliError(kept.join('\n'))
}

/** Addresses of people that seeding did not create. */
async function listOwnPeople(services: Services, tenantId: string): Promise<string[]> {
  const ctx = systemContext(services, tenantId, { requestId: 'demo' })
  const seeded = new Set(generatePeople(ctx.now).map(({ key }) => userIdOf(key)))
  const rows = await ctx.read((tx) => tx.selectFrom('memberships').select(['userId', 'email']).distinct().execute())
  return rows
    .filter(({ userId, email }) => !seeded.has(userId) && userId !== userIdOf(email ?? ''))
    .map(({ userId, email }) => email || userId)
}

/**
 * Of the tenant with that id: it does not exist, a killed seeding left it, it is complete, or it belongs to somebody
 * else.
 */
async function standingOf(
  { services }: Pick<Ground, 'services'>,
  tenantId: string,
): Promise<'missing' | 'begun' | 'filled' | 'other'> {
  const tenant = await findTenant(services.db, tenantId)
  if (tenant === null) return 'missing'
  const mark = markOf(tenant)
  if (mark === true) return 'filled'
  // Its people are added together with the last mark, so people in a tenant that was only begun were added by somebody
  // else.
  return mark === false && Number(tenant.people) === 0 ? 'begun' : 'other'
}

/** False from the beginning of seeding, true at its end, null for tenants that seeding did not make. */
function markOf({ settings }: StoredTenant): boolean | null {
  return (settings as { isDemo?: boolean }).isDemo ?? null
}

async function seedTenant(
  ground: Pick<Ground, 'services'>,
  tenant: DemoTenant,
  people: readonly DemoPerson[],
  hashes: ReadonlyMap<string, string>,
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

  // Before the people: work outside the transaction; each step can be repeated.
  const settings = {
    ...tenantPresets[tenant.id]?.settings,
    explicitWording: true,
    // One tenant shows the application without these features.
    rewards: tenant.id !== 'stellar',
    videoHosts: ['www.youtube-nocookie.com', 'player.vimeo.com'],
    // One tenant shows registration; the others show its absence.
    showSelfRegistration: tenant.id === 'learnt' && services.settings.publicIsLoopback,
    // Marked as begun: the last step sets it to true, and until then a start continues after a killed one.
    isDemo: false,
  }
  await services.db.control((tx) =>
    sql`select control.create_tenant(${tenant.id}, ${tenant.displayName}, ${json(settings)}, ${ctx.now})`.execute(tx),
  )
  await ctx.write((tx) => putCalendar(tx, { settings, createdAt: ctx.now }))
  await seedTeams(ctx, tenant)
  await seedUsers(ctx, people, (person) => hashes.get(person.key) ?? null)
  await seedFiles(ctx, courses, bundles)
  const packages = await seedPackages(ctx, courses)
  await seedResourceFiles(ctx)

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
      await seedAudiences(ctx, tx, people, ago(60))
      await seedPermissions(ctx, tx, permissions, endDate)
      const known = new Map(people.map((person) => [person.key, person]))
      await seedHistory(ctx, tx, {
        people: known,
        courses: new Map(courses.map((course) => [course.slug, course])),
        history: generateHistory(people, courses, endDate),
        packages,
      })
      await seedDays(tx)
      // People who match and are not in the history get the document now, as with any rule.
      await lockRules(tx, 'alone')
      for (const row of await tx.selectFrom('permissions').selectAll().execute())
        await applyPermission(ctx, tx, row, row.title)
      for (const bundle of bundles) {
        const document = await tx
          .selectFrom('documents')
          .selectAll()
          .where('id', '=', courseIdOf(tenant.id, bundle.slug))
          .executeTakeFirstOrThrow()
        await createPermission(ctx, tx, document as never, {
          documentType: 'course',
          documentId: document.id,
          title: bundle.slug === 'new-starter' ? 'Everybody' : bundle.title,
          status: 'active',
          isOptional: bundle.slug !== 'new-starter',
          request: null,
          rule: { rule: {}, groups: [], everyone: true, audiences: [] },
          due: { kind: 'none' },
        })
        const given = await tx.selectFrom('assignments').select('id').where('documentId', '=', document.id).execute()
        await recomputeContainers(
          ctx,
          tx,
          given.map((row) => row.id),
        )
      }
      for (const { seedDemo } of await Promise.all(features.demo.map((read) => read()))) await seedDemo(ctx, tx)
      await seedResources(ctx, tx, endDate)
      await seedPathways(ctx, tx, {
        pathways: demoPathways.filter((pathway) => pathway.tenant === tenant.id),
        learningPackages: demoLearningPackages.filter((pack) => pack.tenant === tenant.id),
        endDate,
      })
      await seedQuestions(
        ctx,
        tx,
        demoQuestions.filter((question) => question.tenant === tenant.id),
      )
      await seedForms(
        ctx,
        tx,
        demoForms.filter((form) => form.tenant === tenant.id),
        endDate,
      )
      await seedCycles(ctx, tx, { courses, people, endDate })
      await seedFormCourses(
        ctx,
        tx,
        demoFormCourses.filter((course) => course.tenant === tenant.id),
        endDate,
      )
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
        // Uploaded drawings are not served from our origin, so the logos are uploaded as pictures.
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

function describeAccounts(
  ground: Pick<Ground, 'services'>,
  tenants: readonly DemoTenant[],
  passwords: ReadonlyMap<string, string>,
): string[] {
  const { settings } = ground.services
  if (settings.demoPasswords === 'known') {
    if (tenants.length === 0) return []
    return [
      '',
      `Sign in with one of the demonstration accounts, password ${demoPassword}:`,
      `  learner@ manager@ admin@ superadmin@   of   ${tenants.map(({ id }) => `${id}.example`).join(', ')}`,
    ]
  }
  // Random passwords are known only to the start that made them.
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

import { api } from '@learnt/contract'
import { type CustomField, nameOfField } from '@learnt/contract/custom-fields'
import { type exportColumns, MemberExport, memberWordFilters } from '@learnt/contract/members'
import { fullName } from '@learnt/contract/text'
import { audit } from '../../platform/audit.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { type CsvColumn, sendCsv } from '../../platform/csv.ts'
import { cutPage, decodeCursor } from '../../platform/cursor.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { readBodyText } from '../../platform/http/read-body.ts'
import { readJson } from '../../platform/http/read-json.ts'
import { type Route, rawRoute, route } from '../../platform/http/route.ts'
import { validate } from '../../platform/http/validate.ts'
import { startJob } from '../../platform/jobs/job.ts'
import { ProblemError } from '../../platform/problem.ts'
import { sendReportFile } from '../../platform/report-file.ts'
import { requireFreshProof } from '../../platform/session/fresh-proof.ts'
import { accessOf, type Onlooker } from '../custom-fields/policy.ts'
import { readCustomFields } from '../custom-fields/queries/read-custom-fields.ts'
import { listTeamsOfTenant } from '../teams/queries.ts'
import { changeBatch, checkChange } from './commands/change-members.ts'
import { createMember } from './commands/create-member.ts'
import { countSelected } from './commands/each-selected.ts'
import { lockMember } from './commands/lock-member.ts'
import { saveOwnProfile } from './commands/save-own-profile.ts'
import { setAvatar } from './commands/set-avatar.ts'
import { updateMember } from './commands/update-member.ts'
import { previewMail } from './commands/write-to-members.ts'
import { memberPolicy } from './policy.ts'
import { presentMember, presentMemberRow, presentOwnProfile } from './present.ts'
import {
  countFacets,
  type ExportedMember,
  type Filter,
  findManaged,
  findMember,
  listAttributeValues,
  listDuplicates,
  listMembers,
  type MemberRecord,
  memberColumn,
  memberFile,
  readAllMembers,
  readNames,
  readNamesIn,
  readSurroundings,
  teamsInScope,
} from './queries.ts'

export const memberRoutes: Route[] = [
  route(api.members.list, async ({ ctx, query }) => {
    const { sort, direction, limit } = query
    const list = `members:${sort}:${direction}`
    const after = decodeCursor(ctx, list, query.cursor) as [string, string] | null
    return ctx.read(async (tx) => {
      const [{ rows, total, totalIsExact }, fields] = await Promise.all([
        listMembers(tx, ctx.actor, { filter: filterOf(query), sort, direction, limit, after }),
        readCustomFields(tx),
      ])
      const page = cutPage(ctx, list, rows, { limit, key: (last) => [last.sortKey, last.id] })
      const names = await readNamesIn(tx, page.rows)
      return {
        items: page.rows.map((row) => presentMemberRow(row, fields, names)),
        next: page.next,
        total,
        totalIsExact,
      }
    })
  }),

  route(api.members.facets, async ({ ctx }) => {
    const [facets, teams] = await ctx.read((tx) => Promise.all([countFacets(tx, ctx.actor), listTeamsOfTenant(tx)]))
    return {
      status: facets.status,
      role: facets.role,
      // Teams without people too: somebody has to be the first.
      teamId: teamsInScope(ctx.actor, teams).map((team) => ({
        value: team.id,
        label: team.displayName,
        count: facets.team.find((one) => one.value === team.id)?.count ?? 0,
      })),
    }
  }),

  route(api.members.get, async ({ ctx, params, query }) => {
    const member = await ctx.read((tx) => findMember(tx, ctx.actor, params.userId, query.teamId))
    authorize(ctx.actor, memberPolicy.read, member)
    return present(ctx, member)
  }),

  route(api.members.create, async ({ ctx, body }) => {
    const member = await createMember(ctx, body)
    const around = await ctx.read((tx) => readSurroundings(tx, member))
    // A person of other teams is answered like a new one: an address alone tells nothing.
    return presentMember(ctx.actor, member, { ...around, otherTeams: [] })
  }),

  route(api.members.update, async ({ ctx, params, query, body }) => {
    // An address receives the links that set a password: an unwatched screen or an access token may not move one's own.
    if (body.email !== undefined && params.userId === ctx.actor.userId) await requireFreshProof(ctx)
    const { member, around } = await ctx.write(async (tx) => {
      const { row, isNamedByRule } = await lockMember(ctx, tx, { userId: params.userId, teamId: query.teamId }, body)
      authorize(ctx.actor, memberPolicy.update, row)
      return updateMember(ctx, tx, { row, isNamedByRule }, body)
    })
    return presentMember(ctx.actor, member, around)
  }),

  route(api.members.setStatus, async ({ ctx, body }) => {
    const total = await countSelected(ctx, body.selection)
    const subject = ctx.t('members.statusJob', { total, status: ctx.t(`members.status.${body.status}`) })
    return ctx.write((tx) => startJob(ctx, tx, { kind: 'members.setStatus', subject, input: body, total }))
  }),

  route(api.members.change, async ({ ctx, body }) => {
    const { selection } = body
    const total = await countSelected(ctx, selection)
    return ctx.write(async (tx) => {
      const change = await checkChange(tx, body.change)
      const subject = ctx.t('members.changeJob', { total, values: change.values.slice(0, 5).join(', ') })
      return startJob(ctx, tx, { kind: 'members.change', subject, input: { selection, change }, total })
    })
  }),

  route(api.members.mail, async ({ ctx, body }) => {
    const total = await countSelected(ctx, body.selection)
    const subject = ctx.t('members.mailJob', { total, subject: body.subject })
    return ctx.write(async (tx) => {
      const { selection, subject: title, text } = body
      await audit(ctx, tx, {
        action: 'members.mail',
        subjectType: 'tenant',
        subjectId: ctx.actor.tenantId,
        after: { selection, subject: title, text, people: total },
      })
      return startJob(ctx, tx, { kind: 'members.mail', subject, input: body, total })
    })
  }),

  route(api.members.previewMail, ({ ctx, body }) => ctx.read((tx) => previewMail(ctx, tx, body))),

  route(api.members.batch, async ({ ctx, body }) => ({ results: await changeBatch(ctx, body.operations) })),

  route(api.members.attributeValues, async ({ ctx, params, query }) => ({
    values: await ctx.read((tx) => listAttributeValues(tx, ctx.actor, params.field, query.search)),
  })),

  route(api.members.ownProfile, async ({ ctx }) => {
    const { userId, teamId } = ctx.actor
    const own = await ctx.read((tx) => findMember(tx, ctx.actor, userId, teamId))
    if (!own) throw new ProblemError('not-found')
    return presentOwnProfile(own)
  }),

  route(api.members.saveOwnProfile, async ({ ctx, body }) =>
    presentOwnProfile(await ctx.write((tx) => saveOwnProfile(ctx, tx, body))),
  ),

  route(api.members.setOwnAvatar, async ({ ctx, body }) =>
    presentOwnProfile((await setAvatar(ctx, ctx.actor, body, 'person')).member),
  ),

  route(api.members.removeOwnAvatar, async ({ ctx }) =>
    presentOwnProfile((await setAvatar(ctx, ctx.actor, null, 'person')).member),
  ),

  route(api.members.setAvatar, async ({ ctx, params, query, body }) => {
    const { member, around } = await setAvatar(ctx, { ...params, ...query }, body, 'administrator')
    return presentMember(ctx.actor, member, around)
  }),

  route(api.members.removeAvatar, async ({ ctx, params, query }) => {
    const { member, around } = await setAvatar(ctx, { ...params, ...query }, null, 'administrator')
    return presentMember(ctx.actor, member, around)
  }),

  route(api.customFields.ofPerson, async ({ ctx, params }) =>
    ctx.read(async (tx) => {
      const { member, as } = await findOwnOrManaged(ctx, tx, params.userId)
      return presentFields(tx, member, as)
    }),
  ),

  route(api.customFields.setOfPerson, async ({ ctx, params, body }) =>
    ctx.write(async (tx) => {
      const { member, as } = await findOwnOrManaged(ctx, tx, params.userId)
      const { row, isNamedByRule } = await lockMember(ctx, tx, member, body.values)
      if (!row) throw new ProblemError('not-found')
      const changed = await updateMember(ctx, tx, { row, isNamedByRule }, body.values, { as, at: 'body.values' })
      return presentFields(tx, changed.member, as)
    }),
  ),

  route(api.members.duplicates, ({ ctx, params }) =>
    ctx.read(async (tx) => {
      const member = await findMember(tx, ctx.actor, params.userId, undefined)
      authorize(ctx.actor, memberPolicy.read, member)
      const rows = await listDuplicates(tx, ctx.actor, member)
      return {
        items: rows.map((row) => ({
          userId: row.userId,
          teamId: row.teamId,
          name: fullName(row),
          email: row.email,
          status: row.status,
          signs: row.signs,
        })),
      }
    }),
  ),

  rawRoute(api.members.exportSelected, async (call) => {
    const { ctx, request } = call
    if (ctx === null) throw new ProblemError('not-signed-in')
    const body = validate(MemberExport, readJson(await readBodyText(request, maxSelectionBytes)), 'body', call.t)
    if (!body) throw new ProblemError('invalid-input')
    const { selection, format, columns } = body
    const fields = await ctx.read((tx) => readCustomFields(tx))
    const named = (columns ?? listColumns).map((column) => ({
      // user_list.csv is read by programs: its headings are the names of the fields.
      header: columns ? headingOf(ctx, column, fields) : column,
      ...memberColumn(column, fields),
    }))
    return sendReportFile(call, ctx, {
      format,
      columns: named,
      name: 'user_list',
      title: ctx.t('members.columns.sheet'),
      entry: {
        action: 'members.export',
        subjectType: 'tenant',
        subjectId: ctx.actor.tenantId,
        after: { selection, format, columns: columns ?? listColumns },
      },
      count: () => countSelected(ctx, selection),
      rows: memberFile(ctx.actor, { selection, format, columns: named }),
    })
  }),

  rawRoute(api.members.export, async ({ ctx, request, reply, t }) => {
    if (ctx === null) throw new ProblemError('not-signed-in')
    const query = validate(api.members.list.query, request.query, 'query', t)
    if (!query) throw new ProblemError('invalid-input')
    const filter = filterOf(query)
    await ctx.write((tx) =>
      audit(ctx, tx, {
        action: 'members.export',
        subjectType: 'tenant',
        subjectId: ctx.actor.tenantId,
        after: { filter },
      }),
    )
    return sendCsv(
      reply,
      'user_list.csv',
      standardColumns,
      readAllMembers(ctx.read, ctx.actor, { filter, sort: query.sort, direction: query.direction }),
    )
  }),
]

const listColumns = ['firstName', 'lastName', 'email', 'status'] as const
const maxSelectionBytes = 256 * 1024

/** What the tenant calls a field, else what everybody calls it. */
function headingOf(ctx: Ctx, column: (typeof exportColumns)[number], fields: readonly CustomField[]): string {
  const own = fields.find((field) => field.field === column)
  if (own) return nameOfField(own, ctx.locale)
  const [, kind, number] = /^(loc|div|custom)(\d)$/.exec(column) ?? []
  return ctx.t(`members.columns.${kind ?? column}`, { number })
}

const standardColumns: CsvColumn<ExportedMember>[] = [
  { header: 'firstName', value: (row) => row.firstName },
  { header: 'lastName', value: (row) => row.lastName },
  { header: 'email', value: (row) => row.email },
  { header: 'status', value: (row) => row.status },
]

/** The membership that shows what somebody may see of a person without being an administrator, and as what they look. */
async function findOwnOrManaged(
  { actor }: Ctx,
  tx: ReadTx,
  userId: string,
): Promise<{ member: MemberRecord; as: Onlooker[] }> {
  if (userId === actor.userId) {
    const member = await findMember(tx, actor, userId, actor.teamId)
    if (member) return { member, as: ['person'] }
  } else {
    const member = await findManaged(tx, actor, userId)
    if (member) return { member, as: ['manager'] }
  }
  throw new ProblemError('not-found')
}

async function presentFields(tx: ReadTx, member: MemberRecord, as: readonly Onlooker[]) {
  const fields = (await readCustomFields(tx)).filter((field) => accessOf(field, as) !== 'none')
  const people = fields.filter((field) => field.kind === 'person').flatMap((field) => member[field.field])
  const names = await readNames(tx, people)
  return {
    membershipId: member.id,
    fields: fields.map((field) => {
      const values = member[field.field]
      const labels = field.kind === 'person' ? values.map((value) => [value, names[value] ?? value]) : []
      return { ...field, values, labels: Object.fromEntries(labels), canEdit: accessOf(field, as) === 'edit' }
    }),
  }
}

async function present(ctx: Ctx, member: MemberRecord) {
  return presentMember(ctx.actor, member, await ctx.read((tx) => readSurroundings(tx, member)))
}

function filterOf(query: { readonly [K in keyof Filter]?: Filter[K] | undefined }): Filter {
  const { search, status, role, teamId, gap } = query
  const words = Object.fromEntries(memberWordFilters.map((field) => [field, query[field]]))
  return { search, status, role, teamId, gap, ...words } as Filter
}

import { type CustomField, type CustomFieldName, type customFields, nameOfField } from '@learnt/contract/custom-fields'
import type { HandlerInput } from '@learnt/contract/endpoint'
import { locales } from '@learnt/contract/locales'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { invalid, notFound, ProblemError, stale } from '../../../platform/problem.ts'
import { lockRules } from '../../permissions/commands/lock-rules.ts'
import { listReaders } from '../queries/list-readers.ts'
import { customFieldOf, readCustomFields } from '../queries/read-custom-fields.ts'

type Body = HandlerInput<typeof customFields.save>['body']

/**
 * Gives a field its name, kind and rights. What the people have in it stays as it is, and is checked again when somebody
 * changes it.
 */
export async function saveCustomField(ctx: Ctx, field: CustomFieldName, body: Body): Promise<CustomField> {
  const { revision, names, kind, choices, isRequired, access, place, inList } = body
  return ctx.write(async (tx) => {
    // No rule is made meanwhile that would read the field.
    await lockRules(tx, 'alone')
    const all = await readCustomFields(tx)
    const before = all.find((one) => one.field === field)
    if (revision !== undefined && revision !== (before?.revision ?? 0)) throw stale(null)
    if (kind === 'choices' && choices.length === 0) throw invalid({ 'body.choices': 'required' })
    // A person has nobody to choose from: only who looks after people may search for them.
    if (kind === 'person' && access.person === 'edit') throw invalid({ 'body.access.person': 'personKindSeenOnly' })
    refuseTakenNames(all, field, body)
    await refuseReaders(ctx, tx, field, body)
    const values = {
      names: json(names),
      kind,
      choices: kind === 'choices' ? [...new Set(choices)] : [],
      isRequired,
      personAccess: access.person,
      managerAccess: access.manager,
      administratorAccess: access.administrator,
      place,
      inList,
      updatedAt: ctx.now,
    }
    const saved = await tx
      .insertInto('customFields')
      .values({ field, ...values, createdAt: ctx.now })
      .onConflict((conflict) =>
        conflict
          .columns(['tenantId', 'field'])
          .doUpdateSet((eb) => ({ ...values, revision: eb('customFields.revision', '+', 1) })),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
    const after = customFieldOf(saved)
    await audit(ctx, tx, {
      action: 'tenants.setCustomField',
      subjectType: 'tenant',
      subjectId: ctx.actor.tenantId,
      subjectTitle: nameOfField(after, ctx.locale),
      ...(before ? { before: facts(before) } : {}),
      after: facts(after),
    })
    return after
  })
}

/** Takes name and kind away. Refused while a due date counts from the field, for it would lose its days. */
export async function removeCustomField(ctx: Ctx, field: CustomFieldName): Promise<void> {
  await ctx.write(async (tx) => {
    await lockRules(tx, 'alone')
    const before = (await readCustomFields(tx)).find((one) => one.field === field)
    if (!before) throw notFound()
    const { dueDates } = await listReaders(tx, ctx.actor.tenantId, field)
    if (dueDates.length > 0)
      throw new ProblemError('wrong-state', { detail: ctx.t('customFields.hasDueDates', { names: listed(dueDates) }) })
    await tx.deleteFrom('customFields').where('field', '=', field).execute()
    await audit(ctx, tx, {
      action: 'tenants.removeCustomField',
      subjectType: 'tenant',
      subjectId: ctx.actor.tenantId,
      subjectTitle: nameOfField(before, ctx.locale),
      before: facts(before),
    })
  })
}

/** Two fields of one name could not be told apart, in lists as in feeds. */
function refuseTakenNames(all: readonly CustomField[], field: string, { names }: Body): void {
  for (const locale of locales) {
    const name = names[locale]?.toLowerCase()
    if (name && all.some((one) => one.field !== field && one.names[locale]?.toLowerCase() === name))
      throw invalid({ [`body.names.${locale}`]: 'fieldNameTaken' })
  }
}

/** What rules, due dates and sign-in read is nothing that the person writes, so that nobody gives themself anything. */
async function refuseReaders(ctx: Ctx, tx: WriteTx, field: CustomFieldName, { kind, access }: Body): Promise<void> {
  if (access.person !== 'edit' && kind === 'date') return
  const { rules, dueDates, isUnique } = await listReaders(tx, ctx.actor.tenantId, field)
  const refuse = (path: string, code: string, names: string[]) => {
    const message = ctx.t(`validation.${code}`, { names: listed(names) })
    throw new ProblemError('invalid-input', { errors: [{ path, code, message }] })
  }
  if (kind !== 'date' && dueDates.length > 0) refuse('body.kind', 'fieldHasDueDates', dueDates)
  if (access.person !== 'edit') return
  if (rules.length + dueDates.length > 0) refuse('body.access.person', 'fieldIsRead', [...rules, ...dueDates])
  if (isUnique) refuse('body.access.person', 'fieldIsUnique', [])
}

const mostNames = 5

function listed(titles: readonly string[]): string {
  const names = [...new Set(titles)].slice(0, mostNames).map((title) => `“${title}”`)
  return [...names, ...(titles.length > names.length ? ['…'] : [])].join(', ')
}

function facts({ revision: _, ...field }: CustomField) {
  return field
}

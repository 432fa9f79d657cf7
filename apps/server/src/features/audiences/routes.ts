import { api } from '@learnt/contract'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { invalid, notFound } from '../../platform/problem.ts'
import { addPeople, removePeople } from './commands/change-people.ts'
import { changeAudience, createAudience, removeAudience } from './commands/save-audience.ts'
import { audiencePolicy } from './policy.ts'
import { presentAudience, presentAudiencePerson } from './present.ts'
import { type AudienceRow, findAudience, listAudiences } from './queries/list-audiences.ts'
import { listAudiencePeople } from './queries/list-people.ts'
import { previewChange } from './queries/preview-change.ts'

const { audiences } = api

export const audienceRoutes: Route[] = [
  route(audiences.list, async ({ ctx, query }) => {
    authorize(ctx.actor, audiencePolicy.read, {})
    const page = await listAudiences(ctx, query)
    return { items: page.rows.map((row) => presentAudience(ctx.actor, row)), next: page.next, total: page.total }
  }),

  route(audiences.get, async ({ ctx, params }) => {
    const audience = await find(ctx, params.audienceId)
    authorize(ctx.actor, audiencePolicy.read, audience)
    return presentAudience(ctx.actor, audience)
  }),

  route(audiences.create, async ({ ctx, body }) => {
    authorize(ctx.actor, audiencePolicy.update, {})
    return show(ctx, await createAudience(ctx, body))
  }),

  route(audiences.preview, async ({ ctx, body }) => {
    authorize(ctx.actor, audiencePolicy.update, {})
    const audience = body.audienceId ? await find(ctx, body.audienceId) : null
    if (body.audienceId && !audience) throw invalid({ 'body.audienceId': 'invalid' })
    const kind = audience?.kind ?? (body.rule ? 'rule' : 'people')
    if (kind === 'people' && body.rule) throw invalid({ 'body.rule': 'invalid' })
    if (kind === 'rule' && body.add) throw invalid({ 'body.add': 'invalid' })
    if (kind === 'rule' && body.remove) throw invalid({ 'body.remove': 'invalid' })
    return previewChange(ctx, audience, body)
  }),

  route(audiences.update, async ({ ctx, params, body }) => {
    const audience = await find(ctx, params.audienceId)
    authorize(ctx.actor, audiencePolicy.update, audience)
    await changeAudience(ctx, audience.id, body)
    return show(ctx, audience.id)
  }),

  route(audiences.remove, async ({ ctx, params }) => {
    const audience = await find(ctx, params.audienceId)
    // Whether it is in use is asked again where nothing can begin to use it, with the names of what does.
    authorize(ctx.actor, audiencePolicy.update, audience)
    await removeAudience(ctx, audience.id)
    return undefined
  }),

  route(audiences.people, async ({ ctx, params, query }) => {
    const audience = await find(ctx, params.audienceId)
    authorize(ctx.actor, audiencePolicy.read, audience)
    const page = await listAudiencePeople(ctx, audience, query)
    return { items: page.rows.map(presentAudiencePerson), next: page.next, total: page.total }
  }),

  route(audiences.addPeople, async ({ ctx, params, body }) => {
    const audience = await find(ctx, params.audienceId)
    authorize(ctx.actor, audiencePolicy.update, audience)
    return { added: await addPeople(ctx, audience.id, body.selection) }
  }),

  route(audiences.removePeople, async ({ ctx, params, body }) => {
    const audience = await find(ctx, params.audienceId)
    authorize(ctx.actor, audiencePolicy.update, audience)
    return { removed: await removePeople(ctx, audience.id, body.selection) }
  }),
]

function find(ctx: Ctx, audienceId: string): Promise<AudienceRow | null> {
  return ctx.read((tx) => findAudience(tx, audienceId))
}

async function show(ctx: Ctx, audienceId: string) {
  const audience = await find(ctx, audienceId)
  if (!audience) throw notFound()
  return presentAudience(ctx.actor, audience)
}

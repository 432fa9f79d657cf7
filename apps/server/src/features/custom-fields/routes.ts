import { api } from '@learnt/contract'
import { isAdmin } from '../../platform/actor.ts'
import { authorize, canOf } from '../../platform/authorize.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { removeCustomField, saveCustomField } from './commands/save-custom-field.ts'
import { accessOf, customFieldPolicy, type Onlooker } from './policy.ts'
import { readCustomFields } from './queries/read-custom-fields.ts'

const { customFields } = api

export const customFieldRoutes: Route[] = [
  route(customFields.list, async ({ ctx }) => {
    const { actor } = ctx
    const fields = await ctx.read((tx) => readCustomFields(tx))
    const onlookers: Onlooker[] = [
      'person',
      ...(actor.roles.includes('manager') ? (['manager'] as const) : []),
      ...(isAdmin(actor) ? (['administrator'] as const) : []),
    ]
    return {
      items: fields.filter((field) => accessOf(field, onlookers) !== 'none'),
      can: { update: canOf(actor, customFieldPolicy, {}).update ?? null },
    }
  }),

  route(customFields.save, async ({ ctx, params, body }) => {
    authorize(ctx.actor, customFieldPolicy.update, {})
    return saveCustomField(ctx, params.field, body)
  }),

  route(customFields.remove, async ({ ctx, params }) => {
    authorize(ctx.actor, customFieldPolicy.update, {})
    await removeCustomField(ctx, params.field)
    return undefined
  }),
]

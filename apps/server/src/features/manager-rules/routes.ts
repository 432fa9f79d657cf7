import { api } from '@learnt/contract'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { notFound } from '../../platform/problem.ts'
import { createRule, removeRule, updateRule } from './commands/save-rule.ts'
import { managerRulePolicy } from './policy.ts'
import { presentRule } from './present.ts'
import { findRule, listRules } from './queries/list-rules.ts'
import { previewRule } from './queries/preview-rule.ts'
import { whyManagers } from './queries/why-managers.ts'

const { managerRules } = api

export const managerRuleRoutes: Route[] = [
  route(managerRules.list, async ({ ctx, query }) => {
    authorize(ctx.actor, managerRulePolicy.read, {})
    const page = await listRules(ctx, query)
    return { items: page.rows.map((row) => presentRule(ctx.actor, row)), next: page.next, total: page.total }
  }),

  route(managerRules.get, async ({ ctx, params }) => {
    const rule = await find(ctx, params.managerRuleId)
    authorize(ctx.actor, managerRulePolicy.read, rule)
    return presentRule(ctx.actor, rule)
  }),

  route(managerRules.create, async ({ ctx, body }) => {
    authorize(ctx.actor, managerRulePolicy.update, {})
    return show(ctx, await createRule(ctx, body))
  }),

  route(managerRules.preview, async ({ ctx, body }) => {
    const rule = body.ruleId ? await find(ctx, body.ruleId) : {}
    authorize(ctx.actor, managerRulePolicy.update, rule)
    return previewRule(ctx, body)
  }),

  route(managerRules.update, async ({ ctx, params, body }) => {
    const rule = await find(ctx, params.managerRuleId)
    authorize(ctx.actor, managerRulePolicy.update, rule)
    await updateRule(ctx, rule.id, body)
    return show(ctx, rule.id)
  }),

  route(managerRules.remove, async ({ ctx, params }) => {
    const rule = await find(ctx, params.managerRuleId)
    authorize(ctx.actor, managerRulePolicy.remove, rule)
    await removeRule(ctx, rule.id)
    return undefined
  }),

  route(managerRules.why, async ({ ctx, params }) => {
    authorize(ctx.actor, managerRulePolicy.read, {})
    const why = await whyManagers(ctx, params.userId)
    if (!why) throw notFound()
    return why
  }),
]

function find(ctx: Ctx, ruleId: string) {
  return ctx.read((tx) => findRule(tx, ruleId))
}

async function show(ctx: Ctx, ruleId: string) {
  const rule = await find(ctx, ruleId)
  if (!rule) throw notFound()
  return presentRule(ctx.actor, rule)
}

import { api } from '@learnt/contract'
import type { Ctx } from '../../platform/context.ts'
import { chatPolicy, makeNonce } from '../../platform/http/policies.ts'
import { type Route, rawRoute } from '../../platform/http/route.ts'
import { notFound } from '../../platform/problem.ts'
import { findTeam } from '../teams/queries.ts'

export const supportChatRoutes: Route[] = [
  rawRoute(api.supportChat.page, async ({ ctx, reply }) => {
    const script = ctx === null ? '' : await findChatScript(ctx)
    if (script === '') throw notFound()
    const nonce = makeNonce()
    for (const [name, value] of Object.entries(chatPolicy(new URL(script).origin, nonce))) reply.header(name, value)
    return reply.type('text/html; charset=utf-8').send(chatPage(script, nonce))
  }),
]

/** Address of the chat's script; empty where the tenant has it switched off or has named none. */
async function findChatScript(ctx: Ctx): Promise<string> {
  const team = await ctx.read((tx) => findTeam(tx, ctx.actor.teamId))
  return team?.config.showSupportChatDialog ? team.config.supportChatScript : ''
}

function chatPage(script: string, nonce: string): string {
  // The address went through URL: what could end the attribute stands there as %22.
  const address = new URL(script).href.replaceAll('&', '&amp;').replaceAll('"', '%22')
  return `<!doctype html><meta charset="utf-8"><title>Support</title><script nonce="${nonce}" src="${address}" async></script>`
}

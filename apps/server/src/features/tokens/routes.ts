import { api } from '@learnt/contract'
import { z } from 'zod'
import { readBodyText } from '../../platform/http/read-body.ts'
import { readJson } from '../../platform/http/read-json.ts'
import { type PublicCall, type Route, rawRoute, route } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem.ts'
import { findSession } from '../../platform/session/find-session.ts'
import { readAccessToken } from '../../platform/session/token.ts'
import { enterByPassword } from './commands/enter-by-password.ts'
import { exchangeToken } from './commands/exchange-token.ts'
import { keepUser } from './commands/keep-user.ts'
import { registerByName } from './commands/register-by-name.ts'
import { presentLegacyUser } from './present.ts'
import { findLegacyUser } from './queries.ts'

export const tokenRoutes: Route[] = [
  rawRoute(api.tokens.register, async (call) => {
    const body = await readBody(call, Registration)
    return answer(call, 'error' in body ? body : await asLegacy(call, () => registerByName(call, body.value)))
  }),
  rawRoute(api.tokens.enter, enter),
  rawRoute(api.tokens.enterByPost, enter),
  rawRoute(api.tokens.check, check),
  rawRoute(api.tokens.checkByPost, check),
  rawRoute(api.tokens.updateUser, async (call) => {
    const { ctx } = call
    if (ctx === null) throw new ProblemError('not-signed-in')
    const body = await readBody(call, Update)
    return answer(call, 'error' in body ? body : await keepUser(ctx, body.value.user.data ?? {}))
  }),
  route(api.tokens.exchange, async ({ ctx, body, request, reply }) => {
    const token = readAccessToken(request.headers.authorization)
    // A browser's session makes no tokens: a script that got into a page would carry one away.
    if (token === null) throw new ProblemError('not-allowed', { detail: 'reason.onlyByToken' })
    const { userId, teamId, tenantId } = ctx.actor
    const own = { userId, teamId, tenantId }
    for (const [name, value] of Object.entries(body ?? {})) {
      if (value !== own[name as keyof typeof own]) throw new ProblemError('not-allowed')
    }
    return { data: await exchangeToken(ctx, request, reply) }
  }),
]

const text = z.string().max(512).default('')
const Entry = z.strictObject({ email: text, password: text, code: text, team: text, tenant: text })
const Registration = Entry.extend({ displayName: text })
const Held = z.strictObject({ access_token: z.string().max(200).default('') })
// Clients send the whole user back; what is not the person's to say is left out.
const Update = z.looseObject({ user: z.looseObject({ data: z.record(z.string(), z.unknown()).optional() }) })

/** `{email, password}` in the body, else the token of the header. */
async function enter(call: PublicCall): Promise<unknown> {
  if (readAccessToken(call.request.headers.authorization) !== null) return check(call)
  const body = await readBody(call, Entry)
  return answer(call, 'error' in body ? body : await asLegacy(call, () => enterByPassword(call, body.value)))
}

async function check(call: PublicCall): Promise<unknown> {
  const { services, request } = call
  const inHeader = readAccessToken(request.headers.authorization)
  const body = inHeader === null ? await readBody(call, Held) : null
  const inBody = body !== null && 'value' in body ? readAccessToken(`Bearer ${body.value.access_token}`) : null
  const token = inHeader ?? inBody
  const session = inHeader === null ? await findSession(services, inBody, { bearer: true }) : request.session
  const user =
    session === null || token === null
      ? null
      : await findLegacyUser(services.db.tenant(session.actor.tenantId), session.actor.membershipId)
  if (user === null || session === null) {
    call.reply.code(401).header('www-authenticate', 'Bearer')
    return answer(call, { error: call.t('tokens.invalid') })
  }
  return answer(call, { user: presentLegacyUser(session.actor, user), access_token: token })
}

/** Refusals in the words of the legacy API: 200 with the field that is wrong. */
async function asLegacy(call: PublicCall, act: () => Promise<object>): Promise<object> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof ProblemError) || !error.errors || error.status >= 500) throw error
    for (const [name, value] of Object.entries(error.headers)) call.reply.header(name, value)
    const fields: Record<string, string> = {}
    for (const one of error.errors) {
      const field = one.path.replace(/^body\./, '')
      fields[field === 'username' ? 'email' : field] = call.t(one.message as never)
    }
    return { error: fields }
  }
}

function answer(call: PublicCall, body: object): unknown {
  return call.reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}

const maxBody = 16 * 1024

/** The JSON of a body, whatever the method; complaints as the legacy API makes them. */
async function readBody<S extends z.ZodType>(
  call: PublicCall,
  schema: S,
): Promise<{ value: z.output<S> } | { error: Record<string, string> }> {
  const parsed = schema.safeParse(readJson(await readBodyText(call.request, maxBody)) ?? {})
  if (parsed.success && JSON.stringify(parsed.data).isWellFormed() && !JSON.stringify(parsed.data).includes('\\u0000'))
    return { value: parsed.data }
  const field = String(parsed.error?.issues[0]?.path[0] ?? 'email')
  return { error: { [field]: call.t('validation.invalid') } }
}

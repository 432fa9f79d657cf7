import type { accounts } from '@learnt/contract/accounts'
import type { HandlerInput } from '@learnt/contract/endpoint'
import { tidyAddress } from '@learnt/contract/text'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { invalid } from '../../../platform/problem.ts'
import { takeRequest } from '../../../platform/session/lock-out.ts'
import { listSeenByAddress, type SeenMember } from '../queries.ts'
import { refuseBlocked } from './refuse.ts'
import type { ResetRequest } from './send-reset-link.ts'

type Generic = HandlerInput<typeof accounts.sendGenericEmail>['body']
type Registration = HandlerInput<typeof accounts.sendRegistrationEmail>['body']

/** The welcome again, for a person of the named team. */
export async function sendRegistrationMail(ctx: Ctx, { to, teamId }: Registration): Promise<number> {
  const people = await ctx.read((tx) => listSeenByAddress(tx, ctx.actor, [to], teamId))
  if (people.length === 0) throw invalid({ 'body.to': 'unknownPerson' })
  return send(ctx, 'welcome', people)
}

/** Sends a template to people the administrator looks after. One foreign address refuses the whole mail. */
export async function sendGenericMail(ctx: Ctx, { template, to }: Generic): Promise<number> {
  const people = await ctx.read((tx) => listSeenByAddress(tx, ctx.actor, to))
  const unknown = to.findIndex((address) => !people.some((one) => one.email === tidyAddress(address)))
  if (unknown >= 0) throw invalid({ [`body.to.${unknown}`]: 'unknownPerson' })
  return send(ctx, template, people)
}

async function send(ctx: Ctx, template: Generic['template'], people: readonly SeenMember[]): Promise<number> {
  const { actor, services, now } = ctx
  for (const { userId } of people) {
    const asked = { what: template, tenantId: actor.tenantId, account: userId, address: actor.userId }
    refuseBlocked(await takeRequest(services.db, asked, now), now, 'body.to', 'accounts.tooManyLinks')
  }
  await ctx.write(async (tx) => {
    for (const person of people) {
      if (template === 'resetPassword') {
        const wanted: ResetRequest = { email: person.email, teamId: person.teamId }
        await enqueue(ctx, tx, 'accounts.mailResetLink', wanted)
        continue
      }
      await queueMail(ctx, tx, {
        kind: 'welcome',
        to: person.email,
        userId: person.userId,
        teamId: person.teamId,
        values: { name: person.firstName, email: person.email },
        path: '/login',
      })
    }
    await audit(ctx, tx, {
      action: 'accounts.sendMail',
      subjectType: 'mail',
      subjectId: template,
      after: { template, to: people.map((one) => one.email) },
    })
  })
  return people.length
}

import { api } from '@learnt/contract'
import { standardBadge } from '@learnt/contract/badge-picture'
import { AwardsFilter } from '@learnt/contract/badges'
import type { z } from 'zod'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx, Services } from '../../platform/context.ts'
import { RateLimit } from '../../platform/http/limits.ts'
import { type Route, rawRoute, route } from '../../platform/http/route.ts'
import { validate } from '../../platform/http/validate.ts'
import { newId } from '../../platform/ids.ts'
import { notFound, ProblemError } from '../../platform/problem.ts'
import { sendReportFile } from '../../platform/report-file.ts'
import { mintTenantId } from '../../platform/tenant-id.ts'
import { listFiles } from '../files/queries.ts'
import { listOwnSessions } from '../sessions/queries.ts'
import { awardByHand } from './commands/award-by-hand.ts'
import { findOrMakePicture, type PictureFormat } from './commands/make-pictures.ts'
import { revokeAward } from './commands/revoke.ts'
import { archiveBadge, createBadge, noTexts, removeBadge, saveBadge } from './commands/save-badge.ts'
import { checkRule, createRule, readAwarding, removeRule, saveRule } from './commands/save-rule.ts'
import { showNotices } from './commands/show-notices.ts'
import { badgePolicy, badgeRulePolicy, readPublicId } from './policy.ts'
import {
  pictureUrl,
  presentAward,
  presentBadge,
  presentHolder,
  presentNotice,
  presentRule,
  presentWholeBadge,
  textFor,
} from './present.ts'
import { awardFileColumns, awardsFile, countAwards, findAward, listAwards, listUnseen } from './queries/find-awards.ts'
import { findBadge, listBadges, listEarned } from './queries/find-badges.ts'
import { findRule, listRules } from './queries/find-rules.ts'
import { previewRule } from './queries/preview-rule.ts'

const { badges } = api

/** Anybody who knows an address may look; the limit stops those who guess addresses. */
const misses = new RateLimit({ burst: 30, perMinute: 30 })

export const badgeRoutes: Route[] = [
  route(badges.list, async ({ ctx, query }) => {
    const page = await ctx.read((tx) => listBadges(ctx, tx, query))
    return { items: page.rows.map((row) => presentBadge(ctx, row)), next: page.next, total: page.total }
  }),

  route(badges.get, ({ ctx, params }) => showBadge(ctx, params.badgeId)),

  route(badges.create, async ({ ctx, body }) => {
    const copied = body.copyOf ? await getBadge(ctx, body.copyOf) : null
    const content = copied ?? { validMonths: null, description: noTexts, criteria: noTexts, design: standardBadge }
    return showBadge(ctx, await ctx.write((tx) => createBadge(ctx, tx, { ...content, title: body.title })))
  }),

  route(badges.save, async ({ ctx, params, body }) => {
    await ctx.write((tx) => saveBadge(ctx, tx, params.badgeId, body))
    return showBadge(ctx, params.badgeId)
  }),

  route(badges.archive, async ({ ctx, params }) => {
    await ctx.write((tx) => archiveBadge(ctx, tx, params.badgeId, 'archive'))
    return showBadge(ctx, params.badgeId)
  }),

  route(badges.restore, async ({ ctx, params }) => {
    await ctx.write((tx) => archiveBadge(ctx, tx, params.badgeId, 'restore'))
    return showBadge(ctx, params.badgeId)
  }),

  route(badges.remove, async ({ ctx, params }) => {
    await ctx.write((tx) => removeBadge(ctx, tx, params.badgeId))
    return undefined
  }),

  route(badges.award, ({ ctx, params, body }) => ctx.write((tx) => awardByHand(ctx, tx, params.badgeId, body))),

  route(badges.revoke, async ({ ctx, params, body }) => {
    await ctx.write((tx) => revokeAward(ctx, tx, params.awardId, body.reason))
    const award = await ctx.read((tx) => findAward(ctx, tx, params.awardId))
    if (!award) throw notFound()
    return presentHolder(ctx, award)
  }),

  ...(['admin', 'manager'] as const).flatMap((as) => [
    route(badges[as].list, async ({ ctx, query }) => {
      const page = await ctx.read((tx) => listAwards(ctx, tx, as, query))
      return { ...page, items: page.rows.map((row) => presentHolder(ctx, row)) }
    }),
    ...(['csv', 'xlsx'] as const).map((format) =>
      rawRoute(badges[as][format], async (call) => {
        const { ctx, request } = call
        if (ctx === null) throw new ProblemError('not-signed-in')
        const filter = validate(AwardsFilter, request.query, 'query', call.t) as z.output<typeof AwardsFilter>
        const columns = awardFileColumns.map((column) => ({
          ...column,
          header: ctx.t(`badges.columns.${column.header}`),
        }))
        return sendReportFile(call, ctx, {
          format,
          columns,
          name: 'badges',
          title: ctx.t('badges.sheet'),
          entry: {
            action: 'badges.export',
            subjectType: 'report',
            subjectId: 'badges',
            subjectTitle: ctx.t('badges.sheet'),
            after: filter,
          },
          count: (tx) => countAwards(ctx, tx, as, filter),
          rows: awardsFile(ctx, as, { filter, format, columns }),
        })
      }),
    ),
  ]),

  route(badges.mine, async ({ ctx, query }) => {
    const page = await ctx.read((tx) => listAwards(ctx, tx, 'own', query))
    return { items: page.rows.map((row) => presentAward(ctx, row)), next: page.next, total: page.total }
  }),

  route(badges.earns, async ({ ctx, params }) => {
    const rows = await ctx.read((tx) => listEarned(ctx, tx, params.userCourseId))
    if (rows.length === 0) throw notFound()
    return {
      items: rows.flatMap(({ badgeId, title, criteria, versionId, isAwarded }) =>
        badgeId === null
          ? []
          : [{ badgeId, title, criteria: textFor(ctx, criteria), pictureUrl: pictureUrl(ctx, versionId), isAwarded }],
      ),
    }
  }),

  route(badges.notices.unseen, async ({ ctx }) => {
    const { sessionId, userId, tenantId } = ctx.actor
    const sessions = sessionId === null ? [] : await listOwnSessions(ctx.services.db, userId, ctx.now, tenantId)
    const session = sessions.find((one) => one.id === sessionId)
    if (!session) return { items: [] }
    const rows = await ctx.read((tx) => listUnseen(ctx, tx, { sessionId: session.id, since: session.createdAt }))
    return { items: rows.map((row) => presentNotice(ctx, row)) }
  }),

  route(badges.notices.shown, async ({ ctx, body }) => {
    if (ctx.actor.sessionId === null) return { ids: [] }
    return { ids: await ctx.write((tx) => showNotices(ctx, tx, body.ids)) }
  }),

  ...(['svg', 'png'] as const).map((format) =>
    rawRoute(badges.pictures[format], async ({ services, request, reply }) => {
      const found = await lookUp(services, (request.params as { pictureId: string }).pictureId, format)
      if (!found) {
        misses.take(request.ip)
        throw notFound()
      }
      return (
        reply
          .header('content-type', badges.pictures[format].produces)
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('content-security-policy', "default-src 'none'; img-src data:; sandbox")
          .header('x-content-type-options', 'nosniff')
          // The page that checks a credential shows its picture.
          .header('access-control-allow-origin', '*')
          .header('cross-origin-resource-policy', 'cross-origin')
          .send(await services.files.open(found.tenantId, found.sha256))
      )
    }),
  ),

  route(badges.rules.list, async ({ ctx, query }) => {
    const page = await ctx.read((tx) => listRules(ctx, tx, query))
    return { items: page.rows.map((row) => presentRule(ctx, row)), next: page.next, total: page.total }
  }),

  route(badges.rules.get, async ({ ctx, params }) => presentRule(ctx, await getRule(ctx, params.ruleId))),

  route(badges.rules.preview, async ({ ctx, body }) => {
    const before = body.ruleId ? await getRule(ctx, body.ruleId) : undefined
    const rule = await ctx.read(async (tx) => {
      await checkRule(tx, body.rule, before, 'body.rule')
      return readAwarding(tx, body.rule, before?.id ?? newId())
    })
    return previewRule(ctx, rule)
  }),

  route(badges.rules.create, async ({ ctx, body }) => {
    const { id, jobId } = await ctx.write((tx) => createRule(ctx, tx, body))
    return { ...presentRule(ctx, await getRule(ctx, id)), jobId }
  }),

  route(badges.rules.save, async ({ ctx, params, body }) => {
    const { jobId } = await ctx.write((tx) => saveRule(ctx, tx, params.ruleId, body))
    return { ...presentRule(ctx, await getRule(ctx, params.ruleId)), jobId }
  }),

  route(badges.rules.remove, async ({ ctx, params }) => {
    const rule = await getRule(ctx, params.ruleId)
    authorize(ctx.actor, badgeRulePolicy.remove, rule)
    await ctx.write((tx) => removeRule(ctx, tx, rule))
    return undefined
  }),
]

async function getBadge(ctx: Ctx, id: string) {
  const badge = await ctx.read((tx) => findBadge(tx, id))
  authorize(ctx.actor, badgePolicy.read, badge)
  return badge
}

async function showBadge(ctx: Ctx, id: string) {
  const badge = await getBadge(ctx, id)
  const { fileId } = badge.design
  const [file] = fileId === null ? [] : await ctx.read((tx) => listFiles(tx, [fileId]))
  return presentWholeBadge(ctx, badge, file)
}

async function getRule(ctx: Ctx, id: string) {
  const rule = await ctx.read((tx) => findRule(tx, id))
  authorize(ctx.actor, badgeRulePolicy.read, rule)
  return rule
}

async function lookUp(services: Services, pictureId: string, format: PictureFormat) {
  const named = readPublicId(pictureId)
  if (!named) return null
  const tenantId = mintTenantId(named.tenantId)
  const sha256 = await findOrMakePicture(services, tenantId, named.id, format)
  return sha256 === null ? null : { tenantId, sha256 }
}

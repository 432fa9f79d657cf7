import type { BadgeTexts } from '@learnt/contract/badge-design'
import type { Badge, BadgeAward, BadgeHolder, BadgeNotice, BadgeRule, WholeBadge } from '@learnt/contract/badges'
import { textIn } from '@learnt/contract/certificate-design'
import { canOf } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { type FileRow, presentFile } from '../files/queries.ts'
import { awardPolicy, badgePolicy, badgeRulePolicy, publicIdOf } from './policy.ts'
import type { AwardRow } from './queries/find-awards.ts'
import type { BadgeRow, WholeBadgeRow } from './queries/find-badges.ts'
import { type RuleRow, triggerOf } from './queries/find-rules.ts'

/** Public address of the picture of a version of a badge. */
export function pictureUrl(
  { actor, services }: Pick<Ctx, 'actor' | 'services'>,
  versionId: string,
  format: 'svg' | 'png' = 'png',
): string {
  return `${services.settings.publicUrl}/api/badge-pictures/${publicIdOf(actor.tenantId, versionId)}/badge.${format}`
}

function picturesOf(ctx: Ctx, versionId: string) {
  return { pictureUrl: pictureUrl(ctx, versionId), svgUrl: pictureUrl(ctx, versionId, 'svg') }
}

export function presentBadge(ctx: Ctx, row: BadgeRow): Badge {
  const { id, title, validMonths, holders, rules, revision } = row
  return {
    id,
    title,
    state: row.archivedAt === null ? 'active' : 'archived',
    ...picturesOf(ctx, row.versionId),
    validMonths,
    holders,
    rules,
    revision,
    updatedAt: row.updatedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    can: canOf(ctx.actor, badgePolicy, row),
  }
}

export function presentWholeBadge(ctx: Ctx, row: WholeBadgeRow, file: FileRow | undefined): WholeBadge {
  const { description, criteria, design } = row
  return { ...presentBadge(ctx, row), description, criteria, design, file: file ? presentFile(ctx, file) : null }
}

export function presentRule(ctx: Ctx, row: RuleRow): BadgeRule {
  const { id, badgeId, badgeTitle, title, isActive, documents, audience, repeats, countsFrom, revokes, awards } = row
  return {
    id,
    badgeId,
    badgeTitle,
    pictureUrl: pictureUrl(ctx, row.versionId),
    title,
    isActive,
    trigger: triggerOf(row),
    documents,
    audience,
    audiences: row.audiences.map(({ id, title, kind }) => ({ id, title, kind })),
    repeats,
    countsFrom,
    revokes,
    awards,
    isApplying: row.isApplying,
    revision: row.revision,
    updatedAt: row.updatedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    can: canOf(ctx.actor, badgeRulePolicy, row),
  }
}

export function presentAward(ctx: Ctx, row: AwardRow): BadgeAward {
  const { kind, documentType, documentId, documentTitle, ruleTitle, by, note } = row
  return {
    id: row.id,
    credentialId: publicIdOf(ctx.actor.tenantId, row.id),
    badgeId: row.badgeId,
    title: row.title,
    description: textFor(ctx, row.description),
    criteria: textFor(ctx, row.criteria),
    holderName: row.holderName,
    ...picturesOf(ctx, row.versionId),
    awardedAt: row.awardedAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    state: row.state,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    reason: row.reason,
    cause: { kind, documentType, documentId, documentTitle, ruleTitle, by, note },
  }
}

export function presentHolder(ctx: Ctx, row: AwardRow): BadgeHolder {
  const { userId, name, email } = row
  return { ...presentAward(ctx, row), userId, name, email, can: canOf(ctx.actor, awardPolicy, row) }
}

export function presentNotice(
  ctx: Ctx,
  row: { id: string; title: string; versionId: string; awardedAt: Date; firstName: string; lastName: string },
): BadgeNotice {
  const { id, title, firstName, lastName } = row
  return {
    id,
    firstName,
    lastName,
    s3Url: pictureUrl(ctx, row.versionId),
    title,
    createdAt: row.awardedAt.toISOString(),
  }
}

export function textFor(ctx: Ctx, texts: BadgeTexts): string {
  return textIn(texts, ctx.locale)
}

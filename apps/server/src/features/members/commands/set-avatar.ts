import type { PictureCrop } from '@learnt/contract/picture-crop'
import { authorize, type Rule } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Onlooker } from '../../custom-fields/policy.ts'
import { adoptUpload, deleteFile, removeBytes } from '../../files/commands.ts'
import { avatarUrl, fileOfAvatar } from '../../files/queries.ts'
import { type MemberSubject, memberPolicy, refusePerson } from '../policy.ts'
import { findMember, listMembershipsOf, type MemberRecord, type MemberSurroundings } from '../queries.ts'
import { lockMember } from './lock-member.ts'
import { updateMember } from './update-member.ts'

/** An uploaded picture; null takes the present one away. */
type Picture = { readonly uploadId: string; readonly crop?: PictureCrop | undefined } | null

/** Shows a picture for a person in all their teams of the tenant. The one before is deleted, with its bytes. */
export async function setAvatar(
  ctx: Ctx,
  of: { userId: string; teamId?: string | undefined },
  picture: Picture,
  as: Onlooker,
): Promise<{ member: MemberRecord; around: MemberSurroundings }> {
  // Asked before as well: nothing is stored for somebody who may not.
  await ctx.read(async (tx) => {
    const [member, all] = await Promise.all([
      findMember(tx, ctx.actor, of.userId, of.teamId),
      listMembershipsOf(tx, of.userId),
    ])
    authorize(ctx.actor, ruleFor(all), member)
  })
  const file = picture ? await adoptUpload(ctx, { ...picture, purpose: 'avatar' }) : null
  const { changed, hashes } = await ctx.write(async (tx) => {
    const { row, isNamedByRule } = await lockMember(ctx, tx, of, {})
    authorize(ctx.actor, ruleFor(await listMembershipsOf(tx, of.userId)), row)
    const former = fileOfAvatar(row.avatar)
    const avatar = file ? avatarUrl(file.id) : ''
    const changed = await updateMember(ctx, tx, { row, isNamedByRule }, { avatar }, { as: [as], at: 'body' })
    return { changed, hashes: former && former !== file?.id ? await deleteFile(tx, former) : [] }
  })
  await removeBytes(ctx, hashes)
  return changed

  function ruleFor(all: readonly MemberSubject[]): Rule<MemberSubject> {
    if (as === 'person') return memberPolicy.describe
    return (actor, member) => memberPolicy.update(actor, member) ?? refusePerson(actor, all)
  }
}

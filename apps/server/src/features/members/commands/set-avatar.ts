import type { PictureCrop } from '@learnt/contract/picture-crop'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Onlooker } from '../../custom-fields/policy.ts'
import { adoptUpload, deleteFile, removeBytes } from '../../files/commands.ts'
import { avatarUrl, fileOfAvatar } from '../../files/queries.ts'
import { memberPolicy } from '../policy.ts'
import { findMember, type MemberRecord, type MemberSurroundings } from '../queries.ts'
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
  const rule = as === 'person' ? memberPolicy.describe : memberPolicy.update
  // Asked before as well: nothing is stored for somebody who may not.
  authorize(ctx.actor, rule, await ctx.read((tx) => findMember(tx, ctx.actor, of.userId, of.teamId)))
  const file = picture ? await adoptUpload(ctx, { ...picture, purpose: 'avatar' }) : null
  const { changed, hashes } = await ctx.write(async (tx) => {
    const { row, isNamedByRule } = await lockMember(ctx, tx, of, {})
    authorize(ctx.actor, rule, row)
    const former = fileOfAvatar(row.avatar)
    const avatar = file ? avatarUrl(file.id) : ''
    const changed = await updateMember(ctx, tx, { row, isNamedByRule }, { avatar }, { as: [as], at: 'body' })
    return { changed, hashes: former && former !== file?.id ? await deleteFile(tx, former) : [] }
  })
  await removeBytes(ctx, hashes)
  return changed
}

import { changeableKeys } from '@learnt/contract/forms/field-access'
import { fieldsByKey } from '@learnt/contract/forms/texts'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { invalid } from '../../../platform/problem.ts'
import { adoptUpload } from '../../files/commands.ts'
import type { FileRow } from '../../files/queries.ts'
import { holdToWrite, refuseWriting } from './write-answers.ts'

/** Makes a file of an upload of the caller's, for a field of a submission that they are writing. */
export async function adoptAnswerFile(
  ctx: Ctx,
  submissionId: string,
  of: { uploadId: string; field: string },
): Promise<FileRow> {
  const field = await ctx.write(async (tx) => {
    const held = await holdToWrite(ctx, tx, submissionId)
    authorize(ctx.actor, (_, one) => refuseWriting(one, ctx.now), held)
    const { submission, form, as } = held
    return changeableKeys(form, as, submission).has(of.field) ? fieldsByKey(form).get(of.field) : undefined
  })
  if (field?.kind !== 'file') throw invalid({ 'body.field': 'invalid' })
  const file = await adoptUpload(ctx, { uploadId: of.uploadId, purpose: 'answer', subjectId: submissionId })
  const kind = kindOf(file.contentType)
  if (field.types.length > 0 && !field.types.includes(kind)) throw invalid({ 'body.uploadId': ctx.t('forms.fileKind') })
  if (Number(file.size) > field.maxBytes) throw invalid({ 'body.uploadId': ctx.t('forms.complaints.fileTooLarge') })
  return file
}

function kindOf(contentType: string): 'image' | 'video' | 'audio' | 'document' {
  const [kind] = contentType.split('/')
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document'
}

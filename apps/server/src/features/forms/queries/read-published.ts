import { mapFields } from '@learnt/contract/forms/walk'
import { withoutKeys } from '@learnt/contract/forms/without-keys'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { listFiles, presentFile } from '../../files/queries.ts'
import { formKind } from '../kind.ts'
import { getVersion } from './find-version.ts'

/** A version of a form to be looked at: without right answers, and without the questions that each attempt draws anew. */
export async function readFormVersion(ctx: Ctx, tx: ReadTx, versionId: string) {
  const whole = await getVersion(tx, ctx.actor.tenantId, versionId)
  const asked = mapFields(whole, (field) => (field.kind === 'draw' ? [] : [field]))
  const bare = withoutKeys(asked, versionId)
  const files = await listFiles(tx, [...formKind.namedFiles(bare)])
  return { form: formKind.present?.(ctx, bare) ?? bare, files: files.map((file) => presentFile(ctx, file)) }
}

import { type ImportedPage, pageLosses } from '@learnt/contract/courses'
import type { Ctx } from '../../../platform/context.ts'
import { cleanHtml, isBlankHtml } from '../../../platform/html.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { readWordText } from '../../files/commands.ts'
import { type FileRow, signImages } from '../../files/queries.ts'
import { isTooLongToClean } from '../content.ts'

/** A Word file as the text of a page. Whatever is wrong with the file stands at its field; no draft is touched. */
export async function importPage(ctx: Ctx, file: FileRow): Promise<ImportedPage> {
  const refuse = (reason: string) =>
    new ProblemError('invalid-input', {
      errors: [{ path: 'body.fileId', code: reason, message: ctx.t(`courses.importPage.${reason}`) }],
    })
  if (!file.contentType.endsWith('wordprocessingml.document')) throw refuse('notWord')
  const read = await readWordText(ctx, file)
  if ('unreadable' in read) throw refuse(read.unreadable)
  if (isTooLongToClean(read.html)) throw refuse('tooLarge')
  const html = cleanHtml(read.html)
  if (isBlankHtml(html)) throw refuse('empty')
  return {
    html: signImages(ctx, html),
    lost: pageLosses.flatMap((what) => {
      const count = read.lost[what] ?? 0
      return count > 0 ? [{ what, count }] : []
    }),
  }
}

import type { Ctx } from '../context.ts'
import { drawingThread } from './drawing-thread.ts'
import type { Paper } from './paper.ts'

const draw = drawingThread<Paper>(new URL('./paper-worker.ts', import.meta.url))

/** Sets a paper as a PDF, in the thread for papers. The paper itself says which letters no typeface has. */
export async function setPaper(ctx: Ctx, paper: Paper): Promise<Uint8Array> {
  const { bytes } = await draw({ ...paper, missing: ctx.t('pdf.missing', { letters: '{letters}' }) })
  return bytes
}

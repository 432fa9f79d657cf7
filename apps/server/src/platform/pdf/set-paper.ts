import { drawingThread } from './drawing-thread.ts'
import type { Paper } from './paper.ts'

/** Sets a paper as a PDF, in the thread for papers. */
export const setPaper = drawingThread<Paper>(new URL('./paper-worker.ts', import.meta.url))

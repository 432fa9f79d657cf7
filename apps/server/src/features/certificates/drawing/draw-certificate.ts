import { drawingThread } from '../../../platform/pdf/drawing-thread.ts'
import type { Drawing } from './drawing.ts'

/** Draws a certificate as a PDF, in the thread for certificates. */
export const drawCertificate = drawingThread<Drawing>(new URL('./draw-worker.ts', import.meta.url))

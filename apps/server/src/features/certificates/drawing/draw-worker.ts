import { serveDrawings } from '../../../platform/pdf/serve-drawings.ts'
import { drawPdf } from './draw-pdf.ts'

// A thread's program: draws certificates.

serveDrawings(drawPdf)

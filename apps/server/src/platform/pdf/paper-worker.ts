import { drawPaper } from './draw-paper.ts'
import { serveDrawings } from './serve-drawings.ts'

// A thread's program: sets papers as PDFs.

serveDrawings(drawPaper)

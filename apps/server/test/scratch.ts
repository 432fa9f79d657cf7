import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { atEndOfFile } from './end-of-file.ts'

/** An empty folder, gone after the file's tests, and with the run in any case. */
export async function makeScratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(inject('learntScratchFolder'), 's-'))
  atEndOfFile(() => rm(folder, { recursive: true, force: true }))
  return folder
}

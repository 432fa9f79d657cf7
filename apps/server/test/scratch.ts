import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { atEndOfFile } from './end-of-file.ts'

/** An empty folder, removed after the file's tests, or with the run. */
export async function makeScratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(inject('learntScratchFolder'), 's-'))
  atEndOfFile(() => rm(folder, { recursive: true, force: true }))
  return folder
}

import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'

/** An empty folder, gone after the file's tests, and with the run in any case. */
export async function makeScratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(inject('learntScratchFolder'), 's-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}

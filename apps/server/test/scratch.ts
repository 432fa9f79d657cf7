import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** An empty folder, gone after the file's tests. */
export async function makeScratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'learnt-test-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}

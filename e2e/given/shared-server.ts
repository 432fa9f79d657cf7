import type { TestProject } from 'vitest/node'
import { type Learnt, startLearnt } from '../learnt.ts'
import { makeDemonstration } from './demonstration.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the demonstrations that files share: one for each parallel worker, see learntUrl(). */
    learntUrls: string[]
  }
}

const learnts: Learnt[] = []

/**
 * A server for each worker, on a copy of the demonstration: of the folder in LEARNT_E2E_COPY_OF (from `npm test`), or
 * of one that is made here. LEARNT_E2E_URL names a server that already runs.
 */
export async function setup(project: TestProject): Promise<void> {
  const { LEARNT_E2E_URL: running, LEARNT_E2E_COPY_OF: given } = process.env
  if (!running) {
    const made = given ? { dataDir: given } : await makeDemonstration()
    const copyOf = made.dataDir
    // The sign-in providers are local peers.
    const start = () => startLearnt({ copyOf, settings: { PRIVATE_PROVIDERS: 'yes' } })
    learnts.push(...(await Promise.all(Array.from({ length: project.config.maxWorkers }, start))))
    if ('stop' in made) await made.stop()
  }
  project.provide('learntUrls', running ? [running] : learnts.map(({ url }) => url))
}

export async function teardown(): Promise<void> {
  await Promise.all(learnts.map((learnt) => learnt.stop()))
}

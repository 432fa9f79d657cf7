import type { TestProject } from 'vitest/node'
import { type Learnt, startLearnt } from '../learnt.ts'
import { makeDemonstration } from './demonstration.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the demonstrations that files share: one for each that runs at a time, see learntUrl(). */
    learntUrls: string[]
  }
}

const learnts: Learnt[] = []

/**
 * A server for each worker, on a copy of the demonstration: of the folder that `npm test` names in LEARNT_E2E_COPY_OF, or
 * of one that is made here. LEARNT_E2E_URL names a server that runs already.
 */
export async function setup(project: TestProject): Promise<void> {
  const { LEARNT_E2E_URL: running, LEARNT_E2E_COPY_OF: given } = process.env
  if (!running) {
    const made = given ? { dataDir: given } : await makeDemonstration()
    const copyOf = made.dataDir
    // The providers that people sign in with are peers on this machine.
    const start = () => startLearnt({ copyOf, settings: { PRIVATE_PROVIDERS: 'yes' } })
    learnts.push(...(await Promise.all(Array.from({ length: project.config.maxWorkers }, start))))
    if ('stop' in made) await made.stop()
  }
  project.provide('learntUrls', running ? [running] : learnts.map(({ url }) => url))
}

export async function teardown(): Promise<void> {
  await Promise.all(learnts.map((learnt) => learnt.stop()))
}

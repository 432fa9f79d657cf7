import type { TestProject } from 'vitest/node'
import { type Learnt, startLearnt } from '../learnt.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the demonstrations that files share: one for each that runs at a time, see learntUrl(). */
    learntUrls: string[]
  }
}

let learnts: Learnt[] = []

/** A server for each worker. LEARNT_E2E_URL names one that runs already, with the demonstration in it. */
export async function setup(project: TestProject): Promise<void> {
  const running = process.env.LEARNT_E2E_URL
  if (!running)
    learnts = await Promise.all(
      // The providers that people sign in with are peers on this machine.
      Array.from({ length: project.config.maxWorkers }, () => startLearnt({ settings: { PRIVATE_PROVIDERS: 'yes' } })),
    )
  project.provide('learntUrls', running ? [running] : learnts.map(({ url }) => url))
}

export async function teardown(): Promise<void> {
  await Promise.all(learnts.map((learnt) => learnt.stop()))
}

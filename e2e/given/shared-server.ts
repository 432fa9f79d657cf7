import type { TestProject } from 'vitest/node'
import { type Learnt, startLearnt } from '../learnt.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the demonstrations that files share: one for each that runs at a time, see learntUrl(). */
    learntUrls: string[]
  }
}

const learnts: Learnt[] = []

/**
 * A server for each worker, with the demonstration in it, which is filled in once. LEARNT_E2E_URL names one that runs
 * already.
 */
export async function setup(project: TestProject): Promise<void> {
  const running = process.env.LEARNT_E2E_URL
  if (!running) {
    // The providers that people sign in with are peers on this machine.
    const settings = { PRIVATE_PROVIDERS: 'yes' }
    const first = await startLearnt({ settings })
    learnts.push(first)
    await first.end()
    const others = Array.from({ length: project.config.maxWorkers - 1 }, () =>
      startLearnt({ copyOf: first.dataDir, settings }),
    )
    learnts.push(...(await Promise.all(others)))
    await first.restart()
  }
  project.provide('learntUrls', running ? [running] : learnts.map(({ url }) => url))
}

export async function teardown(): Promise<void> {
  await Promise.all(learnts.map((learnt) => learnt.stop()))
}

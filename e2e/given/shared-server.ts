import type { TestProject } from 'vitest/node'
import { type Learnt, startLearnt } from '../learnt.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the one demonstration that all files share. */
    learntUrl: string
    contentUrl: string
  }
}

let learnt: Learnt | undefined

/** One server for all files. LEARNT_E2E_URL (and LEARNT_E2E_CONTENT_URL) name one that runs already, with the demo in it. */
export async function setup(project: TestProject): Promise<void> {
  const running = process.env.LEARNT_E2E_URL
  // The providers that people sign in with are peers on this machine.
  if (!running) learnt = await startLearnt({ settings: { PRIVATE_PROVIDERS: 'yes' } })
  project.provide('learntUrl', running ?? learnt?.url ?? '')
  project.provide('contentUrl', process.env.LEARNT_E2E_CONTENT_URL ?? learnt?.contentUrl ?? '')
}

export async function teardown(): Promise<void> {
  await learnt?.stop()
}

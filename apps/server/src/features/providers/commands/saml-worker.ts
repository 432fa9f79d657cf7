import { parentPort } from 'node:worker_threads'
import { ProviderRefusal } from './refusal.ts'
import { readSamlAnswer } from './saml.ts'
import { readSamlLogout } from './saml-logout.ts'
import type { SamlReading, SamlWork } from './saml-thread.ts'

// A thread's program: takes one message of SAML after the other, and says what is in it.

parentPort?.on('message', async ({ id, work }: { id: number; work: SamlWork }) => {
  parentPort?.postMessage({ id, reading: await read(work) })
})

async function read(work: SamlWork): Promise<SamlReading> {
  try {
    return work.kind === 'answer'
      ? { answer: await readSamlAnswer(work.peer, work.us, work.text, work.requestId) }
      : { logout: await readSamlLogout(work.peer, work.us, work.message) }
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) return { failed: error }
    const { why, code, description, cause } = error
    return { refused: { why, code, description, cause: cause instanceof Error ? cause.message : '' } }
  }
}

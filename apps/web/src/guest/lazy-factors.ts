import type { ComponentType } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'
import { loadWords } from '../words/i18n.ts'

/** Parts of the sign-in page that few people need: each comes with its words when it is first shown. */
export const FactorStep = withWords(async () => (await import('./FactorStep.tsx')).FactorStep)
export const PasskeySignIn = withWords(async () => (await import('./PasskeySignIn.tsx')).PasskeySignIn)

function withWords<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazyPart(async () => {
    const [component] = await Promise.all([load(), loadWords('factors')])
    return component
  })
}

import { lazyPart } from '../../ui/lazy-part.tsx'
import { loadWords } from '../../words/i18n.ts'

// What other pages show of credentials: fetched, with its words, when it is shown.

/** For administrators: the key that signs badges. */
export const CredentialKey = lazyPart(async () => {
  const [{ CredentialKey: component }] = await Promise.all([import('./CredentialKey.tsx'), loadWords('credentials')])
  return component
})

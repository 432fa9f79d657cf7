import { lazyPart } from '../../ui/lazy-part.tsx'
import { loadWords } from '../../words/i18n.ts'

/** The part of a person's page about deleting their data: fetched, with its words, when the page shows it. */
export const ErasureOfPerson = lazyPart(async () => {
  const [{ ErasurePanel }] = await Promise.all([import('./ErasurePanel.tsx'), loadWords('erasures')])
  return ErasurePanel
})

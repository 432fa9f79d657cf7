import { lazyPart } from '../../ui/lazy-part.tsx'
import { loadWords } from '../../words/i18n.ts'

/** The picture of somebody with what changes it: on the profile, and on the page of a member. */
export const PictureEditor = lazyPart(async () => {
  const [{ PictureEditor: component }] = await Promise.all([import('./PictureEditor.tsx'), loadWords('picture')])
  return component
})

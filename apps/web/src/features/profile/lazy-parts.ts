import { lazyPart } from '../../ui/lazy-part.tsx'
import { loadWords } from '../../words/i18n.ts'

/** Choosing the square of a picture: fetched when somebody has chosen a file. */
export const PictureDialog = lazyPart(
  async () => {
    const [{ PictureDialog: component }] = await Promise.all([import('./PictureDialog.tsx'), loadWords('picture')])
    return component
  },
  { floats: true },
)

/** The picture of somebody with what changes it: on the page of a member too. */
export const PictureEditor = lazyPart(async () => {
  const [{ PictureEditor: component }] = await Promise.all([import('./PictureEditor.tsx'), loadWords('picture')])
  return component
})

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

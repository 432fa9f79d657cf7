/** Files of the build, named by their content: everybody's, and kept for good. */
export const keptAssets = 'learnt-assets'
/** The page for when nothing answers: it names the team. */
export const keptPages = 'learnt-pages'

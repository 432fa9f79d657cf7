type Load = () => Promise<Record<string, object>>

/**
 * `NAME.LANGUAGE` of every `NAME.LANGUAGE.ts` in a folder `words`: a feature's own, and those that several share. The build
 * puts a shorter list in the place of this file (vite.config.ts).
 */
export const catalogueFiles: Readonly<Record<string, Load>> = Object.fromEntries(
  Object.entries(import.meta.glob<Record<string, object>>('../**/words/*.{en,de,ar}.ts')).map(([path, load]) => [
    path.slice(path.lastIndexOf('/') + 1, -'.ts'.length),
    load,
  ]),
)

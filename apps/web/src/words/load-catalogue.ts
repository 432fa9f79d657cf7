type Catalogue = Record<string, object>

const files = import.meta.glob<Catalogue>('../**/words/*.{en,de,ar}.ts')
const loads = new Map(
  Object.entries(files).map(([path, load]) => [path.slice(path.lastIndexOf('/') + 1, -'.ts'.length), load]),
)

/**
 * Fetches `NAMESPACE.LANGUAGE.ts` of a folder `words`: a feature's own, and those that several share. The build puts
 * something shorter in the place of this file (vite.config.ts).
 */
export async function loadCatalogue(namespace: string, language: string): Promise<Catalogue> {
  const load = loads.get(`${namespace}.${language}`)
  if (!load) throw new Error(`There is no catalogue ${namespace} in ${language}`)
  return load()
}

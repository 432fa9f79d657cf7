import type { FlatNamespace, Namespace, TFunction, TypeOptions } from 'i18next'
import { createContext, useContext } from 'react'
import { i18n } from './i18n.ts'

/** The language that is spoken; LanguageProvider says it anew when it changes. */
export const LanguageContext = createContext('')

type Names = FlatNamespace | readonly [FlatNamespace?, ...FlatNamespace[]] | undefined
type Known<N extends Names> = N extends Namespace ? N : TypeOptions['defaultNS']

interface Words<N extends Names> {
  t: TFunction<Known<N>>
  i18n: typeof i18n
}

/** By language and names of catalogues; the same for everybody who asks. */
const found = new Map<string, Words<never>>()

/**
 * Words of these catalogues, the first one's without its name. Waits for those that are not here yet. NOTE the hook of
 * react-i18next has twelve hooks in it, and every part of a page calls it (docs/decisions/0025-first-picture.md).
 */
export function useTranslation<const N extends Names = undefined>(names?: N): Words<N> {
  useContext(LanguageContext)
  const wanted: string | readonly string[] = (names as string | undefined) ?? 'common'
  const key = `${i18n.language} ${wanted}`
  let words = found.get(key)
  if (!words) {
    const all = typeof wanted === 'string' ? [wanted] : wanted
    // NOTE thrown, not given to `use`, which goes on in a test only when what is around it has ended
    if (!all.every((name) => i18n.hasLoadedNamespace(name))) throw i18n.loadNamespaces(all)
    words = { t: i18n.getFixedT(i18n.language, all[0] as never) as never, i18n }
    found.set(key, words)
  }
  return words as Words<N>
}

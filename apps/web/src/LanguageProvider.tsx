import { type ReactNode, useSyncExternalStore } from 'react'
import { i18n } from './i18n.ts'
import { LanguageContext } from './translation.ts'

/** Draws whatever has words in it again when the language changes. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  return <LanguageContext value={useSyncExternalStore(onLanguage, readLanguage)}>{children}</LanguageContext>
}

function onLanguage(listener: () => void): () => void {
  i18n.on('languageChanged', listener)
  return () => i18n.off('languageChanged', listener)
}

const readLanguage = () => i18n.language

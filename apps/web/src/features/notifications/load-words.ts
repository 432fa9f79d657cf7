import { i18n } from '../../words/i18n.ts'

/** The catalogues that notifications are worded with. */
export function loadWords(): Promise<void> {
  return i18n.loadNamespaces(['notifications', 'common', 'shell'])
}

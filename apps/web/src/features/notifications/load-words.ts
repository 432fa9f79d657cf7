import { loadWords as fetchWords } from '../../words/i18n.ts'

/** The catalogues that notifications are worded with. */
export function loadWords(): Promise<void> {
  return fetchWords('notifications', 'common', 'shell')
}

import { loadWords } from '../../words/i18n.ts'
import { HomeTeam } from './HomeTeam.tsx'

/** The homepage's part about a manager's people, once its words are there. */
export async function load(): Promise<typeof HomeTeam> {
  await loadWords('managers')
  return HomeTeam
}

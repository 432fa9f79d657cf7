import { loadWords } from '../../words/i18n.ts'
import { HomeCertificates } from './HomeCertificates.tsx'

/** The homepage's part about certificates, once its words are there. */
export async function load(): Promise<typeof HomeCertificates> {
  await loadWords('myCertificates')
  return HomeCertificates
}

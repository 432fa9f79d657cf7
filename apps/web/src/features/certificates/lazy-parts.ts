import { lazyPart } from '../../ui/lazy-part.tsx'
import { loadWords } from '../../words/i18n.ts'

// What other pages show of certificates: fetched, with its words, when it is shown.

/** The tab of a document's editor. */
export const DocumentCertificate = lazyPart(async () => {
  const [{ DocumentCertificate: component }] = await Promise.all([
    import('./DocumentCertificate.tsx'),
    loadWords('certificates'),
  ])
  return component
})

/** On the report of one person. */
export const PersonCertificates = lazyPart(async () => {
  const [{ PersonCertificates: component }] = await Promise.all([
    import('./PersonCertificates.tsx'),
    loadWords('myCertificates'),
  ])
  return component
})

/** On the profile. */
export const ProfileCertificates = lazyPart(async () => {
  const [{ ProfileCertificates: component }] = await Promise.all([
    import('./ProfileCertificates.tsx'),
    loadWords('myCertificates'),
  ])
  return component
})

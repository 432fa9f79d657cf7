/**
 * The demonstration as data, which the first start reads to seed it. Nothing here reads the database or the clock; the same
 * end date gives the same demonstration.
 *
 *   const people = generatePeople(endDate)
 *   for (const assignment of generateHistory(people, demoCourses, endDate)) ...
 *   const html = withMedia(page.html, (media) => addressOf(media))
 *   const file = readMedia('video/phishing.mp4')
 */
import { readFile } from 'node:fs/promises'
import type { MediaPath } from './media.ts'

export { demoBundles } from './bundles.ts'
export { demoCourses } from './courses/all.ts'
export { demoFormCourses, demoForms } from './forms.ts'
export { generateHistory } from './history.ts'
export { mediaIn, withMedia } from './html.ts'
export type { MediaPath } from './media.ts'
export { demoLearningPackages, demoPathways } from './pathways.ts'
export { generatePeople } from './people.ts'
export { demoOfferings, demoPermissions } from './permissions.ts'
export { demoQuestions } from './questions.ts'
export { demoTenants } from './tenants.ts'

export function mediaUrl(media: MediaPath): URL {
  return new URL(`./media/${media}`, import.meta.url)
}

export function readMedia(media: MediaPath): Promise<Buffer> {
  return readFile(mediaUrl(media))
}

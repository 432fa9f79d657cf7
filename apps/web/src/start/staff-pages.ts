import type { PageFile } from '../routes/page-from.ts'

/**
 * The pages of those who look after others, by the names of their components. They stand in a file of their own: where
 * the code of each is found takes room, and learners never need it.
 */
const files = import.meta.glob<PageFile>([
  '../features/**/*Page.tsx',
  // what several pages share
  '!../features/documents/*',
  '!../features/imports/*',
  '!../features/*/{Requests,Submission,Submissions}Page.tsx',
])

export function loadStaffPage(name: string): Promise<PageFile> {
  const path = Object.keys(files).find((one) => one.endsWith(`/${name}.tsx`))
  const load = path && files[path]
  if (!load) throw new Error(`No feature has a file ${name}.tsx`)
  return load()
}

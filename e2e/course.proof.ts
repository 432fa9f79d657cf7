import { test } from 'vitest'
import { golf, ownPackage, type Played, severalParts, takeCourseWith } from './given/course-with-package.ts'

const packages: Played[] = [
  ownPackage('2004-4th'),
  golf('a real package, SCORM 1.2, one part', 'singlescobasic.zip', /SCORM 1\.2 · 1 tracked part/),
  golf('a real package, SCORM 2004', 'RuntimeBasicCalls_SCORM20043rdEdition.zip', /SCORM 2004 · 1 tracked part/),
  severalParts,
]

test.for(packages)('a course with $name: made, assigned, taken on two devices, reported', async (played, { skip }) => {
  const bytes = await played.file()
  if (!bytes) return skip('the folder of fixtures is not here')
  await takeCourseWith(played, bytes)
})

import { test } from 'vitest'
import { ownPackage, takeCourseWith } from './given/course-with-package.ts'

test('a course with a package: made, assigned, taken on two devices, reported', async () => {
  const played = ownPackage('1.2')
  await takeCourseWith(played, (await played.file()) as Buffer)
})

import { api } from '@learnt/contract'
import { callerOf } from './calls.ts'
import { givenCourse, givenPackage, packageStep, pageStep } from './courses.ts'
import { accounts } from './devices.ts'
import { learntUrl } from './learnt-url.ts'
import { buildPackage } from './packages.ts'
import { givenPerson, unique } from './people.ts'

/** A course of learnt with a package that a person has begun, and everything in it that has an id. */
export async function givenWork() {
  const url = learntUrl()
  const admin = await callerOf(url, accounts.admin)
  const position = unique('Keeper')
  const manager = await givenPerson({ roles: ['learner', 'manager'] })
  const person = await givenPerson({ position: [position], managers: [manager.userId] })
  const packageId = await givenPackage(admin, await buildPackage({ title: 'Walls' }))
  const title = unique('Secret')
  const course = await givenCourse(admin, {
    title,
    steps: [packageStep('The package', packageId), pageStep('A page')],
    rule: { rule: { position: [position] } },
  })
  const learner = await callerOf(url, person.account)
  const { userCourseId } = await learner.call(api.learning.course, { params: { userCourseId: course.id } })
  const [activityId = ''] = course.steps
  const launch = await learner.call(api.learning.launch, { params: { userCourseId, activityId }, body: {} })
  const { items } = await admin.call(api.permissions.list, { query: { documentId: course.id } })
  return {
    url,
    admin,
    learner,
    person,
    manager,
    course,
    title,
    userCourseId,
    activityId,
    launch,
    permissionId: items[0]?.id ?? '',
  }
}

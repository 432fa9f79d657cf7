import { api, listOperations, type Operation } from '@learnt/contract'
import { fillPath } from '@learnt/contract/endpoint'
import { expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { givenAssignment } from './given/assignments.ts'
import { givenAward } from './given/badges.ts'
import { givenCertificate } from './given/certificates.ts'
import { givenApproval, givenSubmissions } from './given/forms.ts'
import { type GivenPerson, givenPerson, givenSession } from './given/people.ts'
import { givenOffer, givenRequest } from './given/requests.ts'
import { givenWorld, type World } from './given/world.ts'
import { linesOfPdf } from './pdf-lines.ts'
import { readWorkbook } from './read-workbook.ts'
import { type SampleCall, sampleOf } from './samples.ts'

// Calls every operation that managers may call, as a manager of one person and as a manager of nobody, with ids of
// another person of the tenant. No answer may reveal anything about that person. The operations come from the contract.

const operations = listOperations().filter((one) => ['manager', 'managerOrAdmin', 'signedIn'].includes(one.access))

/** Operations for managers and administrators that show no people. */
const withoutPeople = [
  'certificates.archive',
  'events.manager.list',
  'forms.analytics',
  'forms.manager.compareVersions',
  'forms.manager.facets',
  'forms.manager.get',
  'forms.manager.list',
  'forms.manager.publishPreview',
  'forms.manager.rules',
  'forms.manager.version',
  'forms.manager.versions',
  'myPeople.documents',
  'myPeople.preview',
  'questions.facets',
  'requests.open',
  // Figures of documents: their counts are checked below.
  ...['courses', 'bundles', 'pathways', 'activities'].flatMap((name) =>
    ['', 'Csv', 'Xlsx'].map((format) => `reports.manager.${name}${format}`),
  ),
  // About one person's work, whose id is in the address.
  'pathways.ofPerson',
  'pathways.person',
  'reports.manager.statements',
  // The people's values in the tenant’s own fields: tested beside the reports.
  'reports.manager.fieldValues',
  // Receivers of reports: managers and administrators.
  'schedules.people',
]

interface Reply {
  readonly status: number
  readonly text: string
}

test('a manager sees only their own people and a manager of nobody sees nobody', async () => {
  const app = await testApp()
  const world = await givenWorld(app)
  const { learner: other, otherManager: manager } = world
  const own = await givenOwnPerson(app, world, manager)
  const idle = await givenPerson(app, world, { roles: ['manager'], firstName: 'Ida', lastName: 'Idle' })
  await app.settle()
  const others = [other.userId, other.email, `${world.mark} Learner`]
  const owns = [own.userId, own.email, 'Aya Ownperson']
  const tells = (reply: Reply, secrets: string[]) => secrets.some((one) => reply.text.includes(one))

  const leaks: string[] = []
  const unseen: string[] = []
  const empty: string[] = []
  for (const operation of operations.toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'))) {
    const sample = sampleOf(operation, world)
    const sent = JSON.stringify([sample.params, sample.query, sample.body])
    const callers = [
      { who: 'the manager', caller: manager, secrets: others },
      { who: 'the manager of nobody', caller: idle, secrets: [...others, ...owns] },
    ]
    const answers: Reply[] = []
    // Operations without a required role treat a manager of nobody like anybody.
    for (const { who, caller, secrets } of operation.access === 'signedIn' ? callers.slice(0, 1) : callers) {
      for (const query of queriesOf(operation, sample, other)) {
        const reply = await ask(app, caller, operation, sample, query)
        answers.push(reply)
        const asked = sent + JSON.stringify(query)
        const leaked = secrets.filter((one) => reply.text.includes(one) && !asked.includes(one))
        if (leaked.length > 0 || reply.status >= 500)
          leaks.push(`${operation.id} by ${who} with ${JSON.stringify(query)}: ${reply.status}, ${leaked}`)
      }
    }
    if (operation.method !== 'GET' || operation.access === 'signedIn') continue
    // The positive control: an administrator, or else their own manager, sees the other person there.
    const everybodys = await ask(app, world.admin, counterpartOf(operation), sample, sample.query)
    const isSeen =
      tells(everybodys, others) || tells(await ask(app, world.manager, operation, sample, sample.query), others)
    if (!isSeen) unseen.push(operation.id)
    // Operations without an id of the other person show the manager's own.
    const namesOther = Object.values(sample.params).some((id) => isOfOther(world, id))
    if (isSeen && !namesOther && answers[0] && !tells(answers[0], owns)) empty.push(operation.id)
  }
  expect(leaks).toEqual([])
  expect(unseen.toSorted()).toEqual(withoutPeople.toSorted())
  expect(empty).toEqual([])

  const { courses, pathways, activities } = api.reports.manager
  const assignedOf = async (person: GivenPerson) => {
    const caller = { token: await givenSession(app.services, person) }
    return Promise.all(
      [courses, pathways, activities].map(async (report) => {
        const { items } = (await app.call(caller, report, { query: { limit: 100 } })).body
        return items.reduce((sum, row) => sum + row.assigned, 0)
      }),
    )
  }
  expect(await assignedOf(idle)).toEqual([0, 0, 0])
  // Each has the course and the pathway; the course has four activities. The other person's pathway gives steps as
  // well.
  expect(await assignedOf(manager)).toEqual([1, 1, 4])
})

/** Ids of the other person's work, and of a form that their manager made: nobody else finds them. */
function isOfOther({ learner, managerForm, ...world }: World, id: string): boolean {
  const ids = [world.userCourseId, world.attemptId, world.submittedId, world.submissionId]
  return [...ids, learner.userId, managerForm.id].includes(id)
}

async function ask(
  app: TestApp,
  person: GivenPerson,
  operation: Operation,
  sample: SampleCall,
  query: object,
): Promise<Reply> {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) search.append(name, String(one))
  // Operations that change something may end sessions, so sessions are opened again.
  const caller = operation.method === 'GET' ? person : { token: await givenSession(app.services, person) }
  const reply = await app.send(caller, operation.method, `${fillPath(operation.path, sample.params)}?${search}`, {
    headers: {
      ...(sample.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(operation.method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() }),
      ...sample.headers,
    },
    ...(sample.body === undefined ? {} : { body: JSON.stringify(sample.body) }),
  })
  await app.server.answersKept()
  return { status: reply.status, text: await textOf(reply.body, String(reply.headers['content-type'])) }
}

async function textOf(bytes: Buffer, type: string): Promise<string> {
  if (type.includes('spreadsheetml')) return (await readWorkbook(bytes)).sheet
  if (type.includes('pdf')) return (await linesOfPdf(bytes)).flat().join('\n')
  return bytes.toString('utf8')
}

/** The sample's query, and queries of a curious person: the other person by name, by id, and people of all levels. */
function queriesOf(operation: Operation, sample: SampleCall, other: GivenPerson): object[] {
  const shape = operation.kind === 'json' ? (operation.query as { shape?: object } | undefined)?.shape : undefined
  const knows = (name: string) => shape !== undefined && name in shape
  const curious = {
    ...(knows('search') ? { search: 'Learner' } : {}),
    ...(knows('levels') ? { levels: 'all' } : {}),
  }
  return [
    sample.query,
    ...(Object.keys(curious).length > 0 ? [{ ...sample.query, ...curious }] : []),
    ...(knows('userId') ? [{ ...sample.query, userId: other.userId }] : []),
  ]
}

/** The operation by which an administrator sees the same of everybody. */
function counterpartOf(operation: Operation): Operation {
  const ids = ['.admin.', '.'].map((by) => operation.id.replace('.manager.', by))
  return listOperations().find((one) => ids.includes(one.id)) ?? operation
}

/** A person of the manager who has what the world's learner has. */
async function givenOwnPerson(app: TestApp, world: World, manager: GivenPerson): Promise<GivenPerson> {
  const own = await givenPerson(app, world, { firstName: 'Aya', lastName: 'Ownperson', managers: [manager.userId] })
  const userCourseId = await givenAssignment(app, own, world.courseId)
  await givenAssignment(app, own, world.pathway.id, { type: 'pathway' })
  await givenAssignment(app, own, world.resource.id, { type: 'resource' })
  await givenAssignment(app, own, world.event.id, { type: 'event' })
  await givenSubmissions(app, own, world.form.id)
  await givenApproval(app, own, manager, 'Application')
  await givenCertificate(app, world, own, {
    userCourseId,
    courseId: world.courseId,
    fileId: world.fileId,
    mark: 'Aya Ownperson',
  })
  await givenAward(app, world, own, { mark: 'Aya Ownperson' })
  const offer = await givenOffer(app, own, 'Wish')
  await givenRequest(app, own, offer.courseId)
  return own
}

import type { OwnPathway, OwnPathwayStep } from '@learnt/contract/pathways'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { prepareComponents } from '../../testing/show.tsx'
import { showSignedIn } from '../../testing/show-signed-in.tsx'
import { PathwayRoute } from './PathwayRoute.tsx'
import { PathwayStatus } from './PathwayStatus.tsx'

prepareComponents({ namespaces: ['common', 'pathways', 'documentKinds', 'problems'] })

const pathwayId = '0198c000-0000-7000-8000-000000000001'

it('says of every step in words how it stands and why', () => {
  show(
    aPathway([
      step('done', { state: 'done', completedAt: '2026-11-20T09:00:00.000Z' }),
      step('counted', { state: 'done', countedFor: 'The old course' }),
      step('waived', {
        state: 'waived',
        waiver: { reason: 'Knows it', by: 'Bo', at: '2026-11-20T09:00:00.000Z', evidence: null },
      }),
      step('begun', { state: 'inprogress', progress: 40 }),
      step('open', { isRequired: false, dueAt: '2026-12-01T00:00:00.000Z' }),
      step('locked', { state: 'locked', waitsFor: { id: 'begun', type: 'course', title: 'Title begun' } }),
      step('later', { state: 'locked', assignmentId: null }),
    ]),
  )
  const [done, counted, waived, begun, open, locked, later] = steps().map((one) => one.textContent ?? '')
  expect(done).toMatch(/Title done.*Done.*Course.*Completed 2026-11-20/)
  expect(counted).toContain('Marked as such: “The old course” was finished and counts for it')
  expect(waived).toMatch(/Waived.*Waived by Bo, 2026-11-20: Knows it/)
  expect(begun).toMatch(/You are here.*In progress/)
  expect(open).toMatch(/Open.*Optional · Due 2026-11-30/)
  expect(locked).toMatch(/Locked.*Opens after Title begun/)
  expect(later).toMatch(/Locked.*Not available yet/)
})

it('leads to the steps that are open, and from a locked one to the one that it waits for', () => {
  show(
    aPathway([
      step('begun', { state: 'inprogress' }),
      step('file', { documentType: 'resource' }),
      step('locked', { state: 'locked', waitsFor: { id: 'begun', type: 'course', title: 'Title begun' } }),
    ]),
  )
  const links = steps().map((one) => within(one).queryByRole('link')?.getAttribute('href'))
  expect(links).toEqual([
    `/apps/course/assignment-begun?pathway=${pathwayId}`,
    '/apps/resource/file',
    `/apps/course/begun?pathway=${pathwayId}`,
  ])
  expect(screen.getByText('Title locked').closest('a')).toBeNull()
})

it('says how much of each section is needed', () => {
  const pathway = aPathway([])
  const section = (title: string, of: Partial<OwnPathway['sections'][number]>) => ({ ...aSection([]), title, ...of })
  show({
    ...pathway,
    sections: [
      section('Base', { done: 1, needed: 2, steps: [step('a'), step('b')] }),
      section('Choice', {
        rule: { rule: 'any', count: 2 },
        done: 1,
        needed: 2,
        steps: [step('c'), step('d'), step('e')],
      }),
      section('Credits', { rule: { rule: 'credits', credits: 5 }, done: 6, needed: 5, isSatisfied: true }),
    ],
  })
  const heads = screen.getAllByRole('heading', { level: 2 }).map((one) => one.parentElement?.parentElement?.textContent)
  expect(heads).toEqual([
    'BaseAll 2 required steps1 of 2 done',
    'ChoiceAny 2 of 3 steps1 of 2 done',
    'CreditsChoose steps worth 5 creditsSection done · 5 of 5 credits',
  ])
})

it('goes on with one button: the next step, else what the pathway waits for, else nothing to do', () => {
  const open = aPathway([step('open')])
  const { unmount } = showSignedIn(<PathwayStatus pathway={open} />)
  expect(screen.getByRole('link', { name: 'Start' }).getAttribute('href')).toContain('/apps/course/assignment-open')
  unmount()
  const waiting = {
    ...open,
    next: null,
    prerequisites: [{ id: 'p', type: 'course' as const, title: 'Base', isDone: false }],
  }
  const second = showSignedIn(<PathwayStatus pathway={waiting} />)
  expect(screen.getByRole('link', { name: 'Finish “Base” first' }).getAttribute('href')).toBe('/apps/course/p')
  second.unmount()
  showSignedIn(<PathwayStatus pathway={{ ...open, next: null, state: 'completed', progress: 100 }} />)
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText('Nothing to do')).toBeTruthy()
})

const show = (pathway: OwnPathway) => showSignedIn(<PathwayRoute pathway={pathway} hasLinks />)
const steps = () => within(screen.getByRole('list', { name: 'Base' })).getAllByRole('listitem')

function step(id: string, of: Partial<OwnPathwayStep> = {}): OwnPathwayStep {
  return {
    id,
    documentType: 'course',
    documentId: id,
    assignmentId: `assignment-${id}`,
    title: `Title ${id}`,
    imageSmall: '',
    isBundle: false,
    minutes: 0,
    isRequired: true,
    credits: 0,
    state: 'open',
    progress: 0,
    countedFor: null,
    waitsFor: null,
    waiver: null,
    dueAt: null,
    completedAt: null,
    ...of,
  }
}

function aSection(steps: OwnPathwayStep[]): OwnPathway['sections'][number] {
  return {
    id: crypto.randomUUID(),
    title: 'Base',
    rule: { rule: 'all' },
    isSatisfied: false,
    done: 0,
    needed: 2,
    steps,
  }
}

function aPathway(steps: OwnPathwayStep[]): OwnPathway {
  const next = steps.find((one) => one.state === 'inprogress' || one.state === 'open')
  return {
    pathwayId,
    assignmentId: 'a',
    title: 'The pathway',
    description: '',
    category: '',
    tags: [],
    image: '',
    order: 'sequenced',
    isOptional: false,
    state: 'notstarted',
    progress: 0,
    stepCount: steps.length,
    stepsDone: 0,
    minutes: 0,
    dueAt: null,
    dueState: 'none',
    assignedAt: '2026-11-20T09:00:00.000Z',
    completedAt: null,
    within: [],
    sections: [aSection(steps)],
    prerequisites: [],
    extension: null,
    cycle: { number: 1, validUntil: null, opens: null, closes: null, mayRenew: false, mayStartOver: false },
    earlierCycles: [],
    next: next
      ? { stepId: next.id, documentType: next.documentType, documentId: next.documentId, assignmentId: 'a' }
      : null,
  }
}

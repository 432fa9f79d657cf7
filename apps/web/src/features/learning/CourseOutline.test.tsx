import { noTheme } from '@learnt/contract/themes'
import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { prepareComponents } from '../../testing/show.tsx'
import { ThemeFrame } from '../../ui/theme/ThemeFrame.tsx'
import { CourseOutline, type CourseOutlineProps } from './CourseOutline.tsx'
import type { OutlineSection } from './course-steps.ts'

prepareComponents({ namespaces: ['common', 'learning', 'steps'] })

type Step = OutlineSection['activities'][number]
const step = (id: string, of: Partial<Step> = {}): Step => ({
  id,
  kind: 'page',
  title: `Title ${id}`,
  description: '',
  minutes: 0,
  completion: { rule: 'view' },
  state: 'notstarted',
  progress: 0,
  scorePercent: null,
  completedAt: null,
  lock: null,
  ...of,
})

async function show(activities: Step[], of: Partial<CourseOutlineProps> = {}) {
  render(
    <ThemeFrame team={noTheme} wish="light" direction="ltr">
      <CourseOutline
        sections={[{ id: 's', title: 'Basics', activities }]}
        currentId={null}
        hrefOf={(id) => `/go/${id}`}
        progress={50}
        {...of}
      />
    </ThemeFrame>,
  )
  return await screen.findByRole('navigation', { name: 'Course outline' })
}
const rows = (outline: HTMLElement) => within(outline).getAllByRole('listitem')

it('says every state in words, not by its icon alone', async () => {
  const outline = await show([
    step('a', { state: 'completed' }),
    step('b', { state: 'passed' }),
    step('c', { state: 'failed' }),
    step('d', { state: 'inprogress' }),
    step('e'),
  ])
  expect(rows(outline).map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Completed.*Title a/),
    expect.stringMatching(/^Passed.*Title b/),
    expect.stringMatching(/^Failed.*Title c/),
    expect.stringMatching(/^In progress.*Title d/),
    expect.stringMatching(/^Not started.*Title e/),
  ])
  expect(outline.textContent).toContain('2 of 5 done')
})

it('locks with the reason and without a link', async () => {
  const outline = await show([
    step('a'),
    step('b', { lock: { reason: 'previous', waitsFor: 'Title a' } }),
    step('c', { lock: { reason: 'notPublished', waitsFor: '' } }),
  ])
  const [first, second, third] = rows(outline)
  expect(
    within(first as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/go/a')
  expect(within(second as HTMLElement).queryByRole('link')).toBeNull()
  expect(second?.textContent).toContain('Locked')
  expect(second?.textContent).toContain('Opens when “Title a” is done')
  expect(third?.textContent).toContain('Not published yet')
})

it('marks the current step for everybody', async () => {
  const outline = await show([step('a'), step('b')], { currentId: 'b' })
  const links = within(outline).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, 'step'])
  expect(links[1]?.textContent).toContain('current step')
})

it('says in words what makes a step done, until it is', async () => {
  const outline = await show([
    step('a', { kind: 'video', completion: { rule: 'watch', percent: 80 }, minutes: 3 }),
    step('b', { kind: 'audio', completion: { rule: 'watch', percent: 90 } }),
    step('c', { kind: 'link' }),
    step('d', { kind: 'scorm', completion: { rule: 'score', percent: 60 } }),
    step('e', { completion: { rule: 'tick' }, state: 'completed' }),
  ])
  const texts = rows(outline).map((row) => row.textContent)
  expect(texts[0]).toContain('Video · 3 minutes')
  expect(texts[0]).toContain('Done when you have watched 80 %')
  expect(texts[1]).toContain('listened to 90 %')
  expect(texts[2]).toContain('follow the link')
  expect(texts[3]).toContain('score of at least 60 %')
  expect(texts[4]).not.toContain('mark it as done')
})

it('leaves states and progress out of a preview', async () => {
  const outline = await show([step('a'), step('b')], { progress: null })
  expect(outline.textContent).not.toContain('Not started')
  expect(within(outline).queryByRole('progressbar')).toBeNull()
})

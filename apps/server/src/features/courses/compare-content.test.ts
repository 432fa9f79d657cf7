import { expect, test } from 'vitest'
import { linkActivity, pageActivity, section } from '../../../test/given/courses.ts'
import { compareContent } from './compare-content.ts'
import { emptyContent } from './content.ts'

const a = pageActivity({ title: 'a' })
const b = pageActivity({ title: 'b' })
const c = linkActivity({ title: 'c' })
const one = section([a, b], 'One')
const two = section([c], 'Two')
const before = { ...emptyContent({ title: 'Course', category: '' }), sections: [one, two] }
const compare = (after: Partial<typeof before>) =>
  compareContent(before, { ...before, ...after }, (id) => `title of ${id}`)

test('nothing changed, nothing said', () => {
  expect(compare({})).toEqual([])
})

test('the first publication adds everything', () => {
  expect(compareContent(null, before, () => '').map((change) => `${change.change} ${change.title}`)).toEqual([
    'sectionAdded One',
    'activityAdded a',
    'activityAdded b',
    'sectionAdded Two',
    'activityAdded c',
  ])
})

test('details by field', () => {
  expect(compare({ description: 'new', tags: ['x'], sequential: true })).toEqual([
    { change: 'details', title: 'Course', fields: ['description', 'tags', 'sequential'] },
  ])
})

test('steps changed, moved, added, removed, reordered', () => {
  const changed = { ...a, html: '<p>new</p>', minutes: 9 }
  expect(compare({ sections: [{ ...one, activities: [changed, b] }, two] })).toEqual([
    { change: 'activityChanged', title: 'a', fields: ['html', 'minutes'] },
  ])
  expect(
    compare({
      sections: [
        { ...one, activities: [a] },
        { ...two, activities: [c, b] },
      ],
    }),
  ).toEqual([{ change: 'activityMoved', title: 'b', fields: [] }])
  expect(compare({ sections: [{ ...one, activities: [b, a] }, two] })).toEqual([
    { change: 'reordered', title: 'Course', fields: [] },
  ])
  expect(compare({ sections: [two, one] })).toEqual([{ change: 'reordered', title: 'Course', fields: [] }])
  const d = pageActivity({ title: 'd' })
  expect(
    compare({ sections: [{ ...one, title: 'First', activities: [d, a] }] }).map(
      (change) => `${change.change} ${change.title}`,
    ),
  ).toEqual(['sectionRenamed First', 'activityAdded d', 'activityRemoved b', 'sectionRemoved Two', 'activityRemoved c'])
})

test('children of a bundle', () => {
  const bundle = { ...emptyContent({ title: 'Bundle', category: '' }), courseIds: ['1', '2', '3'] }
  const said = (courseIds: string[]) =>
    compareContent(bundle, { ...bundle, courseIds }, (id) => `course ${id}`).map(
      (change) => `${change.change} ${change.title}`,
    )
  expect(said(['1', '4', '3'])).toEqual(['childAdded course 4', 'childRemoved course 2'])
  expect(said(['2', '1', '3'])).toEqual(['reordered Bundle'])
})

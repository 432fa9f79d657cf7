import type { Activity, CourseContent, Section } from '@learnt/contract/courses'
import { describe, expect, it } from 'vitest'
import { fieldErrors } from '../documents/field-errors.ts'
import { moveItem } from '../documents/move-item.ts'
import {
  addActivity,
  changesBetween,
  copyContent,
  moveActivity,
  neighbourOf,
  newActivity,
  removeActivity,
} from './content.ts'
import { fieldKey, hasErrors } from './field-errors.ts'

const step = (id: string) => ({ ...newActivity('page', id), id })
const section = (id: string, ...steps: string[]): Section => ({ id, title: id, activities: steps.map(step) })
const content = (...sections: Section[]): CourseContent => ({
  title: 'Course',
  description: '',
  category: '',
  tags: [],
  imageFileId: null,
  sequential: false,
  reset: { kind: 'none' },
  mayStartOver: false,
  landing: { isShown: true, author: '', html: '' },
  sections,
  courseIds: [],
  prerequisites: [],
})
const order = (sections: readonly Section[]) =>
  sections.map((one) => one.activities.map((activity) => activity.id).join(''))

describe('Moving steps', () => {
  const sections = [section('A', 'a', 'b', 'c'), section('B'), section('C', 'd')]

  it('moves within a section, to both ends', () => {
    expect(order(moveActivity(sections, 'a', { section: 0, index: 2 }))).toEqual(['bca', '', 'd'])
    expect(order(moveActivity(sections, 'c', { section: 0, index: 0 }))).toEqual(['cab', '', 'd'])
  })

  it('moves to another section, an empty one too', () => {
    expect(order(moveActivity(sections, 'b', { section: 1, index: 0 }))).toEqual(['ac', 'b', 'd'])
    expect(order(moveActivity(sections, 'b', { section: 2, index: 99 }))).toEqual(['ac', '', 'db'])
  })

  it('loses and doubles nothing whatever is asked', () => {
    expect(order(moveActivity(sections, 'x', { section: 0, index: 0 }))).toEqual(['abc', '', 'd'])
    expect(order(moveActivity(sections, 'a', { section: 9, index: 0 }))).toEqual(['abc', '', 'd'])
    for (const id of ['a', 'b', 'c', 'd']) {
      for (let to = 0; to < 3; to++) {
        for (let index = 0; index < 5; index++) {
          expect([...order(moveActivity(sections, id, { section: to, index })).join('')].sort().join('')).toBe('abcd')
        }
      }
    }
  })

  it('walks over the border of a section by up and down, and stops at the ends', () => {
    expect(neighbourOf(sections, 'b', 'up')).toEqual({ section: 0, index: 0 })
    expect(neighbourOf(sections, 'a', 'up')).toBeNull()
    expect(neighbourOf(sections, 'c', 'down')).toEqual({ section: 1, index: 0 })
    expect(neighbourOf(sections, 'd', 'up')).toEqual({ section: 1, index: 0 })
    expect(neighbourOf(sections, 'd', 'down')).toBeNull()
  })

  it('puts sections in order', () => {
    expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  })

  it('adds behind a step, at the end of a section, and makes the first section', () => {
    const fresh = step('n')
    expect(order(addActivity(content(...sections), fresh, 'A', 'a').sections)).toEqual(['anbc', '', 'd'])
    expect(order(addActivity(content(...sections), fresh, 'B').sections)).toEqual(['abc', 'n', 'd'])
    expect(order(addActivity(content(), fresh).sections)).toEqual(['n'])
    expect(order(removeActivity(content(...sections), 'b').sections)).toEqual(['ac', '', 'd'])
  })

  it('copies with ids of its own', () => {
    const copy = copyContent(content(...sections), 'Copy')
    const ids = (one: CourseContent) =>
      one.sections.flatMap((each) => [each.id, ...each.activities.map((activity) => activity.id)])
    expect(ids(copy)).toHaveLength(ids(content(...sections)).length)
    expect(ids(copy).filter((id) => ids(content(...sections)).includes(id))).toEqual([])
  })
})

describe('What changed', () => {
  const before = content(section('A', 'a', 'b'), section('B', 'c'))
  const changes = (after: CourseContent) =>
    changesBetween(before, after).map((one) => [one.change, one.title, ...one.fields].join(' ').trim())

  it('is nothing for the same content, in whatever order the keys stand', () => {
    expect(changes(structuredClone(before))).toEqual([])
    const turned = {
      ...before,
      sections: before.sections.map((one) => Object.fromEntries(Object.entries(one).reverse()) as Section),
    }
    expect(changes(turned)).toEqual([])
  })

  it('sees no change in what only the server writes otherwise', () => {
    const withHtml = (html: string) =>
      content({ ...section('A', 'a'), activities: [{ ...step('a'), kind: 'page', html } as Activity] })
    const id = '019a0000-0000-7000-8000-000000000001'
    const mine = withHtml(
      `<p>See <a href="https://a.example" rel="noopener" target="_blank">this</a></p><img src="/files/${id}/abc/x.webp" alt="x">`,
    )
    const stored = withHtml(
      `<p>See <a href="https://a.example">this</a></p> <img data-file-id="${id}" alt="x" src="/files/${id}/other/x.webp" />`,
    )
    expect(changesBetween(mine, stored)).toEqual([])
    expect(changesBetween(mine, withHtml('<p>See that</p>'))).toHaveLength(1)
  })

  it('names details, steps and sections', () => {
    expect(changes({ ...before, title: 'New', tags: ['x'] })).toEqual(['details New title tags'])
    expect(changes({ ...before, sections: [section('A', 'a', 'b', 'n'), section('B', 'c'), section('C')] })).toEqual([
      'sectionAdded C',
      'activityAdded n',
    ])
    expect(changes({ ...before, sections: [section('A', 'a')] })).toEqual([
      'sectionRemoved B',
      'activityRemoved b',
      'activityRemoved c',
    ])
    expect(changes({ ...before, sections: [section('A', 'a', 'b', 'c'), section('B')] })).toEqual(['activityMoved c'])
    expect(changes({ ...before, sections: [section('A', 'b', 'a'), section('B', 'c')] })).toEqual(['reordered'])
    expect(changes({ ...before, courseIds: ['k'] })).toEqual(['childAdded k'])
    const longer = structuredClone(before)
    for (const one of longer.sections[0]?.activities ?? []) one.minutes = 5
    expect(changes(longer)).toEqual(['activityChanged a minutes', 'activityChanged b minutes'])
  })
})

describe('Complaints of the server', () => {
  const draft = content(section('A', 'a'), section('B', 'b', 'c'))

  it('find the step and its field by id', () => {
    expect(fieldKey(draft, 'body.content.sections.1.activities.1.url')).toBe('activity/c/url')
    expect(fieldKey(draft, 'sections[1].activities[0].captions[0].label')).toBe('activity/b/captions.0.label')
    expect(fieldKey(draft, 'content.sections.0.title')).toBe('section/A/title')
    expect(fieldKey(draft, 'title')).toBe('title')
    expect(fieldKey(draft, 'body.content.tags.3')).toBe('tags.3')
  })

  it('are counted at the item that they belong to', () => {
    const errors = fieldErrors(
      draft,
      [
        { path: 'body.content.sections.0.activities.0.title', message: 'required' },
        { path: 'body.content.category', message: 'long' },
      ],
      fieldKey,
    )
    expect([hasErrors(errors, 'a'), hasErrors(errors, 'b'), hasErrors(errors, 'details')]).toEqual([true, false, true])
  })
})

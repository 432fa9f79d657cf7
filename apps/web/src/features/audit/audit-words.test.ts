import { beforeAll, expect, it } from 'vitest'
import { i18n, startI18n } from '../../words/i18n.ts'
import { actionName, listSubjects, subjectName } from './audit-words.ts'

const namespaces = ['administration', 'navigation', 'common'] as const
beforeAll(() => startI18n('en', [...namespaces]))
const words = () => i18n.getFixedT('en', [...namespaces]) as never

it('names an action by its own words, else by its verb, else by its id', () => {
  expect(actionName(words(), 'courses.create')).toBe('Course created')
  expect(actionName(words(), 'products.create')).toBe('Created')
  expect(actionName(words(), 'products.polish')).toBe('products.polish')
})

it('names a subject by its own word, else by the title of its page', () => {
  expect(subjectName(words(), 'course')).toBe('Course')
  expect(subjectName(words(), 'badges')).toBe('Badges')
  const subjects = listSubjects(words(), [{ subjectType: 'badges' }, { subjectType: 'course' }] as never)
  expect(subjects.at(-1)).toEqual({ value: 'badges', label: 'Badges' })
  expect(subjects.filter((one) => one.value === 'course')).toHaveLength(1)
})

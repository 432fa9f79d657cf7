import type { LearningPackageContent } from '@learnt/contract/learning-packages'
import { expect, it } from 'vitest'
import { changesBetween } from './changes.ts'

const content = (items: string[], change: Partial<LearningPackageContent> = {}): LearningPackageContent => ({
  title: 'Welcome',
  description: '',
  category: '',
  tags: [],
  imageFileId: null,
  language: '',
  // `b?` is optional
  items: items.map((item) => ({
    documentType: 'course',
    documentId: item.replace('?', ''),
    isRequired: !item.endsWith('?'),
  })),
  ...change,
})

it.each<[string, LearningPackageContent, LearningPackageContent, string[]]>([
  ['nothing', content(['a', 'b']), content(['a', 'b']), []],
  ['details', content(['a']), content(['a'], { tags: ['new'], language: 'de' }), ['details Welcome tags language']],
  ['items', content(['a', 'b']), content(['b', 'c']), ['stepAdded C', 'stepRemoved A']],
  ['what is required', content(['a', 'b?']), content(['a?', 'b']), ['stepOptional A', 'stepRequired B']],
  ['the order', content(['a', 'b']), content(['b', 'a']), ['reordered Welcome']],
])('says what differs, as the server does: %s', (_, before, after, expected) => {
  const changes = changesBetween(before, after, (id) => id.toUpperCase())
  expect(changes.map(({ change, title, fields }) => [change, title, ...fields].join(' '))).toEqual(expected)
})

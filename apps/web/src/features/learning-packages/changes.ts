import { noReset } from '@learnt/contract/cycles'
import type { DocumentChange } from '@learnt/contract/documents'
import type { LearningPackageContent } from '@learnt/contract/learning-packages'
import { same } from '../documents/same.ts'

const detailFields = ['title', 'description', 'category', 'tags', 'imageFileId', 'language', 'reset'] as const
/** What versions of before do not say. */
const unsaid = { reset: noReset }

/** What differs between two contents, as the server compares them. */
export function changesBetween(
  before: LearningPackageContent,
  after: LearningPackageContent,
  titleOf: (id: string) => string,
): DocumentChange[] {
  const changes: DocumentChange[] = []
  const say = (change: string, title: string, fields: string[] = []) => changes.push({ change, title, fields })
  const details = detailFields.filter((field) => !same({ ...unsaid, ...before }[field], { ...unsaid, ...after }[field]))
  if (details.length > 0) say('details', after.title, details)
  const old = new Map(before.items.map((item) => [item.documentId, item]))
  for (const { documentId, isRequired } of after.items) {
    const was = old.get(documentId)
    if (!was) say('stepAdded', titleOf(documentId))
    else if (was.isRequired !== isRequired) say(isRequired ? 'stepRequired' : 'stepOptional', titleOf(documentId))
  }
  for (const id of old.keys()) if (!after.items.some((item) => item.documentId === id)) say('stepRemoved', titleOf(id))
  if (changes.length === 0 && !same(before.items, after.items)) say('reordered', after.title)
  return changes
}

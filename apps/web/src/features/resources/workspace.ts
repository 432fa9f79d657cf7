import { ResourceContent } from '@learnt/contract/resources'
import { useTranslation } from 'react-i18next'
import { DocumentCertificate } from '../certificates/lazy-parts.ts'
import { complaintsOf } from '../documents/field-errors.ts'
import type { KindWorkspace } from '../documents/kind.ts'
import { same } from '../documents/same.ts'
import { DocumentAccess } from '../permissions/DocumentAccess.tsx'
import { PointsTab } from '../points/PointsTab.tsx'
import { RatingsList } from '../ratings/RatingsList.tsx'
import { resourceKind } from './kind.ts'
import { ReadersReport } from './ReadersReport.tsx'
import { ResourceEditor } from './ResourceEditor.tsx'

const details = [
  'title',
  'description',
  'category',
  'tags',
  'imageFileId',
  'language',
  'type',
  'fileId',
  'url',
  'minutes',
] as const
const ownFields: readonly string[] = ['type', 'fileId', 'url', 'minutes']

/** What the page of one resource adds to that of every document. */
export const resourceWorkspace: KindWorkspace<ResourceContent> = {
  ...resourceKind,
  check: (content) => complaintsOf(ResourceContent.safeParse(content)),
  Access: DocumentAccess,
  Certificate: DocumentCertificate,
  Editor: ResourceEditor,
  documentsOf: (resource) => resource.documents ?? [],
  changesBetween: (before, after) => {
    const fields = details.filter((field) => !same(before[field], after[field]))
    return [
      ...(fields.length > 0 ? [{ change: 'details', title: after.title, fields: [...fields] }] : []),
      ...(same(before.prerequisites, after.prerequisites)
        ? []
        : [{ change: 'prerequisites', title: after.title, fields: [] }]),
    ]
  },
  copy: (content, title) => ({ ...content, title }),
  tabs: [
    { name: 'readers', Content: ReadersReport },
    { name: 'points', Content: PointsTab },
    { name: 'ratings', Content: RatingsList },
  ],
  useWords: () => {
    const { t } = useTranslation(['resources', 'ratings', 'points'])
    return {
      problem: (code) => t(`problem.${code as 'urlMissing'}`, { defaultValue: '' }) || null,
      field: (name) => (ownFields.includes(name) ? t(`fields.${name as 'url'}`) : null),
      tab: (name) =>
        name === 'ratings'
          ? t('ratings:tab')
          : name === 'points'
            ? t('points:tab.name')
            : t(`tabs.${name as 'readers'}`),
    }
  },
}

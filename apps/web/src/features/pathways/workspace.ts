import { PathwayContent } from '@learnt/contract/pathways'
import { useTranslation } from 'react-i18next'
import { DocumentCertificate } from '../certificates/lazy-parts.ts'
import { complaintsOf, partsOf } from '../documents/field-errors.ts'
import type { KindWorkspace } from '../documents/kind.ts'
import { DocumentAccess } from '../permissions/DocumentAccess.tsx'
import { PointsTab } from '../points/PointsTab.tsx'
import { RatingsList } from '../ratings/RatingsList.tsx'
import { changesBetween, copyContent, keyOfParts } from './content.ts'
import { type PathwayDocument, pathwayKind } from './kind.ts'
import { PathwayContentEditor } from './PathwayContentEditor.tsx'
import { PathwayPeople } from './PathwayPeople.tsx'
import { StepsUnderWay } from './StepsUnderWay.tsx'

/** What the page of one pathway adds to that of every document. */
export const pathwayWorkspace: KindWorkspace<PathwayContent, PathwayDocument> = {
  ...pathwayKind,
  check: (content) => complaintsOf(PathwayContent.safeParse(content)),
  Access: DocumentAccess,
  Certificate: DocumentCertificate,
  Editor: PathwayContentEditor,
  changesBetween: (before, after, pathway) =>
    changesBetween(before, after, (id) => pathway.documents?.find((one) => one.id === id)?.title ?? ''),
  copy: copyContent,
  documentsOf: (pathway) => pathway.documents ?? [],
  fieldKey: (content, path) => keyOfParts(content, partsOf(path)),
  nameOfField: (content, field) => {
    const [kind, id] = field.split('/')
    return kind === 'section' ? (content.sections.find((section) => section.id === id)?.title ?? '') : null
  },
  PublishChoice: StepsUnderWay,
  useWords: () => {
    const { t } = useTranslation(['pathwayEditor', 'ratings', 'points'])
    return {
      problem: (code) => t(`problems.${code as 'empty'}`, { defaultValue: '' }) || null,
      change: ({ change, title }) =>
        t(`changes.${change as 'stepAdded'}`, { title, defaultValue: '' } as { title: string }) || null,
      field: (name) => t(`fields.${name as 'order'}`, { defaultValue: '' }) || null,
      tab: (name) =>
        name === 'ratings' ? t('ratings:tab') : name === 'points' ? t('points:tab.name') : t('people.tab'),
    }
  },
  tabs: [
    { name: 'progress', Content: PathwayPeople },
    { name: 'points', Content: PointsTab },
    { name: 'ratings', Content: RatingsList },
  ],
}

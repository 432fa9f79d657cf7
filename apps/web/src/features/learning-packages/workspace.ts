import { LearningPackageContent } from '@learnt/contract/learning-packages'
import { useTranslation } from 'react-i18next'
import { DocumentCertificate } from '../certificates/lazy-parts.ts'
import { complaintsOf } from '../documents/field-errors.ts'
import type { KindWorkspace } from '../documents/kind.ts'
import { DocumentAccess } from '../permissions/DocumentAccess.tsx'
import { PointsTab } from '../points/PointsTab.tsx'
import { RatingsList } from '../ratings/RatingsList.tsx'
import { changesBetween } from './changes.ts'
import { learningPackageKind } from './kind.ts'
import { PackageEditor } from './PackageEditor.tsx'

/** What the page of one learning package adds to that of every document. */
export const learningPackageWorkspace: KindWorkspace<LearningPackageContent> = {
  ...learningPackageKind,
  check: (content) => complaintsOf(LearningPackageContent.safeParse(content)),
  Access: DocumentAccess,
  Certificate: DocumentCertificate,
  Editor: PackageEditor,
  documentsOf: (learningPackage) => learningPackage.documents ?? [],
  changesBetween: (before, after, { documents = [] }) =>
    changesBetween(before, after, (id) => documents.find((one) => one.id === id)?.title ?? ''),
  copy: (content, title) => ({ ...content, title }),
  tabs: [
    { name: 'points', Content: PointsTab },
    { name: 'ratings', Content: RatingsList },
  ],
  useWords: () => {
    const { t } = useTranslation(['learningPackages', 'ratings', 'points'])
    return {
      tab: (name) => (name === 'points' ? t('points:tab.name') : t('ratings:tab')),
      problem: (code) => t(`problem.${code as 'empty'}`, { defaultValue: '' }) || null,
      change: ({ change, title }) =>
        change === 'stepRequired'
          ? t('change.stepRequired', { title })
          : change === 'stepOptional'
            ? t('change.stepOptional', { title })
            : null,
    }
  },
}

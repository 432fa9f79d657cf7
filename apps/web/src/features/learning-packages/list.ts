import { useTranslation } from 'react-i18next'
import type { KindList } from '../documents/kind.ts'
import { CreatePackageDialog } from './CreatePackageDialog.tsx'
import { learningPackageKind } from './kind.ts'

/** What the list of learning packages adds to that of every kind. */
export const learningPackageList: KindList = {
  ...learningPackageKind,
  views: 'learning-packages',
  Create: CreatePackageDialog,
  useWords: () => {
    const { t } = useTranslation('learningPackages')
    return {
      text: t('list.text'),
      emptyText: t('list.emptyText'),
      size: (learningPackage) => t('list.items', { count: learningPackage.activityCount }),
    }
  },
}

import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/PageHeader.tsx'

export function MyLearningHead({ kind }: { kind: 'courses' | 'bundles' }) {
  const { t } = useTranslation('learning')
  const isCourses = kind === 'courses'
  return (
    <PageHeader
      title={t(isCourses ? 'myCourses' : 'myBundles')}
      text={t(isCourses ? 'myCoursesText' : 'myBundlesText')}
    />
  )
}

import { useTranslation } from 'react-i18next'
import { DocumentSteps } from '../documents/DocumentSteps.tsx'
import { moveItem } from '../documents/move-item.ts'
import { useEditing } from './editing.ts'

/** The courses of a bundle, in order. */
export function BundleCourses() {
  const { t } = useTranslation('courses')
  const { document, content, edit } = useEditing()
  const set = (change: (courseIds: string[]) => string[]) =>
    edit((draft) => ({ ...draft, courseIds: change(draft.courseIds) }))
  return (
    <DocumentSteps
      field="courseIds"
      title={t('bundle.title')}
      text={t('bundle.text')}
      empty={t('bundle.empty')}
      addLabel={t('bundle.add')}
      kinds={['course']}
      bundles={false}
      without={[document.id]}
      ids={content.courseIds}
      onAdd={(course) => set((ids) => [...ids, course.id])}
      onMove={(from, to) => set((ids) => moveItem(ids, from, to))}
      onRemove={(course) => set((ids) => ids.filter((id) => id !== course.id))}
    />
  )
}

import { documentKinds } from '@learnt/contract/document-kinds'
import type { RequiredCard } from '@learnt/contract/learning'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../ui/AppLink.tsx'
import { CourseFacts } from './CourseCard.tsx'
import { LearningRow } from './LearningRow.tsx'

/** What is no course among the required learning. What has no page of its own for learners is no link. */
export function DocumentRow({ card }: { card: RequiredCard }) {
  const { t } = useTranslation(['learning', 'documentKinds'])
  const { learner } = documentKinds[card.documentType]
  const href = learner.one(card.documentId)
  return (
    <LearningRow
      card={card}
      title={
        href === learner.list ? (
          <strong>{card.title}</strong>
        ) : (
          <AppLink href={href} underline="none" className="covering-link">
            {card.title}
          </AppLink>
        )
      }
      facts={<CourseFacts course={card} kind={t(`documentKinds:${card.documentType}.one`)} />}
    />
  )
}

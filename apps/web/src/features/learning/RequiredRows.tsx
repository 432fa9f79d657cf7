import type { RequiredCard } from '@learnt/contract/learning'
import Card from '@mui/material/Card'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { CourseFacts, CourseLink } from './CourseCard.tsx'
import { LearningRow } from './LearningRow.tsx'

const DocumentRow = lazyPart(async () => (await import('./DocumentRow.tsx')).DocumentRow)

/** What is to be worked through, one under the other: what, until when, how far. */
export function RequiredRows({ cards, label }: { cards: readonly RequiredCard[]; label: string }) {
  return (
    <Card component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {cards.map((card) =>
        card.documentType === 'course' ? (
          <LearningRow
            key={card.assignmentId}
            card={card}
            title={<CourseLink course={{ userCourseId: card.assignmentId, title: card.title }} />}
            facts={<CourseFacts course={card} />}
          />
        ) : (
          <DocumentRow key={card.assignmentId} card={card} />
        ),
      )}
    </Card>
  )
}

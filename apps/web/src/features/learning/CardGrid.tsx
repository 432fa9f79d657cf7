import type { CourseCard as CourseCardData } from '@learnt/contract/learning'
import { CardList } from '../../ui/CardList.tsx'
import { CourseCard } from './CourseCard.tsx'

/** Courses as cards, as many in a row as fit. */
export function CardGrid({ courses, label }: { courses: readonly CourseCardData[]; label: string }) {
  return (
    <CardList aria-label={label}>
      {courses.map((course) => (
        <CourseCard key={course.userCourseId} course={course} />
      ))}
    </CardList>
  )
}

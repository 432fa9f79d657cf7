import type { CourseCard } from '@learnt/contract/learning'
import type { QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { CoursesHead } from './features/courses/CoursesHead.tsx'
import { askCourse, findCard } from './features/learning/asks.ts'
import { CourseHead } from './features/learning/CourseHead.tsx'
import { HomeHead } from './features/learning/HomeHead.tsx'
import { MyLearningHead } from './features/learning/MyLearningHead.tsx'
import { MembersHead } from './features/members/MembersHead.tsx'
import { RowsFrame } from './ui/table/row-styles.ts'

interface Wanted {
  /** The last word of the path: an id, which needs no decoding. */
  last: string
  client: QueryClient
}

const nothing = () => {}
const home = () => <HomeHead />
const list = <RowsFrame />

/**
 * What a page begins with, by the path of its route: the part that the page itself draws, so that both are the same. Null
 * where it is not known before the page has its answer. Apart from routes.ts, which every first page pays for.
 */
export const routeHeads: Readonly<Record<string, (wanted: Wanted) => ReactElement | null>> = {
  '/apps/homepage/myhomepage': home,
  '/apps/munro-homepage': home,
  '/apps/courses/mycourses': () => <MyLearningHead kind="courses" />,
  '/apps/courses/mybundles': () => <MyLearningHead kind="bundles" />,
  '/apps/course/:userCourseId': ({ last, client }) => {
    const card = client.getQueryData<CourseCard>(askCourse(last, null).queryKey) ?? findCard(client, last)
    return card ? <CourseHead card={card} {...(card.isBundle ? {} : { onOutline: nothing })} /> : null
  },
  '/apps/admin/courses': () => <CoursesHead onCreate={nothing} />,
  '/apps/admin/users': () => <MembersHead />,
}

/** The frames of what follows the head, by the path of the route: drawn ahead with it for their styles, which are many. */
export const routeFrames: Readonly<Record<string, ReactElement>> = {
  '/apps/admin/courses': list,
  '/apps/admin/users': list,
}

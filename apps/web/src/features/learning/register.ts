import { type DeclaredPage, page, redirect } from '../../routes/declared-page.ts'

export const learning: readonly DeclaredPage[] = [
  redirect('/apps/homepage', 'signed-in', 'home', '/apps/homepage/myhomepage'),
  page('/apps/homepage/myhomepage', 'signed-in', 'home', () => import('./HomePage.tsx'), ['learning'], {
    icon: 'home',
    menuId: 'home',
  }),
  // the layout of that name comes with the homepage editor; until then every team gets the standard homepage here
  page('/apps/munro-homepage', 'signed-in', 'home', () => import('./HomePage.tsx'), ['learning']),
  redirect('/apps/courses', 'signed-in', 'myCourses', '/apps/courses/mycourses'),
  page(
    '/apps/courses/mycourses',
    'signed-in',
    'myCourses',
    () => import('./MyCoursesPage.tsx'),
    ['learning', 'parts'],
    { icon: 'course' },
  ),
  page(
    '/apps/courses/mybundles',
    'signed-in',
    'myBundles',
    () => import('./MyBundlesPage.tsx'),
    ['learning', 'parts'],
    { icon: 'bundle' },
  ),
  page(
    '/apps/course/:userCourseId',
    'signed-in',
    'course',
    () => import('./CoursePlayerPage.tsx'),
    ['learning', 'steps', 'extensions', 'ratings', 'parts'],
    { foldsNavigation: true },
  ),
]

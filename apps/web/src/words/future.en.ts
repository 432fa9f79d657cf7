/** One sentence about each part of the product that does not exist yet. */
export const future = {
  about: {
    general: 'Announcements about the platform.',
    homepage: 'Administrators will arrange their team’s homepage here: texts, pictures, links and announcements.',
    courses: 'Another way to edit courses and their questions.',
    pathways: 'Sets of courses, taken in a fixed order or in any order.',
    resources: 'Files and links for reference, with preview, versions and tags.',
    forms: 'Surveys, quizzes, observations and approvals, with marking and analytics.',
    chat: 'Direct messages and channels for the team.',
    blogs: 'Articles for the team, with comments.',
    products: 'Items to get with reward points or on request.',
    certificates: 'Certificates with serial number, expiry and a public verification page.',
    badges: 'Badges, the rules for earning them, and the people who have them.',
    reports: 'Another view of the figures in the course and learner reports.',
    tenants: 'Tools for managing the platform across organisations.',
    settings: 'Team settings: appearance, navigation, fields, people and plan.',
    feeds: 'HR files and the changes that each of them made.',
    learningPackages: 'Courses, pathways, resources, events and forms, assigned and reported together.',
  },
} as const

/** One sentence about each part of the product that does not exist yet. */
export const future = {
  about: {
    general: 'A page for announcements of the platform itself.',
    homepage:
      'Administrators will arrange the homepage of their team here: texts, pictures, links and announcements around the learning.',
    courses: 'Another way to edit courses and their questions.',
    pathways: 'Ordered sets of courses, one after the other or in the order that the learner likes.',
    resources: 'Files and links to look things up, with preview, versions and tags.',
    events: 'Trainings in a room or online: registration, waiting list, approval, attendance and calendar entries.',
    calendar: 'Events, due dates and own entries in one calendar, also as a feed for other calendars.',
    forms: 'Surveys, quizzes, observations and approvals, with marking and analytics.',
    catalogue: 'What people may take without having to: browse, ask for it, approve.',
    chat: 'Direct messages and channels for the team.',
    blogs: 'Articles for the team, with comments.',
    products: 'Things to have for reward points or on request.',
    certificates: 'Certificates with serial number, expiry and a public page that proves them.',
    badges: 'Badges, the rules by which they are earned, and who has them.',
    reports: 'A further view on the same figures as the course and learner reports.',
    tenants: 'Tools for those who run the platform for many organisations.',
    settings: 'Settings of the team: look, navigation, fields, people and plan.',
    feeds: 'Files from the personnel system and what each of them changed.',
    managers: 'Who reports on whom, and what a manager’s people have to do next.',
    learningPackages: 'Courses, pathways, resources, events and forms given and reported as one.',
    bulkUpdate: 'Progress from another system, uploaded as a file and checked before it counts.',
    integrations: 'API tokens, webhooks, provisioning and learning tools from outside.',
  },
} as const

import type { DemoLearningPackage, DemoPathway } from './shapes.ts'

export const demoPathways: DemoPathway[] = [
  {
    slug: 'first-months',
    title: 'Your first months',
    description: 'The basics first, one after the other. Then choose one of the courses about your place of work.',
    cover: 'covers/new-starter-bundle.webp',
    category: 'Getting started',
    tags: ['onboarding'],
    order: 'sequenced',
    prerequisites: [],
    sections: [
      {
        title: 'The basics',
        steps: [
          { course: 'using-learnt' },
          { course: 'information-security' },
          { course: 'data-protection', dueDays: 30 },
        ],
      },
      {
        title: 'Your place of work',
        anyOf: 1,
        steps: [{ course: 'fire-safety' }, { course: 'safe-remote-working' }, { course: 'first-aid-basics' }],
      },
    ],
    rule: { div1: ['Customer success', 'Sales'] },
    dueDays: 120,
    waivedFor: 'Completed with a previous employer; the certificate is on file.',
    tenant: 'learnt',
  },
  {
    slug: 'leading-a-team',
    title: 'Leading a team',
    description: 'For new team leads. Take the courses in any order once you know how we handle information.',
    cover: 'covers/new-manager-essentials.webp',
    category: 'Leadership',
    tags: ['management'],
    order: 'choice',
    prerequisites: ['information-security'],
    sections: [
      {
        title: 'People',
        steps: [
          { course: 'new-manager-essentials' },
          { course: 'giving-feedback' },
          { course: 'equality-and-inclusion', isOptional: true },
        ],
      },
    ],
    rule: { position: ['Team lead'] },
    dueDays: 180,
    tenant: 'learnt',
  },
  {
    slug: 'ready-to-lead-a-shift',
    title: 'Ready to lead a shift',
    description:
      'New this month for everyone in Facilities: first the conversations, then the first steps in leading others.',
    cover: 'covers/giving-feedback.webp',
    category: 'Leadership',
    tags: ['facilities', 'management'],
    order: 'sequenced',
    prerequisites: [],
    sections: [
      {
        title: 'Conversations and leadership',
        steps: [{ course: 'customer-conversations' }, { course: 'new-manager-essentials', dueDays: 30 }],
      },
    ],
    rule: { div1: ['Facilities'] },
    dueDays: 90,
    tenant: 'learnt',
  },
  {
    slug: 'from-kitchen-to-guest',
    title: 'From the kitchen to the guest',
    description: 'Hygiene first, then lifting, then the guests: everyone who works with food takes these in order.',
    cover: 'covers/hospitality-bundle.webp',
    category: 'Hospitality',
    tags: ['kitchen', 'service'],
    order: 'sequenced',
    prerequisites: [],
    sections: [
      {
        title: 'In the kitchen',
        steps: [{ course: 'food-hygiene' }, { course: 'manual-handling', dueDays: 30 }],
      },
      {
        title: 'With guests',
        steps: [{ course: 'customer-conversations' }, { course: 'first-aid-basics', dueDays: 45 }],
      },
    ],
    rule: { div1: ['Kitchen', 'Restaurant'] },
    dueDays: 90,
    waivedFor: 'Holds a current food hygiene certificate.',
    tenant: 'munro',
  },
]

export const demoLearningPackages: DemoLearningPackage[] = [
  {
    slug: 'customer-success',
    title: 'Working in customer success',
    description: 'Everything for the team that looks after our customers.',
    cover: 'covers/customer-conversations.webp',
    category: 'Customers',
    tags: ['customer success'],
    pathways: ['first-months'],
    courses: ['customer-conversations', 'giving-feedback'],
    rule: { div1: ['Customer success'] },
    dueDays: 150,
    tenant: 'learnt',
  },
]

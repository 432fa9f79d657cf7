import type { ResourceType } from '@learnt/contract/resources'
import type { MediaPath } from './media.ts'
import { makeSlidesFile, makeWordFile, makeWorkbookFile } from './office-files.ts'

export interface DemoResource {
  slug: string
  title: string
  description: string
  category: string
  tags: string[]
  minutes: number
  type: ResourceType
  state: 'published' | 'draft' | 'unpublished' | 'archived'
  publishedDaysAgo: number
  /** Absent: offered, not required. */
  dueDays?: number
  /** A file of the media folder, a file made here, or an address. */
  content: { media: MediaPath } | { name: string; make: () => Promise<Buffer> } | { url: string }
}

/** Files and links that every demonstration tenant assigns to everybody. */
export const demoResources: DemoResource[] = [
  {
    slug: 'travel-policy',
    title: 'Travel and expenses policy',
    description: 'What you can claim, how to book, and who approves it. Please read it before your first trip.',
    category: 'Policies',
    tags: ['travel', 'expenses'],
    minutes: 6,
    type: 'word',
    state: 'published',
    publishedDaysAgo: 96,
    dueDays: 60,
    content: { name: 'Travel and expenses policy.docx', make: () => makeWordFile(travelPolicy) },
  },
  {
    slug: 'security-pocket-guide',
    title: 'Security pocket guide',
    description: 'One page to keep at hand: passwords, suspicious mails, lost devices.',
    category: 'Information security',
    tags: ['security'],
    minutes: 3,
    type: 'pdf',
    state: 'published',
    publishedDaysAgo: 140,
    dueDays: 30,
    content: { media: 'documents/security-pocket-guide.pdf' },
  },
  {
    slug: 'welcome-slides',
    title: 'Welcome: your first week',
    description: 'The slides of the induction day, to look things up again.',
    category: 'Induction',
    tags: ['new starters'],
    minutes: 8,
    type: 'powerpoint',
    state: 'published',
    publishedDaysAgo: 61,
    content: { name: 'Your first week.pptx', make: () => makeSlidesFile(welcome) },
  },
  {
    slug: 'opening-hours',
    title: 'Public holidays and office hours',
    description: 'One sheet for each country.',
    category: 'Policies',
    tags: ['holidays'],
    minutes: 2,
    type: 'excel',
    state: 'published',
    publishedDaysAgo: 33,
    content: { name: 'Holidays and hours.xlsx', make: () => makeWorkbookFile(holidays) },
  },
  {
    slug: 'opening-checklist',
    title: 'Opening checklist',
    description: 'What to check before the doors open.',
    category: 'Health and safety',
    tags: ['checklist'],
    minutes: 2,
    type: 'csv',
    state: 'published',
    publishedDaysAgo: 47,
    content: { media: 'documents/opening-checklist.csv' },
  },
  {
    slug: 'evacuation-plan',
    title: 'Evacuation plan',
    description: 'Ways out, assembly point, extinguishers.',
    category: 'Health and safety',
    tags: ['fire'],
    minutes: 1,
    type: 'image',
    state: 'published',
    publishedDaysAgo: 120,
    dueDays: 14,
    content: { media: 'illustrations/evacuation-plan.webp' },
  },
  {
    slug: 'emergency-call',
    title: 'How an emergency call sounds',
    description: 'One minute to listen to: what they ask, and what to say.',
    category: 'Health and safety',
    tags: ['first aid'],
    minutes: 1,
    type: 'audio',
    state: 'published',
    publishedDaysAgo: 20,
    content: { media: 'audio/emergency-call.mp3' },
  },
  {
    slug: 'accessibility-guide',
    title: 'Accessible documents',
    description: 'The checks that the World Wide Web Consortium recommends.',
    category: 'Communication',
    tags: ['accessibility'],
    minutes: 10,
    type: 'link',
    state: 'published',
    publishedDaysAgo: 12,
    content: { url: 'https://www.w3.org/WAI/test-evaluate/preliminary/' },
  },
  {
    slug: 'one-to-one-agenda',
    title: 'Agenda for one-to-ones',
    description: 'A page to fill in before you meet.',
    category: 'Managing people',
    tags: ['managers'],
    minutes: 2,
    type: 'pdf',
    state: 'draft',
    publishedDaysAgo: 0,
    content: { media: 'documents/one-to-one-agenda.pdf' },
  },
  {
    slug: 'old-first-aid-card',
    title: 'First aid card (2024)',
    description: 'Replaced by the card of the first aid course.',
    category: 'Health and safety',
    tags: ['first aid'],
    minutes: 2,
    type: 'pdf',
    state: 'archived',
    publishedDaysAgo: 400,
    content: { media: 'documents/first-aid-card.pdf' },
  },
]

const travelPolicy = [
  '# Travel and expenses policy',
  'This policy is for everyone who travels for work. It says what is paid, how to book, and what to keep.',
  '## Before you travel',
  '- Ask your manager first. A trip of more than two nights needs approval in writing.',
  '- Choose the train where it takes less than five hours.',
  '- Book at least fourteen days ahead. Later bookings need a reason.',
  '## What is paid',
  '- Second class on trains, economy class on flights of less than six hours.',
  '- Hotels up to 140 a night, breakfast included.',
  '- Meals up to 45 a day. Receipts are needed for everything above 10.',
  '- Bicycles: 0.25 for each kilometre.',
  '## What is not paid',
  '- Fines, minibars, and upgrades that you chose yourself.',
  '- Travel between home and your usual place of work.',
  '## After the trip',
  'Send your claim within thirty days. Keep the receipts until the money has arrived. Claims are paid on the last working day of the month.',
  '## Questions',
  'Write to the travel desk. In an emergency abroad, call the number on the back of your staff card at any time.',
]

const welcome = [
  {
    title: 'Welcome',
    points: ['We are glad that you are here', 'Keep these slides: they answer most questions of the first week'],
  },
  {
    title: 'Monday',
    points: [
      'Pick up your badge and laptop at reception',
      'Meet your manager and your buddy',
      'Sign in and change your password',
    ],
  },
  {
    title: 'Tuesday',
    points: ['Fire safety walk, 10:00', 'Lunch with the team', 'Start the course “Information security”'],
  },
  { title: 'Wednesday', points: ['Shadow a colleague', 'Set up your calendar and working hours'] },
  { title: 'Thursday', points: ['First own tasks', 'Ask everything that is unclear: nobody expects you to know it'] },
  { title: 'Friday', points: ['One-to-one with your manager', 'What went well, what did not, what is next'] },
  {
    title: 'Who helps',
    points: ['IT: helpdesk on the home page', 'Pay and contract: people team', 'Everything else: your buddy'],
  },
]

const hours = ['Day', 'Opens', 'Closes']
const usualHours = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((day) => [day, '08:00', '18:00'])
const holidays = {
  'United Kingdom': [
    ['Date', 'Holiday'],
    ['2027-01-01', 'New Year’s Day'],
    ['2027-03-26', 'Good Friday'],
    ['2027-03-29', 'Easter Monday'],
    ['2027-05-03', 'Early May bank holiday'],
    ['2027-05-31', 'Spring bank holiday'],
    ['2027-08-30', 'Summer bank holiday'],
    ['2027-12-27', 'Christmas Day (substitute)'],
    ['2027-12-28', 'Boxing Day (substitute)'],
  ],
  Portugal: [
    ['Date', 'Holiday'],
    ['2027-01-01', 'Ano Novo'],
    ['2027-03-26', 'Sexta-feira Santa'],
    ['2027-04-25', 'Dia da Liberdade'],
    ['2027-05-01', 'Dia do Trabalhador'],
    ['2027-06-10', 'Dia de Portugal'],
    ['2027-10-05', 'Implantação da República'],
    ['2027-12-25', 'Natal'],
  ],
  'Office hours': [hours, ...usualHours],
}

import type { DemoBundle } from './shapes.ts'

export const demoBundles: DemoBundle[] = [
  {
    slug: 'new-starter',
    title: 'New starter essentials',
    description: 'What everybody completes in the first six weeks, in a sensible order.',
    category: 'Getting started',
    tags: ['onboarding'],
    cover: 'covers/new-starter-bundle.webp',
    courses: ['using-learnt', 'information-security', 'data-protection', 'fire-safety', 'equality-and-inclusion'],
    tenants: ['learnt', 'munro', 'stellar'],
  },
  {
    slug: 'kitchen-and-service',
    title: 'Kitchen and service',
    description: 'For everybody who works with food and guests: hygiene, lifting, first aid and good conversations.',
    category: 'Hospitality',
    tags: ['hospitality', 'kitchen', 'service'],
    cover: 'covers/hospitality-bundle.webp',
    courses: ['food-hygiene', 'manual-handling', 'first-aid-basics', 'customer-conversations'],
    tenants: ['munro', 'learnt'],
  },
]

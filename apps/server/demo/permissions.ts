import type { DemoAttributes, DemoOffering, DemoPermission, DemoTenantId } from './shapes.ts'

interface Grant {
  courseSlug: string
  rule?: DemoPermission['rule']
  /** Absent: optional, offered in the catalogue. */
  dueDays?: number
  publishedDaysAgo: number
}

const grants: Record<DemoTenantId, Grant[]> = {
  learnt: [
    { courseSlug: 'using-learnt', dueDays: 14, publishedDaysAgo: 545 },
    { courseSlug: 'information-security', dueDays: 30, publishedDaysAgo: 520 },
    { courseSlug: 'data-protection', dueDays: 30, publishedDaysAgo: 455 },
    { courseSlug: 'fire-safety', rule: { loc2: ['Lisbon', 'Dublin', 'Nairobi'] }, dueDays: 21, publishedDaysAgo: 401 },
    { courseSlug: 'manual-handling', rule: { div1: ['Facilities'] }, dueDays: 30, publishedDaysAgo: 400 },
    { courseSlug: 'fire-safety-ar', rule: { loc2: ['Amman'] }, dueDays: 21, publishedDaysAgo: 394 },
    { courseSlug: 'new-manager-essentials', rule: { position: ['Team lead'] }, dueDays: 90, publishedDaysAgo: 338 },
    { courseSlug: 'first-aid-basics', publishedDaysAgo: 233 },
    { courseSlug: 'giving-feedback', dueDays: 45, publishedDaysAgo: 170 },
    { courseSlug: 'information-security-ar', rule: { loc2: ['Amman'] }, publishedDaysAgo: 128 },
    { courseSlug: 'equality-and-inclusion', dueDays: 60, publishedDaysAgo: 72 },
    { courseSlug: 'safe-remote-working', dueDays: 30, publishedDaysAgo: 23 },
    {
      courseSlug: 'customer-conversations',
      rule: { div1: ['Customer success', 'Sales'] },
      dueDays: 45,
      publishedDaysAgo: 13,
    },
  ],
  munro: [
    { courseSlug: 'using-learnt', dueDays: 14, publishedDaysAgo: 541 },
    { courseSlug: 'fire-safety', dueDays: 14, publishedDaysAgo: 534 },
    { courseSlug: 'food-hygiene', rule: { div1: ['Kitchen', 'Restaurant'] }, dueDays: 21, publishedDaysAgo: 527 },
    {
      courseSlug: 'manual-handling',
      rule: { div1: ['Housekeeping', 'Kitchen', 'Maintenance'] },
      dueDays: 30,
      publishedDaysAgo: 415,
    },
    {
      courseSlug: 'customer-conversations',
      rule: { div1: ['Front office', 'Restaurant'] },
      dueDays: 45,
      publishedDaysAgo: 352,
    },
    {
      courseSlug: 'data-protection',
      rule: { div1: ['Front office', 'Head office'] },
      dueDays: 30,
      publishedDaysAgo: 317,
    },
    {
      courseSlug: 'new-manager-essentials',
      rule: { position: ['Department head'] },
      dueDays: 90,
      publishedDaysAgo: 240,
    },
    {
      courseSlug: 'first-aid-basics',
      rule: { position: ['Receptionist', 'Duty manager', 'Sous chef', 'Department head'] },
      dueDays: 60,
      publishedDaysAgo: 156,
    },
    { courseSlug: 'fire-safety-ar', publishedDaysAgo: 93 },
    { courseSlug: 'equality-and-inclusion', dueDays: 60, publishedDaysAgo: 71 },
    {
      courseSlug: 'information-security',
      rule: { div1: ['Front office', 'Head office'] },
      dueDays: 30,
      publishedDaysAgo: 22,
    },
    {
      courseSlug: 'giving-feedback',
      rule: { div1: ['Front office', 'Head office', 'Restaurant'] },
      dueDays: 45,
      publishedDaysAgo: 12,
    },
  ],
  stellar: [
    { courseSlug: 'using-learnt', dueDays: 14, publishedDaysAgo: 538 },
    { courseSlug: 'information-security', dueDays: 21, publishedDaysAgo: 531 },
    { courseSlug: 'data-protection', dueDays: 30, publishedDaysAgo: 447 },
    {
      courseSlug: 'fire-safety',
      rule: { loc2: ['Bristol plant', 'Gdańsk works'] },
      dueDays: 21,
      publishedDaysAgo: 419,
    },
    {
      courseSlug: 'manual-handling',
      rule: { div1: ['Manufacturing', 'Field service'] },
      dueDays: 30,
      publishedDaysAgo: 366,
    },
    {
      courseSlug: 'first-aid-basics',
      rule: { div1: ['Manufacturing', 'Field service'] },
      dueDays: 45,
      publishedDaysAgo: 274,
    },
    { courseSlug: 'new-manager-essentials', rule: { position: ['Team leader'] }, dueDays: 90, publishedDaysAgo: 255 },
    { courseSlug: 'giving-feedback', publishedDaysAgo: 142 },
    { courseSlug: 'equality-and-inclusion', dueDays: 60, publishedDaysAgo: 74 },
    { courseSlug: 'information-security-ar', rule: { loc1: ['United Arab Emirates'] }, publishedDaysAgo: 58 },
    { courseSlug: 'safe-remote-working', rule: { div1: ['Design', 'Corporate'] }, dueDays: 30, publishedDaysAgo: 24 },
    {
      courseSlug: 'customer-conversations',
      rule: { div1: ['Field service', 'Corporate', 'Design'] },
      dueDays: 45,
      publishedDaysAgo: 11,
    },
  ],
}

/** Courses that a tenant has, but assigns to nobody yet or any more. */
const others: DemoOffering[] = [
  { tenantId: 'learnt', courseSlug: 'food-hygiene', state: 'draft', createdDaysAgo: 6 },
  {
    tenantId: 'munro',
    courseSlug: 'safe-remote-working',
    state: 'unpublished',
    createdDaysAgo: 410,
    publishedDaysAgo: 405,
  },
  { tenantId: 'munro', courseSlug: 'information-security-ar', state: 'draft', createdDaysAgo: 17 },
  { tenantId: 'stellar', courseSlug: 'fire-safety-ar', state: 'archived', createdDaysAgo: 430, publishedDaysAgo: 425 },
]

export const demoPermissions: DemoPermission[] = entries(grants).map(
  ([tenantId, { courseSlug, rule, dueDays, publishedDaysAgo }]) => ({
    key: `${tenantId}:${courseSlug}`,
    tenantId,
    courseSlug,
    title: rule ? Object.values(rule).flat().join(', ') : 'Everybody',
    rule: rule ?? {},
    required: dueDays !== undefined,
    ...(dueDays === undefined ? {} : { dueDays }),
    publishedDaysAgo,
  }),
)

export const demoOfferings: DemoOffering[] = [
  ...entries(grants).map(([tenantId, { courseSlug, publishedDaysAgo }]) => ({
    tenantId,
    courseSlug,
    state: 'published' as const,
    createdDaysAgo: publishedDaysAgo + 9,
    publishedDaysAgo: publishedDaysAgo + 1,
  })),
  ...others,
]

/** All fields of the rule, any value of each, as the product reads it. */
export function matches(rule: DemoPermission['rule'], attributes: DemoAttributes): boolean {
  return (Object.entries(rule) as [keyof DemoAttributes, string[]][]).every(([field, values]) =>
    values.some((value) => attributes[field].includes(value)),
  )
}

function entries(all: Record<DemoTenantId, Grant[]>): [DemoTenantId, Grant][] {
  return (Object.keys(all) as DemoTenantId[]).flatMap((tenantId) =>
    all[tenantId].map((grant): [DemoTenantId, Grant] => [tenantId, grant]),
  )
}

// Values and plain functions without schemas.

import { readWebAddress } from './web-address.ts'

// Browsers and Node have it; this package is compiled for neither.
declare const URL: { canParse(address: string): boolean; new (address: string): { readonly hostname: string } }

/** What a tenant lets everybody who is signed in see of colleagues where they are looked for by name. */
export const colleagueViews = ['name', 'nameAndTeam', 'off'] as const
export type ColleagueView = (typeof colleagueViews)[number]

/** Places in an organisation, and fields that a tenant gives a meaning of its own. */
export const organisationFields = [
  'loc1',
  'loc2',
  'loc3',
  'loc4',
  'loc5',
  'loc6',
  'div1',
  'div2',
  'div3',
  'div4',
  'div5',
  'div6',
  'custom1',
  'custom2',
  'custom3',
  'custom4',
  'custom5',
  'custom6',
] as const

/** Columns of the HR data feed fill these fields of a membership. */
export const feedFields = [
  'email',
  'username',
  'employeeId',
  'firstName',
  'lastName',
  'preferredName',
  'phone',
  'dob',
  'position',
  'managers',
  'tags',
  'terminationDate',
  ...organisationFields,
] as const
export type FeedField = (typeof feedFields)[number]

/** Parts of the product that a tenant may do without, each with how the addresses of its pages begin. */
const featurePaths = {
  bundles: ['/apps/courses/mybundles'],
  pathways: ['/apps/pathways', '/apps/admin/pathways'],
  resources: ['/apps/resource', '/apps/admin/resources'],
  learningPackages: ['/apps/admin/learning-package'],
  forms: ['/apps/myform', '/apps/form/', '/apps/myresults', '/apps/admin/form', '/apps/manager/form'],
  events: [
    '/apps/exploreevent',
    '/apps/myevent',
    '/apps/admin/event',
    '/apps/admin/create-event',
    '/apps/admin/edit-event',
    '/join/',
  ],
  managerReports: ['/apps/manager/reporting', '/apps/manager/course-'],
  impersonation: [],
} as const satisfies Record<string, readonly string[]>
export type FeatureName = keyof typeof featurePaths
export const featureNames = Object.keys(featurePaths) as FeatureName[]
export type FeatureSwitches = Record<FeatureName, boolean>

/** The part of the product that a page belongs to; null for what every tenant has. */
export function featureOfPath(pathname: string): FeatureName | null {
  return featureNames.find((name) => featurePaths[name].some((start) => pathname.startsWith(start))) ?? null
}

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * A host name as it is stored: lower case, ASCII, without a dot at the end. Null when it is none: a single label
 * (other than `localhost`), an address in numbers, anything with a scheme, a port or a path.
 */
export function readHostName(typed: string): string | null {
  const host = typed.trim().toLowerCase().replace(/\.$/, '')
  if (host === '' || /[\s/:@?#[\]\\%]/.test(host) || !URL.canParse(`http://${host}`)) return null
  const ascii = new URL(`http://${host}`).hostname
  const labels = ascii.split('.')
  if (ascii.length > 253 || labels.length < 2 || /^\d+$/.test(labels.at(-1) ?? '')) return null
  return labels.every((one) => label.test(one)) ? ascii : null
}

/** An address that a page may lead to: one of ours (a path) or another site's; never a script. */
export function isLink(typed: string): boolean {
  return !/[\s\\]/.test(typed) && (/^\/(?!\/)/.test(typed) || readWebAddress(typed) !== null)
}

/** The TXT record by which a tenant shows that a domain is its own. */
export function domainRecord(domain: string, token: string): { name: string; value: string } {
  return { name: `_learnt.${domain}`, value: `learnt-verification=${token}` }
}

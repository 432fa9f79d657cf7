/** A tenant's id that came from a session, a token, a launch or a job, never from a request's body or path. */
export type TenantId = string & { readonly __tenant: true }

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * The one place where a string becomes a tenant id. Call it only where a tenant is proved (session, launch token, job
 * row, command line): code that holds a TenantId reads that tenant's data.
 */
export function mintTenantId(slug: string): TenantId {
  if (!SLUG.test(slug)) throw new TypeError(`Not a tenant id: ${JSON.stringify(slug)}`)
  return slug as TenantId
}

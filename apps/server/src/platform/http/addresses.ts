import type { ProblemError } from '../problem.ts'
import type { Translate } from '../translate.ts'

/** How a protocol says in its own words what the server refuses, at all addresses below `under`. */
export interface ProtocolErrors {
  readonly under: `/${string}`
  readonly type: string
  present(error: ProblemError, t: Translate): { status: number; body: object }
}

const protocols: ProtocolErrors[] = []

/** Every feature's, once. */
export function addProtocolErrors(of: ProtocolErrors): void {
  protocols.push(of)
}

/** The protocol that an address belongs to; null: none, so that it answers with problems. */
export function protocolAt(url: string): ProtocolErrors | null {
  return protocols.find(({ under }) => isUnder(url, under)) ?? null
}

/** Addresses that only programs call, and files. An unknown one is never answered with a page. */
const ofPrograms = ['/api', '/scim', '/xapi', '/lti', '/ims', '/.well-known']
const ofFiles = ['/assets', '/avatars', '/files', '/team-files', '/team-icons']

/** Whether an unknown address answers with the page: it is no program's, and the caller reads HTML. */
export function isForPages(url: string, accept: string | undefined): boolean {
  return ![...ofPrograms, ...ofFiles].some((under) => isUnder(url, under)) && takesHtml(accept)
}

/** Ignores capitals and how letters are encoded: wrong calls come in many forms. */
function isUnder(url: string, under: string): boolean {
  const path = decoded(url.split(/[?#]/, 1)[0] ?? '').toLowerCase()
  return path === under || path.startsWith(`${under}/`)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).replace(/^\/{2,}/, '/')
  } catch {
    return path
  }
}

/** RFC 9110, 12.5.1: nothing said is everything; a weight of nothing is a refusal. */
function takesHtml(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return { type, refused: parameters.some((part) => /^q\s*=\s*0(?:\.0*)?$/.test(part)) }
  })
  // The narrowest range counts.
  for (const wanted of ['text/html', 'text/*', '*/*']) {
    const range = ranges.find(({ type }) => type === wanted)
    if (range) return !range.refused
  }
  return ranges.some(({ type, refused }) => type === 'application/xhtml+xml' && !refused)
}

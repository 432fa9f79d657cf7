import { isDeepStrictEqual } from 'node:util'
import type { credentialParts } from '@learnt/contract/baked-credential'
import type { CheckedFile } from '@learnt/contract/credentials'

type Part = (typeof credentialParts)[number]

/** Compares the digest of a PDF with that of the one that was issued; null: it was never fetched. */
export function checkPdf(sha256: string, issued: string | null): CheckedFile {
  if (issued === null) return checked('notYet')
  return checked(sha256 === issued ? 'same' : 'differs')
}

/**
 * Compares a credential with the one that was signed and kept. A stranger's JSON is only ever compared with ours: nothing
 * follows its addresses or works out its graph.
 */
export function checkBadge(text: string, signed: string): CheckedFile {
  const given = parse(text)
  if (!given) return checked('unreadable')
  const kept = JSON.parse(signed) as Json
  if (isDeepStrictEqual(given, kept)) return checked('same')
  if (given.id !== kept.id) return checked('other')
  return checked('differs', partsOf(given, kept))
}

export function checked(outcome: CheckedFile['outcome'], parts: Part[] = []): CheckedFile {
  return { outcome, parts }
}

type Json = Record<string, unknown>

function partsOf(given: Json, kept: Json): Part[] {
  const differing = Object.entries(places)
    .filter(([, path]) => !isDeepStrictEqual(at(given, path), at(kept, path)))
    .map(([part]) => part as Part)
  return differing.length > 0 ? differing : ['rest']
}

/** Where each part stands in a credential. */
const places: Record<Exclude<Part, 'rest'>, readonly string[]> = {
  holderName: ['credentialSubject', 'identifier'],
  title: ['name'],
  issuer: ['issuer'],
  issued: ['validFrom'],
  validUntil: ['validUntil'],
  badge: ['credentialSubject', 'achievement'],
  proof: ['proof'],
}

function at(whole: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), whole)
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

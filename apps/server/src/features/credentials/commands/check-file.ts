import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { credentialParts } from '@learnt/contract/checked-files'
import type { CheckedFile } from '@learnt/contract/credentials'
import { readCredential } from '../signing/bake.ts'

type Part = (typeof credentialParts)[number]

/** Compares a PDF with the one that was issued. `sha256` null: it was never fetched. */
export function checkPdf(file: Buffer, sha256: string | null): CheckedFile {
  if (file.subarray(0, 5).toString('latin1') !== '%PDF-') return { outcome: 'unreadable', parts: [] }
  if (sha256 === null) return { outcome: 'notYet', parts: [] }
  const isSame = createHash('sha256').update(file).digest('hex') === sha256
  return { outcome: isSame ? 'same' : 'differs', parts: [] }
}

/**
 * Compares what is in a file with the credential that was signed and kept. A stranger's JSON is only ever compared with
 * ours: nothing follows its addresses or works out its graph.
 */
export function checkBadge(file: Buffer, signed: string): CheckedFile {
  const text = readCredential(file)
  const given = text === null ? null : parse(text)
  if (!given) return { outcome: 'unreadable', parts: [] }
  const kept = JSON.parse(signed) as Json
  if (isDeepStrictEqual(given, kept)) return { outcome: 'same', parts: [] }
  if (given.id !== kept.id) return { outcome: 'other', parts: [] }
  return { outcome: 'differs', parts: partsOf(given, kept) }
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

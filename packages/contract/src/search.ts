import { z } from 'zod'
import { DocumentType } from './document-kinds.ts'
import { endpoint } from './endpoint.ts'
import { limits } from './measures.ts'

/** What can be found: what one has, what administrators keep, people. Each kind has a rule of its own for who finds it. */
export const foundKinds = [
  'myDocument',
  'document',
  'person',
  'myBadge',
  'badge',
  'myCertificate',
  'certificate',
] as const

export const Found = z.object({
  kind: z.enum(foundKinds),
  /** Of a document; null for anything else. */
  documentType: DocumentType.nullable(),
  /** Of the thing: a document (of one's own course the assignment), a user, an award or a badge, a certificate or a template. */
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  /** A person's team, where the same one is in several. */
  teamId: z.string().optional(),
})
export type Found = z.infer<typeof Found>

export const search = {
  all: endpoint({
    id: 'search.all',
    summary: 'Content and people by their words, as far as the person may find them: ten at most over all kinds.',
    method: 'GET',
    path: '/api/search',
    access: 'signedIn',
    callers: ['token', 'looking'],
    sample: () => ({ query: { q: 'course' } }),
    query: z.object({ q: z.string().trim().min(2).max(100) }),
    response: z.object({ items: z.array(Found).max(limits.pageSuggestions) }),
  }),
}

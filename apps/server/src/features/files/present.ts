import type { DocumentOutline, DocumentPart } from '@learnt/contract/files'
import type { ReadableKind } from '@learnt/contract/readable-kinds'
import type { Ctx } from '../../platform/context.ts'
import { type PreparedRow, signFileUrl, signImages } from './queries.ts'
import type { Reading } from './readers/output.ts'
import type { StoredSlide } from './readers/slides.ts'

const nothingRead: Reading['outline'] = {
  parts: 0,
  words: 0,
  pages: null,
  slides: 0,
  sheets: [],
  isCut: false,
  encoding: '',
  encodingBasis: 'found',
  telling: [],
}

export function presentOutline(ctx: Ctx, kind: ReadableKind, prepared: PreparedRow | undefined): DocumentOutline {
  const state = prepared?.state ?? 'waiting'
  return {
    state,
    kind,
    reason: state === 'failed' ? ctx.t(`files.unreadable.${prepared?.reason}`) : '',
    // Those of earlier versions say less.
    ...nothingRead,
    ...(state === 'ready' ? (prepared?.outline as unknown as Reading['outline']) : {}),
  }
}

type StoredPart = Exclude<DocumentPart, { kind: 'slides' }> | { kind: 'slides'; slides: StoredSlide[] }

/** A stored part as JSON, with addresses for its pictures, signed for the caller. Rows of sheets go as they are. */
export function presentPart(ctx: Ctx, body: string): string {
  if (body.startsWith('{"kind":"sheets"')) return body
  const part = JSON.parse(body) as StoredPart
  return JSON.stringify(signPart(ctx, part))
}

function signPart(ctx: Ctx, part: StoredPart): DocumentPart {
  switch (part.kind) {
    case 'sheets':
      return part
    case 'word':
      return { kind: 'word', html: signImages(ctx, part.html) }
    case 'slides':
      return {
        kind: 'slides',
        slides: part.slides.map((slide) => ({
          ...slide,
          blocks: slide.blocks.map((block) => {
            if (block.kind !== 'picture') return block
            const { fileId, ...picture } = block
            return { ...picture, url: signFileUrl(ctx, { id: fileId, name: 'image.webp' }) }
          }),
        })),
      }
  }
}

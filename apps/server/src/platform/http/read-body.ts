import type { FastifyRequest } from 'fastify'
import { ProblemError } from '../problem.ts'

const bodyMs = 10_000

/** The text of a protocol route's body, of at most so many bytes and not for ever. */
export async function readBodyText({ raw }: FastifyRequest, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  const timer = setTimeout(() => raw.destroy(new ProblemError('too-slow')), bodyMs)
  try {
    for await (const chunk of raw as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new ProblemError('too-large')
      chunks.push(chunk)
    }
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

import type { Readable } from 'node:stream'
import { ProblemError } from '../../../platform/problem.ts'

const LONGEST = 1024 * 1024

/** What another site's page or server posts to a protocol route: form-encoded. */
export async function readForm(stream: Readable): Promise<URLSearchParams> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length
    if (size > LONGEST) throw new ProblemError('too-large')
    parts.push(part)
  }
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'))
}

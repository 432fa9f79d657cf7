import { createHash } from 'node:crypto'
import { api } from '@learnt/contract'
import type { Chance } from '../../apps/server/demo/chance.ts'
import type { Caller } from '../given/calls.ts'
import { givenUpload } from '../given/courses.ts'
import { pause } from './patience.ts'

/** A person who uploads files: acknowledged files can be read back, byte for byte. */
export class FileKeeper {
  readonly findings: string[] = []
  readonly #who: Caller
  readonly #chance: Chance
  readonly #kept = new Map<string, string>()
  #count = 0
  #working = false
  #loop: Promise<void> | undefined

  constructor(who: Caller, chance: Chance) {
    this.#who = who
    this.#chance = chance
  }

  get kept(): number {
    return this.#kept.size
  }

  start(): void {
    if (this.#working) return
    this.#working = true
    this.#loop = (async () => {
      while (this.#working) {
        // An unacknowledged file may exist or not: it is not uploaded again.
        await inTime(this.#handIn()).catch(() => {})
        await pause(this.#chance.int(50, 400))
      }
    })()
  }

  async rest(): Promise<void> {
    this.#working = false
    await this.#loop
  }

  /** Reads everything that was acknowledged, within a minute. */
  async prove(): Promise<void> {
    const began = Date.now()
    for (const [fileId, digest] of this.#kept) {
      for (;;) {
        const found = await inTime(this.#read(fileId)).catch((error: Error) => error)
        if (found === digest) break
        if (typeof found === 'string' || Date.now() - began > 60_000) {
          this.findings.push(`LOST file ${fileId}: ${typeof found === 'string' ? 'other bytes' : found.message}`)
          break
        }
        await pause(250)
      }
    }
  }

  async #handIn(): Promise<void> {
    const lines = Array.from({ length: this.#chance.int(1, 2000) }, () => String(this.#chance.next())).join('\n')
    const bytes = Buffer.from(`%PDF-1.7\n% ${++this.#count}\n${lines}\n%%EOF\n`)
    const uploadId = await givenUpload(this.#who, `file-${this.#count}.pdf`, bytes)
    const file = await this.#who.call(api.files.adopt, { body: { uploadId, purpose: 'document' } })
    this.#kept.set(file.id, createHash('sha256').update(bytes).digest('hex'))
  }

  async #read(fileId: string): Promise<string> {
    const { url } = await this.#who.call(api.files.get, { params: { fileId } })
    const reply = await this.#who.fetch(new URL(url, this.#who.url).pathname + new URL(url, this.#who.url).search)
    if (!reply.ok) throw new Error(`answered with ${reply.status}`)
    return createHash('sha256')
      .update(Buffer.from(await reply.arrayBuffer()))
      .digest('hex')
  }
}

/** The connection may be silent, and nobody else waits for the answer. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    pause(15_000).then(() => {
      throw new Error('no answer in 15 s')
    }),
  ])
}

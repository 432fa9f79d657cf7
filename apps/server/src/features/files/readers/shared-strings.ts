import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { DocumentUnreadable } from './unreadable.ts'

const blockBytes = 128 * 1024
/** Blocks in memory; the others wait in a file. 12 MB hold the texts of most workbooks. */
const blocksInMemory = 96
const mostStrings = 16 * 1024 * 1024

/**
 * The texts of a workbook by the numbers in its cells. They may need more than the memory: they are stored in blocks,
 * and the last ones used stay in memory.
 */
export class SharedStrings {
  #block = Buffer.allocUnsafe(blockBytes)
  #used = 0
  /** Where each text begins: its block and its place there. */
  #places = new Uint32Array(1024)
  #blocks = new Uint32Array(1024)
  #count = 0
  #blockNumber = 0
  #fd: number | null = null
  /** What is forgotten here was written to the file before. */
  readonly #memory = new LRUCache<number, Buffer>({
    max: blocksInMemory,
    dispose: (block, number, reason) => {
      if (reason === 'evict') this.#write(number, block)
    },
  })
  readonly #written = new Set<number>()

  get size(): number {
    return this.#count
  }

  add(text: string): void {
    if (this.#count >= mostStrings) throw new DocumentUnreadable('tooLarge')
    const bytes = Buffer.from(text)
    // Cells are cut long before a block is full.
    if (this.#used + bytes.length + 4 > blockBytes) this.#next()
    if (this.#count === this.#places.length) {
      this.#places = grown(this.#places)
      this.#blocks = grown(this.#blocks)
    }
    this.#blocks[this.#count] = this.#blockNumber
    this.#places[this.#count] = this.#used
    this.#count++
    this.#block.writeUInt32LE(bytes.length, this.#used)
    bytes.copy(this.#block, this.#used + 4)
    this.#used += bytes.length + 4
  }

  /** '' for a number that no text has. */
  get(index: number): string {
    if (!(index >= 0 && index < this.#count)) return ''
    const number = this.#blocks[index] as number
    const block = number === this.#blockNumber ? this.#block : this.#read(number)
    const place = this.#places[index] as number
    const length = block.readUInt32LE(place)
    return block.toString('utf8', place + 4, place + 4 + length)
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd)
    this.#fd = null
  }

  #next(): void {
    this.#memory.set(this.#blockNumber, this.#block)
    this.#block = Buffer.allocUnsafe(blockBytes)
    this.#blockNumber++
    this.#used = 0
  }

  #write(number: number, block: Buffer): void {
    if (this.#written.has(number)) return
    if (this.#fd === null) {
      const path = join(tmpdir(), `learnt-texts-${process.pid}-${crypto.randomUUID()}`)
      this.#fd = openSync(path, 'wx+', 0o600)
      // Without a name it is gone with its last reader, however that ends.
      unlinkSync(path)
    }
    writeSync(this.#fd, block, 0, blockBytes, number * blockBytes)
    this.#written.add(number)
  }

  #read(number: number): Buffer {
    const known = this.#memory.get(number)
    if (known) return known
    const block = Buffer.allocUnsafe(blockBytes)
    readSync(this.#fd as number, block, 0, blockBytes, number * blockBytes)
    this.#memory.set(number, block)
    return block
  }
}

function grown(before: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const after = new Uint32Array(before.length * 2)
  after.set(before)
  return after
}

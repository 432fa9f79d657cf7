import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import type { UploadEvents } from '../../ui/upload.ts'
import { purposeOf, typeOfStored } from '../documents/document-files.ts'

const sent = new Map<string, UploadEvents>()
vi.mock('../../ui/upload.ts', () => ({
  startUpload: async (_: string, file: File, events: UploadEvents) => {
    sent.set(file.name, events)
    return { pause: () => {}, resume: () => {}, abandon: async () => {} }
  },
}))

// Files of one worker share their modules: this one loads its own, which know the uploads above.
vi.resetModules()
const calls = await import('../../api/call.ts')
const { createDroppedFiles } = await import('./dropped-files.ts')
afterAll(() => vi.resetModules())

const words = { lost: 'lost', failed: () => 'not a PDF', wrongType: 'wrong type', tooLarge: 'too large' }
const file = (name: string, type = '') => new File(['x'], name, { type })
const begun = (name: string) => vi.waitFor(() => expect(sent.has(name)).toBe(true), { timeout: 20_000 })

beforeEach(() => sent.clear())

it('makes a resource of each file, two at a time, and names those that are refused while the others go on', async () => {
  const made: string[] = []
  vi.spyOn(calls, 'call').mockImplementation((async (operation: { id: string }, input: { body: never }) => {
    const { uploadId, fileId } = input.body as { uploadId?: string; fileId?: string }
    if (operation.id === 'files.adopt') {
      if (uploadId === 'broken.pdf') throw new Error('refused')
      return { id: uploadId }
    }
    made.push(String(fileId))
    return { id: `of ${fileId}` }
  }) as never)
  const dropped = createDroppedFiles(words, () => {})
  dropped.add([file('a.docx'), file('broken.pdf'), file('c.csv'), file('run.exe')])
  const stands = () => dropped.read().map((one) => one.refused ?? one.resourceId ?? one.upload?.at ?? 'waiting')
  await begun('broken.pdf')
  expect(stands()).toEqual(['running', 'running', 'waiting', 'wrong type'])
  expect(dropped.isBusy()).toBe(true)

  await sent.get('broken.pdf')?.onDone('broken.pdf')
  await begun('c.csv')
  expect(stands()).toEqual(['running', 'refused', 'running', 'wrong type'])
  for (const name of ['a.docx', 'c.csv']) await sent.get(name)?.onDone(name)
  expect(stands()).toEqual(['of a.docx', 'refused', 'of c.csv', 'wrong type'])
  expect(dropped.read()[1]?.upload).toMatchObject({ reason: 'not a PDF' })
  expect(made).toEqual(['a.docx', 'c.csv'])
  expect(dropped.isBusy()).toBe(false)
  dropped.clear()
  expect(dropped.read()).toEqual([])
})

it('knows what a file is for by its name', () => {
  const purposes = ['a.PDF', 'b.xlsx', 'c.png', 'd.mp4', 'e.mp3', 'f.zip'].map((name) => purposeOf(file(name)))
  expect(purposes).toEqual(['document', 'document', 'image', 'video', 'audio', null])
  expect(purposeOf(file('voice.webm', 'audio/webm'))).toBe('audio')
  expect(typeOfStored({ name: 'Plan.xlsx' }, 'document')).toBe('excel')
  expect(typeOfStored({ name: 'Plan.png' }, 'image')).toBe('image')
})

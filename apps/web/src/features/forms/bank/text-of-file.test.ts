import { beforeEach, expect, test } from 'vitest'
import { keepEncoding, readTextFile, tellingTexts, textOf } from './text-of-file.ts'

const json = '{"questions": [\n{"title": "Größe der Änderung?", "points": 1}]}'
const latin = Uint8Array.from(json, (letter) => letter.charCodeAt(0))
const fileOf = (bytes: BlobPart) => new File([bytes], 'questions.json')

beforeEach(() => localStorage.clear())

test('a file of questions is Unicode, with or without a mark', async () => {
  for (const bytes of [json, `\uFEFF${json}`]) {
    const file = await readTextFile(fileOf(bytes), 'en')
    expect(file.found).toEqual({ encoding: 'utf-8', basis: 'found' })
    expect(textOf(file, 'utf-8')).toBe(json)
  }
})

test('another one is guessed, shows the texts that tell, and is read as the last one was', async () => {
  const file = await readTextFile(fileOf(latin), 'de-AT')
  expect(file.found).toEqual({ encoding: 'windows-1252', basis: 'guessed' })
  expect(tellingTexts(textOf(file, 'windows-1252'))).toEqual([{ line: 2, cells: ['Größe der Änderung?'] }])
  keepEncoding('windows-1250')
  expect((await readTextFile(fileOf(latin), 'de')).found).toEqual({ encoding: 'windows-1250', basis: 'remembered' })
})

import { expect, test } from 'vitest'
import { readCaptions } from './captions.ts'
import { ContentRefused } from './refused.ts'

function reasonOf(text: string | Buffer): unknown {
  try {
    readCaptions(Buffer.from(text as string))
    return null
  } catch (error) {
    if (!(error instanceof ContentRefused)) throw error
    return { reason: error.reason, ...error.values }
  }
}

test('SubRip becomes WebVTT, in order of time, without its own marks', () => {
  const srt =
    '\uFEFF2\r\n00:00:03,500 --> 00:00:05,000\r\n<font color="#f00"><i>two</i></font>\r\nlines {\\an8}here\r\n\r\n1\r\n0:00:01,0 --> 0:00:02,5\r\none --> arrow\r\n\r\n'
  expect(readCaptions(Buffer.from(srt))).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\none → arrow\n\n00:00:03.500 --> 00:00:05.000\n<i>two</i>\nlines here\n',
  )
})

test('an empty line inside a SubRip caption does not end it', () => {
  expect(readCaptions(Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nfirst\n\nsecond\n'))).toContain('first\nsecond')
})

test('WebVTT keeps ids, settings and text, and loses styles and comments', () => {
  const vtt =
    'WEBVTT - title\nKind: captions\n\nSTYLE\n::cue { background: url(https://evil.test/) }\n\nNOTE a comment\n\nintro\n00:01.000 --> 00:04.000 line:80% align:start\n<v Ada>Hello\n\n01:00:00.000 --> 01:00:02.250\nمرحبا\n'
  expect(readCaptions(Buffer.from(vtt))).toBe(
    'WEBVTT\n\nintro\n00:00:01.000 --> 00:00:04.000 line:80% align:start\n<v Ada>Hello\n\n01:00:00.000 --> 01:00:02.250\nمرحبا\n',
  )
})

test('UTF-16 is understood by its mark', () => {
  const text = '\uFEFF1\n00:00:01,000 --> 00:00:02,000\nπ\n'
  expect(readCaptions(Buffer.from(text, 'utf16le'))).toContain('π')
})

test('says what is wrong and where', () => {
  expect(reasonOf(Buffer.from([0x31, 0x0a, 0xe4, 0xf6, 0xfc]))).toEqual({ reason: 'captionsEncoding' })
  expect(reasonOf('WEBVTT\n\n')).toEqual({ reason: 'captionsNone' })
  expect(reasonOf('just some text\nwith lines')).toEqual({ reason: 'captionsLine', line: 1 })
  expect(reasonOf('WEBVTT\n\n00:04.000 --> 00:01.000\nbackwards\n')).toEqual({ reason: 'captionsLine', line: 3 })
  expect(reasonOf('1\n00:00:01,000 --> 00:99:02,000\nx\n')).toEqual({ reason: 'captionsLine', line: 2 })
  expect(reasonOf('')).toEqual({ reason: 'captions' })
})

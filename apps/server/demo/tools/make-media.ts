/**
 * Makes recordings, films, captions, handouts and checklists: `node apps/server/demo/tools/make-media.ts [name ...]`.
 * Needs a Chromium, ffmpeg, flite (voices slt and rms) on the path: `apt-get install ffmpeg flite`. Only for authoring: the results are
 * committed. A name is a file name without its ending; without names everything is made.
 */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { type Cue, type Narration, type NarrationKey, narrations } from '../narrations.ts'
import { openChromium } from './chromium.ts'
import { drawingPage, fontStyle } from './drawing-page.ts'
import { filmSize, films, frame } from './films.ts'
import { handoutPage, handouts, openingChecklist } from './handouts.ts'
import { writeMediaList } from './media-list.ts'

const rate = 24_000
const framesPerSecond = 12
const media = new URL('../media/', import.meta.url)
const work = await mkdtemp(join(tmpdir(), 'media-'))
const asked = process.argv.slice(2)

/** Rumble off, a little presence, an even level. */
const master =
  'highpass=f=90,equalizer=f=220:t=q:w=1:g=-2,equalizer=f=3200:t=q:w=1:g=2,acompressor=threshold=-20dB:ratio=2.5:attack=8:release=120,loudnorm=I=-17:TP=-1.5:LRA=8'

interface Spoken {
  cue: Cue
  from: number
  to: number
}

for (const folder of ['audio', 'video', 'documents']) await mkdir(new URL(`${folder}/`, media), { recursive: true })
await makeRecordings()
await makeMetronome()
await makeFilms()
await makeDocuments()
await rm(work, { recursive: true })
await writeMediaList()

function wanted(name: string): boolean {
  return asked.length === 0 || asked.includes(name)
}

async function makeRecordings(): Promise<void> {
  for (const name of ['feedback-conversation', 'customer-call', 'desk-break', 'emergency-call'] as const) {
    if (!wanted(name)) continue
    const { sound, spoken } = await speak(name)
    const wav = join(work, `${name}.wav`)
    await writeFile(wav, sound)
    await run('ffmpeg', [
      '-y',
      '-i',
      wav,
      '-af',
      master,
      '-ac',
      '1',
      '-ar',
      `${rate}`,
      '-c:a',
      'libmp3lame',
      '-b:a',
      '40k',
      '-map_metadata',
      '-1',
      pathOf(`audio/${name}.mp3`),
    ])
    await writeFile(new URL(`audio/${name}.en.vtt`, media), captions(spoken, 'en'))
  }
}

/** 110 compressions a minute, the first of each 30 higher: a plain WAV that every browser plays. */
async function makeMetronome(): Promise<void> {
  if (!wanted('compression-rhythm')) return
  const seconds = 18
  const samples = 8000
  const data = Buffer.alloc(seconds * samples, 128)
  const beat = (60 / 110) * samples
  for (let index = 0; index * beat < data.length - 900; index++) {
    const tone = index % 30 === 0 ? 1320 : 880
    const start = Math.round(index * beat)
    for (let i = 0; i < 640; i++) {
      data[start + i] = 128 + Math.round(92 * Math.exp(-i / 150) * Math.sin((2 * Math.PI * tone * i) / samples))
    }
  }
  await writeFile(new URL('audio/compression-rhythm.wav', media), wavOf(data, samples, 8))
  await writeFile(
    new URL('audio/compression-rhythm.en.vtt', media),
    'WEBVTT\n\n00:00:00.000 --> 00:00:18.000\n[110 clicks a minute; a higher click marks the first of each 30]\n',
  )
}

async function makeFilms(): Promise<void> {
  const chromium = await openChromium()
  const head = `<meta charset="utf-8">${fontStyle()}`
  for (const [name, film] of Object.entries(films)) {
    if (!wanted(name)) continue
    const { sound, spoken, seconds } = await speak(film.narration)
    const wav = join(work, `${name}.wav`)
    await writeFile(wav, sound)
    const show = await chromium.film(head, { ...filmSize, scale: 1 })
    const picturesOf = Math.ceil(seconds * framesPerSecond)
    const silent = join(work, `${name}.mkv`)
    const encoder = spawn(
      'ffmpeg',
      [
        '-y',
        '-v',
        'error',
        '-f',
        'image2pipe',
        '-c:v',
        'mjpeg',
        '-framerate',
        `${framesPerSecond}`,
        '-i',
        '-',
        '-c:v',
        'libx264',
        '-qp',
        '0',
        '-preset',
        'ultrafast',
        '-pix_fmt',
        'yuv444p',
        silent,
      ],
      { stdio: ['pipe', 'inherit', 'inherit'] },
    )
    for (let index = 0; index < picturesOf; index++) {
      const now = index / framesPerSecond
      const cue = Math.max(
        0,
        spoken.findLastIndex((one) => one.from <= now),
      )
      const begin = cue === 0 ? 0 : (spoken[cue]?.from ?? 0)
      const end = spoken[cue + 1]?.from ?? seconds
      const picture = await show(frame(film, cue, Math.min(1, (now - begin) / (end - begin)), now))
      if (!encoder.stdin.write(picture)) await new Promise((resolve) => encoder.stdin.once('drain', resolve))
    }
    encoder.stdin.end()
    await new Promise((resolve) => encoder.once('exit', resolve))
    const both = [
      '-y',
      '-i',
      silent,
      '-i',
      wav,
      '-map',
      '0:v',
      '-map',
      '1:a',
      '-af',
      master,
      '-ac',
      '1',
      '-map_metadata',
      '-1',
      '-shortest',
      '-pix_fmt',
      'yuv420p',
    ]
    await run('ffmpeg', [
      ...both,
      '-c:v',
      'libx264',
      '-preset',
      'veryslow',
      '-tune',
      'animation',
      '-crf',
      '29',
      '-g',
      '48',
      '-profile:v',
      'main',
      '-c:a',
      'aac',
      '-b:a',
      '48k',
      '-ar',
      `${rate}`,
      '-movflags',
      '+faststart',
      pathOf(`video/${name}.mp4`),
    ])
    if (name === 'first-steps') {
      await run('ffmpeg', [
        ...both,
        '-c:v',
        'libvpx-vp9',
        '-crf',
        '40',
        '-b:v',
        '0',
        '-g',
        '48',
        '-row-mt',
        '1',
        '-c:a',
        'libopus',
        '-b:a',
        '32k',
        '-ar',
        '48000',
        pathOf(`video/${name}.webm`),
      ])
    }
    await writeFile(new URL(`video/${name}.en.vtt`, media), captions(spoken, 'en'))
    if (spoken.every(({ cue }) => cue.ar))
      await writeFile(new URL(`video/${name}.ar.vtt`, media), captions(spoken, 'ar'))
    const posterAt = Math.floor(spoken.length / 2)
    const poster = await chromium.picture(
      drawingPage(frame(film, posterAt, 0.7, (spoken[posterAt]?.from ?? 0) + 2), fontStyle()),
      { ...filmSize, scale: 1 },
    )
    await writeFile(new URL(`video/${name}.webp`, media), await sharp(poster).webp({ quality: 80 }).toBuffer())
  }
  await chromium.close()
}

async function makeDocuments(): Promise<void> {
  const chromium = await openChromium()
  for (const [name, handout] of Object.entries(handouts)) {
    if (wanted(name))
      await writeFile(new URL(`documents/${name}.pdf`, media), await chromium.print(handoutPage(handout)))
  }
  await chromium.close()
  const rows = openingChecklist.map((row) =>
    row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','),
  )
  // The mark at the start lets spreadsheets read the degree sign right.
  await writeFile(new URL('documents/opening-checklist.csv', media), `\ufeff${rows.join('\r\n')}\r\n`)
}

async function speak(key: NarrationKey): Promise<{ sound: Buffer; spoken: Spoken[]; seconds: number }> {
  const { cues }: Narration = narrations[key]
  const speakers = [...new Set(cues.map((cue) => cue.speaker))]
  const parts: Buffer[] = []
  const spoken: Spoken[] = []
  let samples = 0
  const add = (part: Buffer) => {
    parts.push(part)
    samples += part.length / 2
  }
  add(silence(0.5))
  for (const [index, cue] of cues.entries()) {
    const voice = speakers.indexOf(cue.speaker) === 0 ? 'slt' : 'rms'
    const raw = join(work, `${key}-${index}.wav`)
    await run('flite', [
      '-voice',
      voice,
      '--setf',
      `duration_stretch=${voice === 'slt' ? 1.06 : 1.0}`,
      '-t',
      cue.say ?? cue.text,
      '-o',
      raw,
    ])
    const even = join(work, `${key}-${index}.raw`)
    await run('ffmpeg', [
      '-y',
      '-i',
      raw,
      '-af',
      'silenceremove=start_periods=1:start_threshold=-50dB,areverse,silenceremove=start_periods=1:start_threshold=-50dB,areverse',
      '-ac',
      '1',
      '-ar',
      `${rate}`,
      '-f',
      's16le',
      even,
    ])
    const from = samples / rate
    add(await readFile(even))
    spoken.push({ cue, from, to: samples / rate })
    add(silence(cue.pause ?? 0.45))
  }
  add(silence(0.6))
  return { sound: wavOf(Buffer.concat(parts), rate, 16), spoken, seconds: samples / rate }
}

function silence(seconds: number): Buffer {
  return Buffer.alloc(Math.round(seconds * rate) * 2)
}

function wavOf(data: Buffer, sampleRate: number, bits: 8 | 16): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(sampleRate, 24)
  head.writeUInt32LE((sampleRate * bits) / 8, 28)
  head.writeUInt16LE(bits / 8, 32)
  head.writeUInt16LE(bits, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

/** WebVTT with lines of at most about 42 letters, two at a time; a long cue is split by the share of its letters. */
function captions(spoken: Spoken[], language: 'en' | 'ar'): string {
  const blocks: string[] = []
  for (const { cue, from, to } of spoken) {
    const words = language === 'ar' ? (cue.ar ?? cue.text) : cue.text
    const screens = chunk(chunk([words], 42, ' '), 2)
    const letters = screens.map((lines) => lines.join(' ').length)
    const all = letters.reduce((sum, n) => sum + n, 0)
    let before = 0
    for (const [index, lines] of screens.entries()) {
      const start = from + ((to - from) * before) / all
      before += letters[index] ?? 0
      const end = from + ((to - from) * before) / all
      const voice = cue.speaker && language === 'en' ? `<v ${cue.speaker}>` : ''
      blocks.push(`${stamp(start)} --> ${stamp(end)}\n${voice}${lines.join('\n')}`)
    }
  }
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`
}

function chunk(items: string[], size: number, separator: string): string[]
function chunk(items: string[], size: number): string[][]
function chunk(items: string[], size: number, separator?: string): string[] | string[][] {
  if (separator === undefined) {
    return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, i * size + size))
  }
  const words = items.join(separator).split(separator)
  const count = Math.ceil(items.join(separator).length / size)
  const goal = items.join(separator).length / count
  const lines: string[] = []
  let line = ''
  for (const word of words) {
    const longer = line ? `${line}${separator}${word}` : word
    if (line && (longer.length > size || (line.length >= goal * 0.94 && longer.length > goal * 1.06))) {
      lines.push(line)
      line = word
    } else {
      line = longer
    }
  }
  return [...lines, line]
}

function stamp(seconds: number): string {
  const whole = Math.round(seconds * 1000)
  const two = (n: number, width = 2) => String(n).padStart(width, '0')
  return `${two(Math.floor(whole / 3_600_000))}:${two(Math.floor(whole / 60_000) % 60)}:${two(Math.floor(whole / 1000) % 60)}.${two(whole % 1000, 3)}`
}

function pathOf(path: string): string {
  return fileURLToPath(new URL(path, media))
}

async function run(program: string, options: string[]): Promise<void> {
  const child = spawn(program, program === 'ffmpeg' ? ['-v', 'error', ...options] : options, {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const status = await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject))
  if (status !== 0) throw new Error(`${program} ended with ${status}`)
}

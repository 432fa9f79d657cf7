import { type DestinationStream, type Logger, pino, symbols } from 'pino'
import type { Settings } from './env.ts'

/** How long a line may wait for others. */
const GATHER_MS = 100
const GATHER_BYTES = 8192
const WARN = 40

/** JSON lines on standard error; what people are told goes to standard output. Passwords and tokens never get here. */
export function createLog(
  settings: Pick<Settings, 'logLevel'>,
  destination: DestinationStream = toStandardError(),
): Logger {
  return pino(
    {
      // On a terminal people read what Learnt says, and of the log only what is wrong; LOG_LEVEL decides otherwise.
      level: process.stderr.isTTY && !process.env.LOG_LEVEL ? 'warn' : settings.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: ['req.headers', '*.password', '*.token', '*.cookie'], censor: '[removed]' },
    },
    destination,
  )
}

let standardError: DestinationStream | undefined

/** One for the process, however many logs it makes: each has something to do at the end. */
function toStandardError(): DestinationStream {
  standardError ??= gathered(pino.destination({ fd: 2, sync: false }))
  return standardError
}

/**
 * Lines go out together, since each by itself wakes a thread to write it, which costs what a small question to the
 * database does. A warning goes at once, with what was said before it, and so does what waits when the process ends.
 */
export function gathered(out: { write(text: string): unknown; flushSync(): void }): DestinationStream {
  let waiting = ''
  let timer: NodeJS.Timeout | null = null
  const send = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (waiting !== '') out.write(waiting)
    waiting = ''
  }
  process.on('exit', () => {
    send()
    out.flushSync()
  })
  const stream = {
    [symbols.needsMetadataGsym]: true,
    // Set by pino before each line.
    lastLevel: 0,
    write(line: string) {
      waiting += line
      if (stream.lastLevel >= WARN || waiting.length >= GATHER_BYTES) send()
      else timer ??= setTimeout(send, GATHER_MS).unref()
    },
  }
  return stream
}

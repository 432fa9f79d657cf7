import { type DestinationStream, type Logger, pino, symbols } from 'pino'
import type { Settings } from './env.ts'

/** How long a line may wait for others. */
const GATHER_MS = 100
const GATHER_BYTES = 8192
const WARN = 40

/** JSON lines on standard error; what people are told goes to standard output. Passwords and tokens never get here. */
export function createLog(
  settings: Pick<Settings, 'logLevel'>,
  destination: DestinationStream = gathered(pino.destination({ fd: 2, sync: false, minLength: GATHER_BYTES })),
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

/**
 * Lines go out together, since each by itself wakes a thread to write it, which costs what a small question to the
 * database does. A warning goes at once, with what was said before it; what still waits at the end of the process is
 * written by the destination.
 */
export function gathered(out: { write(line: string): unknown; flush(): void }): DestinationStream {
  let timer: NodeJS.Timeout | null = null
  const flush = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    out.flush()
  }
  const stream = {
    [symbols.needsMetadataGsym]: true,
    // Set by pino before each line.
    lastLevel: 0,
    write(line: string) {
      out.write(line)
      if (stream.lastLevel >= WARN) flush()
      else timer ??= setTimeout(flush, GATHER_MS).unref()
    },
  }
  return stream
}

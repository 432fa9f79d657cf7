import { type DestinationStream, type Logger, pino } from 'pino'
import type { Settings } from './env.ts'

/** JSON lines on standard error; what people are told goes to standard output. Passwords and tokens never get here. */
export function createLog(
  settings: Pick<Settings, 'logLevel'>,
  destination: DestinationStream = pino.destination({ fd: 2, sync: false }),
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

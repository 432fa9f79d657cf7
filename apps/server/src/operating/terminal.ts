import { text } from 'node:stream/consumers'

/** Where the command line reads and writes; tests bring their own. */
export interface CliTerminal {
  out(text: string): void
  error(text: string): void
  /** Standard input, or null where a person sits at it. */
  input(): Promise<string | null>
}

export const terminal: CliTerminal = {
  out: (line) => void process.stdout.write(`${line}\n`),
  error: (line) => void process.stderr.write(`${line}\n`),
  input: async () => (process.stdin.isTTY ? null : text(process.stdin)),
}

/** A mistake in what was typed: said in one sentence. */
export class UsageError extends Error {}

/** What parseArgs throws at options that it does not know. */
export function isArgumentError(error: unknown): error is Error {
  return error instanceof TypeError && String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS')
}

import { z } from 'zod'

/**
 * States of an import, from its upload to its undo.
 * - `mapping`: the file is there, its columns are not assigned yet
 * - `checking`: a job reads it
 * - `checked`: the dry run is ready
 * - `committing`, `done`: a job carries out the good rows
 * - `stopped`: it was cancelled or failed on the way; it can go on or be taken back
 * - `undoing`, `undone`: it is taken back
 * - `failed`: the file could not be read; nothing was changed
 * - `discarded`: somebody gave it up before it changed anything
 */
export const importStates = [
  'mapping',
  'checking',
  'checked',
  'committing',
  'done',
  'stopped',
  'undoing',
  'undone',
  'failed',
  'discarded',
] as const
export const ImportState = z.enum(importStates)
export type ImportState = z.infer<typeof ImportState>

/** What may be done in which state. */
export const importSteps = {
  check: ['mapping', 'checked', 'failed'],
  commit: ['checked', 'stopped'],
  undo: ['done', 'stopped'],
  discard: ['mapping', 'checked', 'failed'],
} as const satisfies Record<string, readonly ImportState[]>
export type ImportStep = keyof typeof importSteps

/** States in which a job of the run works; a team has one such run at a time. */
export const importStatesAtWork: readonly ImportState[] = ['checking', 'committing', 'undoing']

export const importLimits = { columns: 200, rows: 500_000, megabytes: 200 } as const

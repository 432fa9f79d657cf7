import type { RunMode, RuntimeCall, RuntimeCommit } from './runtime.ts'

/**
 * Messages between the page that frames a package and the player page on the content origin.
 * No zod here: the player loads this before the learner's package, and it should be small. What a package can reach it
 * can also say, so the application takes every message as a hint and fetches the truth from the server.
 */
export const playerProtocol = 1

/** Sent by the player to its parent, once, with the application's origin as target. */
export interface PlayerReady {
  learnt: 'player-ready'
  protocol: number
}

/** The one answer to it; a MessagePort travels with it. */
export interface PlayerStart {
  learnt: 'player-start'
  protocol: number
  token: string
  epoch: number
  mode: RunMode
  language: string
  direction: 'ltr' | 'rtl'
  /** Light or dark, as the application is just now. */
  scheme: 'light' | 'dark'
  title: string
  /** Records of earlier launches that the application kept because the player's own storage was denied. */
  pending: JournalRecord[]
}

/** An unsent commit, kept until the server has it. `seal` is a MAC: other packages of the host could write here too. */
export interface JournalRecord {
  attemptId: string
  epoch: number
  seq: number
  sco: string
  /** The whole of an item without its calls; or calls alone, which are added and never written again. */
  commit: RuntimeCommit | { calls: RuntimeCall[] }
  seal: string
}

export type PlayerEvent =
  | { type: 'ready'; several: boolean }
  /** Everything said so far is durable on the server since `at`, by the server's clock. `end`: the item said goodbye. */
  | { type: 'saved'; at: string; end: boolean }
  /** Something is not on the server yet; `offline` once a send has failed. */
  | { type: 'unsaved'; offline: boolean }
  | { type: 'progress'; state: string; progress: number; scorePercent: number | null; item: string | null }
  /** `finished`: the package said goodbye by itself; the others are its request to be closed. */
  | { type: 'exit'; reason: 'finished' | 'exitAll' | 'suspendAll' | 'abandonAll' | 'timeLimit' }
  | { type: 'error'; code: PlayerErrorCode }
  /** Answer to `close`: `saved` false means that the last words wait in the local queue. */
  | { type: 'closed'; saved: boolean }
  /** The token has run out; the page launches again and sends `renewed`. */
  | { type: 'renew' }
  | { type: 'journal-put'; record: JournalRecord }
  | { type: 'journal-delete'; attemptId: string; epoch: number; sco: string; seq: number }

export const playerErrorCodes = [
  'state-failed',
  'not-allowed',
  'stale',
  'refused',
  'nothing-to-open',
  'storage-full',
  'protocol',
] as const
export type PlayerErrorCode = (typeof playerErrorCodes)[number]

export type PlayerCommand = { type: 'close' } | { type: 'renewed'; token: string; epoch: number }

/** What the frame of the player and the frame of the package may do. Never allow-top-navigation. */
export const playerSandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-modals allow-downloads'
/** Most packages say goodbye in their unload handler. */
export const playerAllow = 'unload; fullscreen; autoplay'

export function isPlayerReady(data: unknown): data is PlayerReady {
  return isRecord(data) && data.learnt === 'player-ready' && data.protocol === playerProtocol
}

export function isPlayerStart(data: unknown): data is PlayerStart {
  return (
    isRecord(data) &&
    data.learnt === 'player-start' &&
    data.protocol === playerProtocol &&
    typeof data.token === 'string' &&
    typeof data.epoch === 'number' &&
    typeof data.language === 'string' &&
    Array.isArray(data.pending)
  )
}

/** Checks the shape of what came over the port; everything else is ignored. */
export function readPlayerEvent(data: unknown): PlayerEvent | null {
  if (!isRecord(data)) return null
  switch (data.type) {
    case 'ready':
      return { type: 'ready', several: data.several === true }
    case 'saved':
      return typeof data.at === 'string' ? { type: 'saved', at: data.at, end: data.end === true } : null
    case 'unsaved':
      return { type: 'unsaved', offline: data.offline === true }
    case 'progress':
      return typeof data.state === 'string' && typeof data.progress === 'number'
        ? {
            type: 'progress',
            state: data.state,
            progress: Math.min(100, Math.max(0, data.progress)),
            scorePercent: typeof data.scorePercent === 'number' ? data.scorePercent : null,
            item: typeof data.item === 'string' ? data.item : null,
          }
        : null
    case 'exit': {
      const reason = data.reason
      return reason === 'finished' ||
        reason === 'exitAll' ||
        reason === 'suspendAll' ||
        reason === 'abandonAll' ||
        reason === 'timeLimit'
        ? { type: 'exit', reason }
        : null
    }
    case 'error': {
      const code = playerErrorCodes.find((known) => known === data.code)
      return code ? { type: 'error', code } : null
    }
    case 'closed':
      return { type: 'closed', saved: data.saved === true }
    case 'renew':
      return { type: 'renew' }
    case 'journal-put':
      return isJournalRecord(data.record) ? { type: 'journal-put', record: data.record } : null
    case 'journal-delete':
      return typeof data.attemptId === 'string' &&
        typeof data.epoch === 'number' &&
        typeof data.sco === 'string' &&
        typeof data.seq === 'number'
        ? { type: 'journal-delete', attemptId: data.attemptId, epoch: data.epoch, sco: data.sco, seq: data.seq }
        : null
    default:
      return null
  }
}

export function readPlayerCommand(data: unknown): PlayerCommand | null {
  if (!isRecord(data)) return null
  if (data.type === 'close') return { type: 'close' }
  if (data.type === 'renewed' && typeof data.token === 'string' && typeof data.epoch === 'number') {
    return { type: 'renewed', token: data.token, epoch: data.epoch }
  }
  return null
}

export function isJournalRecord(data: unknown): data is JournalRecord {
  return (
    isRecord(data) &&
    typeof data.attemptId === 'string' &&
    typeof data.epoch === 'number' &&
    typeof data.seq === 'number' &&
    typeof data.sco === 'string' &&
    typeof data.seal === 'string' &&
    isRecord(data.commit)
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

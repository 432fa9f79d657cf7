import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { OpenForm } from '@learnt/contract/forms/operations'

export type AnswerChanges = Record<string, AnswerValue | null>

/** What the server has not confirmed yet, kept on this device until it has. */
export interface KeptAnswers {
  /** By this device's clock, in milliseconds. */
  at: number
  /** What the window had seen of the server when it made the changes. */
  revision: number
  changes: AnswerChanges
  /** The person has submitted, and nobody has heard it yet. */
  submits: boolean
  /** An assessor has submitted with it what the observation came to. */
  judgement?: Judgement | null
}

/** What an observation came to. */
export interface Judgement {
  finish: 'competent' | 'notCompetent'
  comment: string
}

const prefix = 'learnt.form'
const nameOf = (userId: string, submissionId: string) => `${prefix}:${userId}:${submissionId}:`

/** Where one window keeps its unsaved answers; two windows on the same form have two places. */
export function keepAnswers(
  { userId, submissionId, window }: { userId: string; submissionId: string; window: string },
  storage: Storage | null = browserStorage(),
): (kept: KeptAnswers | null) => boolean {
  const name = nameOf(userId, submissionId) + window
  return (kept) => {
    try {
      if (kept) storage?.setItem(name, JSON.stringify(kept))
      else storage?.removeItem(name)
      return storage !== null
    } catch {
      // NOTE no room, or storage is forbidden: the page says that it has to stay open
      return false
    }
  }
}

export interface LeftAnswers extends KeptAnswers {
  window: string
}

/** What windows that are gone have left of a submission, the oldest first. They stay until they are forgotten. */
export async function findLeft(
  { userId, submissionId, window }: { userId: string; submissionId: string; window: string },
  storage: Storage | null = browserStorage(),
): Promise<LeftAnswers[]> {
  const start = nameOf(userId, submissionId)
  const found: LeftAnswers[] = []
  for (const name of namesOf(start, storage)) {
    const other = name.slice(start.length)
    const kept = read(storage?.getItem(name) ?? null)
    if (kept && other !== window && !(await isOpen(other))) found.push({ ...kept, window: other })
  }
  return found.sort((a, b) => a.at - b.at)
}

/** Held while a window is open, so that others know that what it keeps is its own to send. */
export function holdWindow(window: string): () => void {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  void globalThis.navigator?.locks?.request(`${prefix}:${window}`, () => until).catch(() => {})
  return release
}

async function isOpen(window: string): Promise<boolean> {
  const { locks } = globalThis.navigator ?? {}
  if (!locks) return false
  return locks.request(`${prefix}:${window}`, { ifAvailable: true }, (lock) => lock === null).catch(() => false)
}

/** One's own form, or the observation of somebody with it. */
export function placeOfOpen(formId: string, personId: string | null): string {
  return personId === null ? formId : `${formId}:${personId}`
}

/** A form that was opened can be opened again without a network. */
export function keepOpenForm(userId: string, formId: string, form: OpenForm | null, storage = browserStorage()): void {
  const name = `${prefix}.open:${userId}:${formId}`
  try {
    if (form) storage?.setItem(name, JSON.stringify({ form, at: Date.now() }))
    else storage?.removeItem(name)
  } catch {
    // as above: it can then be opened only with a network
  }
}

export function findOpenForm(userId: string, formId: string, storage = browserStorage()): OpenForm | null {
  try {
    const kept = JSON.parse(storage?.getItem(`${prefix}.open:${userId}:${formId}`) ?? 'null') as {
      form: OpenForm
      at: number
    } | null
    if (!kept) return null
    // time has gone on since the server said what time it was
    const now = new Date(Date.parse(kept.form.now) + Math.max(0, Date.now() - kept.at)).toISOString()
    return { ...kept.form, now }
  } catch {
    return null
  }
}

/** Draft of an anonymous form, which never leaves the device before it is submitted. */
export function keepDraft(
  userId: string,
  formId: string,
  answers: AnswerChanges | null,
  storage = browserStorage(),
): void {
  const name = `${prefix}.draft:${userId}:${formId}`
  try {
    if (answers) storage?.setItem(name, JSON.stringify(answers))
    else storage?.removeItem(name)
  } catch {
    // as above
  }
}

export function findDraft(userId: string, formId: string, storage = browserStorage()): AnswerChanges {
  try {
    return (JSON.parse(storage?.getItem(`${prefix}.draft:${userId}:${formId}`) ?? 'null') as AnswerChanges | null) ?? {}
  } catch {
    return {}
  }
}

function namesOf(start: string, storage: Storage | null): string[] {
  const names: string[] = []
  try {
    for (let index = 0; storage && index < storage.length; index++) {
      const name = storage.key(index)
      if (name?.startsWith(start)) names.push(name)
    }
  } catch {
    // NOTE storage is forbidden: nothing was kept
  }
  return names
}

function read(text: string | null): KeptAnswers | null {
  try {
    const value = JSON.parse(text ?? 'null') as KeptAnswers | null
    return value && typeof value.at === 'number' && typeof value.changes === 'object' && value.changes ? value : null
  } catch {
    return null
  }
}

function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage
  } catch {
    return null
  }
}

/** What index.html asked before any script was there, in which language, and when. */
export interface Early {
  at: number
  language: string
  answers: Map<string, Promise<Response>>
}

/** Longer ago than a first page takes on a slow line, an answer is no longer what the server would say. */
const freshMs = 20_000

const holder = globalThis as { early?: Early }

/**
 * The answer to an address that the page has asked already, in the words of `language` ('': of any). Each is taken once,
 * and only a success is an answer: whatever else came may be of a session that was over, and somebody has signed in since.
 */
export async function takeEarly(address: string, language: string): Promise<Response | null> {
  const { early } = holder
  const answer = early?.answers.get(address)
  if (!early || !answer) return null
  early.answers.delete(address)
  if (language !== '' && language !== early.language) return null
  const response = await answer.catch(() => null)
  // NOTE looked at when the answer is here: a change may have been made, or the page laid aside, while it was under way
  return response?.ok && holder.early === early && Date.now() - early.at < freshMs ? response : null
}

/** Somebody signed in, or changed something: what was asked before that is no answer any more. */
export function forgetEarly(): void {
  delete holder.early
}

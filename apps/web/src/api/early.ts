/** What index.html asked before any script was there, in which language, and when. */
export interface Early {
  at: number
  language: string
  answers: Map<string, Promise<Response>>
}

/** Longer ago than a first page takes on a slow line, an answer is no longer what the server would say. */
const freshMs = 20_000

const holder = globalThis as { early?: Early }
if (holder.early) setTimeout(forgetEarly, freshMs)

/**
 * The answer to an address that the page has asked already, in the words of `language` ('': of any). Each is taken once,
 * and only a success is an answer: whatever else came may be of a session that was over, and somebody has signed in since.
 */
export async function takeEarly(address: string, language: string): Promise<Response | null> {
  const { early } = holder
  const answer = early?.answers.get(address)
  if (!early || !answer) return null
  early.answers.delete(address)
  const isOfLanguage = language === '' || language === early.language
  const response = isOfLanguage ? await answer.catch(() => null) : null
  // NOTE looked at when the answer is here: a change may have been made, or the page laid aside, while it was under way
  if (response?.ok && holder.early === early && Date.now() - early.at < freshMs) return response
  drop(answer)
  return null
}

/** Somebody signed in, or changed something: what was asked before that is no answer any more. */
export function forgetEarly(): void {
  holder.early?.answers.forEach(drop)
  delete holder.early
}

/** NOTE an answer that nobody reads keeps its connection, of which a browser has six. */
function drop(answer: Promise<Response>): void {
  answer.then((response) => response.body?.cancel()).catch(() => {})
}

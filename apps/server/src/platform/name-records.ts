import { resolveTxt } from 'node:dns/promises'

/** What asks the name servers; tests put their own in its place. */
export const nameServers = { resolveTxt: (name: string): Promise<string[][]> => resolveTxt(name) }

const ANSWER_MS = 10_000
/** The name servers' own word that there is nothing. */
const nothing = new Set(['ENOTFOUND', 'ENODATA'])

/** The TXT records of a name, each as one text. Null when the name servers did not answer. */
export async function findTextRecords(name: string): Promise<string[] | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ANSWER_MS)
  })
  try {
    const records = await Promise.race([nameServers.resolveTxt(name), late])
    return records?.map((pieces) => pieces.join('')) ?? null
  } catch (error) {
    return nothing.has(String((error as { code?: unknown }).code)) ? [] : null
  } finally {
    clearTimeout(timer)
  }
}

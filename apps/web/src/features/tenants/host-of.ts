import { readHostName } from '@learnt/contract/team-values'

/** The host name in what was typed or pasted, also of a whole address; what holds none stays, to be complained about. */
export function hostOf(typed: string): string {
  const text = typed.trim()
  const address = /^https?:\/\//i.test(text) ? text : `http://${text}`
  const isAddress = address === text || /^[^\s/]+\//.test(text)
  const host = isAddress && URL.canParse(address) ? new URL(address).hostname : text
  return readHostName(host) ?? text
}

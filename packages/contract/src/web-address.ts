// Without schemas: pages read it too, and the contract has neither Node's types nor a browser's.
declare const URL: {
  canParse(address: string): boolean
  new (address: string): { readonly protocol: string; readonly username: string; readonly password: string }
}

/**
 * Another site's address as it is kept and gone to: http or https in small letters, with a host and without a name and
 * password before it. Null for everything else. Whatever names an address (a form, a file, another server) is read by this.
 */
export function readWebAddress(typed: string): string | null {
  const text = typed.trim()
  if (!/^https?:\/\/[^/]/i.test(text) || /\p{Cc}/u.test(text) || !URL.canParse(text)) return null
  const { protocol, username, password } = new URL(text)
  return username === '' && password === '' ? `${protocol}${text.slice(protocol.length)}` : null
}

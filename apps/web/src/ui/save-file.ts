/** Downloads what an address answers, and throws when it does not. `body`: it is sent, for what no address holds. */
export async function saveFile(href: string, fileName: string, body?: object): Promise<void> {
  const sent = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const response = await fetch(href, { credentials: 'same-origin', ...sent })
  if (!response.ok) throw new Error(String(response.status))
  const url = URL.createObjectURL(await response.blob())
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? fileName
  anchor.click()
  setTimeout(() => URL.revokeObjectURL(url), 30_000)
}

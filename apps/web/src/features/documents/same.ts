/** JSON with sorted keys: the database keeps objects in an order of its own. */
export function stable(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}

export function same(a: unknown, b: unknown): boolean {
  return a === b || stable(a) === stable(b)
}

/**
 * Whether two pages read the same: the editor and the server write the same text with other attributes, and addresses of
 * pictures are signed anew for every reader.
 */
export function sameHtml(a: string, b: string): boolean {
  return a === b || bare(a) === bare(b)
}

function bare(html: string): string {
  return html
    .replace(/<(\/?[a-z0-9]+)([^>]*)>/gi, (_, tag: string, attributes: string) => {
      const means =
        /(?:data-file-id="|\/files\/)([0-9a-f-]{36})/i.exec(attributes) ??
        /(?:href|data-video|data-callout)="([^"]*)"/i.exec(attributes)
      return `<${tag.toLowerCase()} ${means?.[1] ?? ''}>`
    })
    .replace(/\s+/g, ' ')
    .replace(/> </g, '><')
    .trim()
}

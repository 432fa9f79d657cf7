import { Link } from '@tanstack/react-router'
import { parseSearch } from './lists/address.ts'
import type { AnchorProps } from './ui/AppLink.tsx'

/** The router's link for our own pages (hovering fetches them), a plain one for everything else. */
export function RouterAnchor({ href, ...rest }: AnchorProps) {
  if (!href.startsWith('/') || /^\/(api|files|team-files)\//.test(href) || rest.target || rest.download !== undefined) {
    const outside = /^https?:/i.test(href)
    return <a href={href} {...(outside && rest.target === '_blank' ? { rel: 'noopener noreferrer' } : {})} {...rest} />
  }
  const url = new URL(href, location.origin)
  return (
    <Link to={url.pathname} search={parseSearch(url.search) as never} hash={url.hash.slice(1)} {...(rest as object)} />
  )
}

import { Link } from '@tanstack/react-router'
import { parseSearch } from '../lists/address.ts'
import type { AnchorProps } from '../ui/AppLink.tsx'

/** The router's link for pages of the application, and a plain anchor for files and for whatever opens elsewhere. */
export function RouterAnchor({ href, target, ...rest }: AnchorProps) {
  if (!href.startsWith('/') || /^\/(api|files|team-files)\//.test(href) || target || rest.download !== undefined) {
    const outside = /^https?:/i.test(href)
    const safe = outside && target === '_blank' ? { rel: 'noopener noreferrer' } : {}
    return <a href={href} target={target} {...safe} {...rest} />
  }
  // two strokes would name another site
  const { pathname, search, hash } = new URL(href.replace(/^[/\\]+/, '/'), location.origin)
  return (
    <Link
      to={pathname}
      search={parseSearch(search) as never}
      hash={hash.slice(1)}
      activeOptions={exact}
      activeProps={none}
      {...rest}
    />
  )
}

/** The list in the path above a person's page is not the page that is open. */
const exact = { exact: true }
const none = {}

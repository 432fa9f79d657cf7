import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { parseSearch } from './lists/address.ts'
import type { AnchorProps } from './ui/AppLink.tsx'

/**
 * A link that goes to our own pages without loading the document anew, and a plain one to everything else. What is fetched
 * before the click: follow-links.ts. NOTE the router's own link works out where it leads, and whether that is here, at each
 * change of the address, for every link on the page; ours lead where they say, and who is marked marks itself.
 */
export function RouterAnchor({ href, onClick, ...rest }: AnchorProps) {
  const router = useRouter()
  if (!href.startsWith('/') || /^\/(api|files|team-files)\//.test(href) || rest.target || rest.download !== undefined) {
    const outside = /^https?:/i.test(href)
    const safe = outside && rest.target === '_blank' ? { rel: 'noopener noreferrer' } : {}
    return <a href={href} onClick={onClick} {...safe} {...rest} />
  }
  // two of them would name another site
  const inside = href.replace(/^[/\\]+/, '/')
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (event.defaultPrevented || isElsewhere) return
    event.preventDefault()
    const { pathname, search, hash } = new URL(inside, location.origin)
    void router.navigate({ to: pathname, search: parseSearch(search) as never, hash: hash.slice(1) })
  }
  return <a href={inside} onClick={go} {...rest} />
}

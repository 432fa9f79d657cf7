import { Bone } from '../../../ui/Bone.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'

/** Markup of an author. What cleans it is fetched where there is some. */
export const HtmlText = lazyPart(async () => (await import('../../../ui/SafeHtml.tsx')).SafeHtml, {
  fallback: <Bone height={48} radius={10} />,
})

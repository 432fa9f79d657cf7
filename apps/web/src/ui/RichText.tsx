import { Bone } from './Bone.tsx'
import { lazyPart } from './lazy-part.tsx'
import type { RichTextProps } from './RichTextEditor.tsx'

const RichTextEditor = lazyPart(async () => (await import('./RichTextEditor.tsx')).RichTextEditor, {
  fallback: <Bone height={260} radius={10} />,
})

/** The text editor, fetched when it is first shown. */
export function RichText(props: RichTextProps) {
  return <RichTextEditor {...props} />
}

import { lazy, Suspense } from 'react'
import { Bone } from './Bone.tsx'
import type { RichTextProps } from './RichTextEditor.tsx'

const RichTextEditor = lazy(async () => ({ default: (await import('./RichTextEditor.tsx')).RichTextEditor }))

/** The text editor, fetched when it is first shown. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<Bone height={260} radius={10} />}>
      <RichTextEditor {...props} />
    </Suspense>
  )
}

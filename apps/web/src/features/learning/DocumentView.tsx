import type { ActivityContent } from '@learnt/contract/learning'
import { useState } from 'react'
import { DocumentReader } from '../files/DocumentReader.tsx'
import type { ShownDocument } from '../files/reading.ts'
import type { Recorder } from './useRecorder.ts'
import { useSeen } from './useSeen.ts'

/** A document as a step of a course. */
export function DocumentView({
  content,
  recorder,
  onStale,
}: {
  content: Extract<ActivityContent, { kind: 'document' }>
  recorder: Recorder | null
  onStale?: (() => void) | undefined
}) {
  const [shown, setShown] = useState<ShownDocument | null>(null)
  useSeen(recorder, shown)
  return (
    <DocumentReader
      file={content.file}
      title={content.title}
      onShown={setShown}
      onDownload={() => recorder?.seen()}
      onStale={onStale}
    />
  )
}

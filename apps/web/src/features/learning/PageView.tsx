import { useEffect } from 'react'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { installTrustedTypes } from '../../ui/trusted-types.ts'
import type { Recorder } from './useRecorder.ts'

// the page's policy takes markup only by way of the default policy
installTrustedTypes()

/** Written content; shown is viewed. */
export function PageView({ html, recorder }: { html: string; recorder: Recorder | null }) {
  const opened = recorder?.opened
  useEffect(() => opened?.(), [opened])
  return <SafeHtml html={html} sx={{ maxWidth: 760 }} />
}

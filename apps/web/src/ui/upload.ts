import { cutText } from '@learnt/contract/cut-text'
import type { Problem } from '@learnt/contract/problem'
import type { Upload } from 'tus-js-client'

export interface UploadControl {
  pause: () => void
  resume: () => void
  abandon: () => Promise<void>
}

export interface UploadEvents {
  /** `from`: what the server had already when this stretch began. */
  onProgress: (sent: number, from: number) => void
  onFailed: (reason: string) => void
  onDone: (uploadId: string) => void | Promise<void>
}

const retryPauses = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000]
/** Small enough for proxies that limit bodies, large enough to be fast. */
const chunkBytes = 32 * 1024 ** 2

/** Of an answer the server's own sentence; of what a proxy says instead, its beginning. */
function whyNot(body = ''): string {
  try {
    const { detail, title } = JSON.parse(body) as Partial<Problem>
    return detail ?? title ?? ''
  } catch {
    return cutText(body, 200)
  }
}

/** Starts a resumable upload (tus); the same file chosen again goes on where it stopped. */
export async function startUpload(endpoint: string, file: File, events: UploadEvents): Promise<UploadControl> {
  const tus = await import('tus-js-client')
  let from = -1
  const upload: Upload = new tus.Upload(file, {
    endpoint,
    chunkSize: chunkBytes,
    retryDelays: retryPauses,
    removeFingerprintOnSuccess: true,
    metadata: { filename: file.name, filetype: file.type || 'application/octet-stream' },
    onProgress: (sent) => {
      if (from < 0) from = sent
      events.onProgress(sent, from)
    },
    onShouldRetry: (error) => {
      const status = error.originalResponse?.getStatus() ?? 0
      // a refusal stays one, and a full disk stays full; what is being written elsewhere is free soon
      return status !== 507 && (status < 400 || status >= 500 || status === 409 || status === 423)
    },
    onError: (error) => events.onFailed('originalResponse' in error ? whyNot(error.originalResponse?.getBody()) : ''),
    onSuccess: () => void events.onDone(decodeURIComponent(upload.url?.split('/').pop() ?? '')),
  })
  const [earlier] = await upload.findPreviousUploads()
  if (earlier) upload.resumeFromPreviousUpload(earlier)
  upload.start()
  return {
    pause: () => void upload.abort(),
    resume: () => {
      from = -1
      upload.start()
    },
    abandon: () => upload.abort(true).catch(() => {}),
  }
}

import { limits } from '@learnt/contract/measures'

const megabyte = 1024 * 1024

/** What each place of a course takes: as `accept` of an input, in short words, and how large. The server looks at the content. */
export const fileKinds = {
  video: {
    accept: '.mp4,.m4v,.webm,video/mp4,video/webm',
    words: 'MP4 (H.264/AAC), WebM',
    maxBytes: limits.uploadBytes,
  },
  audio: { accept: '.mp3,.m4a,.wav,.webm,audio/*', words: 'MP3, WAV, M4A, WebM', maxBytes: limits.uploadBytes },
  captions: { accept: '.vtt,.srt', words: 'WebVTT (.vtt), SubRip (.srt)', maxBytes: 5 * megabyte },
  document: { accept: '.pdf,.docx,.xlsx,.pptx,.csv', words: 'PDF, DOCX, XLSX, PPTX, CSV', maxBytes: 500 * megabyte },
  image: { accept: '.png,.jpg,.jpeg,.webp,.gif,.avif', words: 'PNG, JPEG, WebP, GIF, AVIF', maxBytes: 50 * megabyte },
  package: { accept: '.zip', words: 'SCORM 1.2, SCORM 2004 (.zip)', maxBytes: limits.uploadBytes },
} as const

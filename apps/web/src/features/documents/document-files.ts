import type { FilePurpose } from '@learnt/contract/files'
import type { ResourceType } from '@learnt/contract/resources'
import { fileKinds } from './file-kinds.ts'

/** What a resource's file may be for. */
type ResourcePurpose = Extract<FilePurpose, 'document' | 'image' | 'video' | 'audio'>

const resourcePurposes: readonly ResourcePurpose[] = ['document', 'image', 'video', 'audio']
/** As `accept` of an input takes it. */
export const resourceAccept = resourcePurposes.map((one) => fileKinds[one].accept).join(',')
export const resourceAcceptWords = 'PDF, DOCX, XLSX, PPTX, CSV, PNG, JPEG, WebP, GIF, MP4, WebM, MP3, WAV'
export const resourceMaxBytes = fileKinds.document.maxBytes

/** By the name; the server looks at the content. Null: no file for a resource. */
export function purposeOf(file: Pick<File, 'name' | 'type'>): ResourcePurpose | null {
  const name = file.name.toLowerCase()
  // A sound may come as WebM or MP4 too.
  if (file.type.startsWith('audio/')) return 'audio'
  const fits = (purpose: ResourcePurpose) =>
    fileKinds[purpose].accept.split(',').some((ending) => ending.startsWith('.') && name.endsWith(ending))
  return resourcePurposes.find(fits) ?? null
}

const documentTypes: Readonly<Record<string, ResourceType>> = {
  pdf: 'pdf',
  csv: 'csv',
  docx: 'word',
  xlsx: 'excel',
  pptx: 'powerpoint',
}

/** The type of resource of a stored file: its name ends as its content is. */
export function typeOfStored(stored: { name: string }, purpose: ResourcePurpose): ResourceType {
  if (purpose !== 'document') return purpose
  return documentTypes[stored.name.toLowerCase().split('.').at(-1) ?? ''] ?? 'pdf'
}

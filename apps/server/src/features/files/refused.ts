/** Why a file's content does not fit its purpose; each has its sentence in the server catalogue, `files.refused.<reason>`. */
export type RefusalReason =
  | 'empty'
  | 'tooLarge'
  | 'broken'
  | 'video'
  | 'videoCodec'
  | 'videoProfile'
  | 'noPicture'
  | 'noSound'
  | 'soundCodec'
  | 'protected'
  | 'quicktime'
  | 'matroska'
  | 'audio'
  | 'film'
  | 'wavCodec'
  | 'captions'
  | 'captionsEncoding'
  | 'captionsLine'
  | 'captionsNone'
  | 'document'
  | 'documentOld'
  | 'documentLocked'
  | 'documentMacros'
  | 'csv'
  | 'image'
  | 'imageSvg'
  | 'imagePhone'
  | 'imageTooManyPixels'
  | 'avatar'
  | 'avatarTooManyPixels'
  | 'avatarTooSmall'
  | 'package'
  | 'feed'

export class ContentRefused extends Error {
  readonly reason: RefusalReason
  readonly values: Record<string, string | number>

  constructor(reason: RefusalReason, values: Record<string, string | number> = {}) {
    super(reason)
    this.name = 'ContentRefused'
    this.reason = reason
    this.values = values
  }
}

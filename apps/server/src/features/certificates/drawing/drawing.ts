import type { CertificateDesign, CertificateField } from '@learnt/contract/certificate-design'
import type { Locale } from '@learnt/contract/locales'

/** What a certificate is drawn from. */
export interface Drawing {
  readonly design: CertificateDesign
  readonly locale: Locale
  readonly values: Readonly<Record<CertificateField, string>>
  /** Address of the public page, in the QR code. */
  readonly address: string
  /** Of the file: the same drawing always gives the same bytes. */
  readonly drawnAt: string
  /** Pictures of the design by file, as they are stored. */
  readonly pictures: Readonly<Record<string, Uint8Array>>
  /** What a screen reader says in place of the code, a picture and the picture of a signature. */
  readonly words: { readonly code: string; readonly picture: string; readonly signature: string }
}

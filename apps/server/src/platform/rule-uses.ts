import type { CustomFieldName } from '@learnt/contract/custom-fields'
import type { RawBuilder } from 'kysely'

/** A query for the titles of what reads a field of people, so that the field is not taken away from it. */
export type FieldReader = (field: CustomFieldName) => RawBuilder<unknown>

/** What keeps an audience from being removed. */
export interface AudienceUse {
  /** A query for the titles of what names the audience. */
  readonly titles: (audienceId: string) => RawBuilder<unknown>
  /** Key of the refusal, which has `names`. */
  readonly refusal: string
}

/** Both filled by `app.ts` with those of every feature. */
export const fieldReaders: FieldReader[] = []
export const audienceUses: AudienceUse[] = []
